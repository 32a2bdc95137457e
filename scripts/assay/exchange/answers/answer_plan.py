"""What an import of answers writes: a recorded run with answers.jsonl and card.json."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from assay.corpora import PARAMS
from assay.counting import counted
from assay.disclosure import FIX, kinds, read_public
from assay.errors import InputError, Problem, nothing_quoted, refuse
from assay.evidence.closed import Holdout
from assay.evidence.reading import Read, read_most
from assay.evidence.record import ANSWERS, CARD, Run, read_run
from assay.exchange.answers.answer_lines import Lines, is_own, numbered, own_lines, read_lines
from assay.exchange.answers.answer_targets import ANSWERED, FRAGMENT
from assay.exchange.answers.cells import with_lists
from assay.exchange.chunks import unused_losses
from assay.exchange.plan import SHOWN, Plan
from assay.exchange.records import kept, reading
from assay.exchange.records.mapping import unfolded
from assay.exchange.records.overview import offered
from assay.exchange.records.reading import Asked
from assay.exchange.runs.run_place import Where, place_faults
from assay.jsonl import dump_row

_OF_DEEPEVAL, _IDEAL = ("actual_output", "actualOutput"), "context"  # there it is what should be retrieved


def plan_answers(root: Path, file: Path, how: Mapping[str, Any], items: Sequence[str], where: Where) -> Plan:
    """A recorded run of answers; nothing is filled in that the file does not say.

    Args:
        root: the repository.
        file: of any shape, or a folder of such files.
        how: the command line's words on it.
        items: same, on a fragment within a record.
        where: system, run, and what is known of them.

    Raises:
        InputError: every fault of the file, and of the lines that it would make; a run that is there already. Of a file
            with the words of a closed question nothing is quoted.
    """
    with nothing_quoted() if _has_closed(root, file) else nullcontext():
        return _plan(root, file, how, items, where)


def _has_closed(root: Path, file: Path) -> bool:
    """Whether a closed question is asked in one of the files; of those that are no text nobody knows."""
    holdout = Holdout(read_most(root).gold)
    if not holdout.closes:
        return False
    try:
        texts = [data.decode() for data in reading.files_of(file).values()]
    except ValueError:
        return True
    return any(map(holdout.is_in, texts))


def _plan(root: Path, file: Path, how: Mapping[str, Any], items: Sequence[str], where: Where) -> Plan:
    params, values = reading.params_of(root)
    refuse(place_faults(root, where))
    path, name = ("answers", where.system), kept.name_of([file])
    known = kept.find(values, path, name)
    asked = kept.asked_of(how, ANSWERED, known)
    stated = (known.items if known and not asked.anew else {}) | reading.stated(items, FRAGMENT)
    with kept.blamed(known, how):
        lines, entry = _lines(file, asked, stated, known)
    there = read_most(root)
    numbered(lines, _ids(there))
    plan = Plan(facts=[*kept.told(known, values, path, name), *lines.facts], losses=lines.losses)
    _add(plan, root, lines, there, where)
    if entry:
        plan.writes[PARAMS] = kept.keep(params, path, name, entry)
    return plan


def _lines(
    file: Path, asked: Asked, stated: Mapping[str, str], known: kept.Kept | None
) -> tuple[Lines, dict[str, Any]]:
    """Lines of a file, and what is to be kept of how it was read.

    Raises:
        InputError: it cannot be read; nothing in it looks like an answer.
    """
    records = reading.read_all(reading.files_of(file), asked)
    lists = {name: target for name, target in ANSWERED.items() if target.kind == "list"}
    shape = known.shape if known and not asked.anew else None
    paths = {**(shape.fields if shape else {}), **asked.fields}
    records = with_lists(records, lists.values(), [paths[name] for name in lists if paths.get(name)])
    as_it_is = known is None and not asked.fields and asked.rows is None and not stated
    if as_it_is and records.values and all(map(is_own, records.values)):
        refuse(list(records.problems))
        lines = own_lines(records.values, records.spots)
        lines.facts = [*records.notes, f"{counted(len(lines.values), 'record')}, in our own form"]
        return lines, {}
    if known is None or asked.anew:
        asked = replace(asked, found=_ideal(records.values))
    got = reading.read(records, ANSWERED, asked, known.shape if known else None)
    if "answer" not in got.shape.fields:
        rule = f"nothing in it looks like answer ({ANSWERED['answer'].doc})"
        fix = offered("answer", unfolded(records, got.shape.rows)[0], got.shape.fields)
        raise InputError([*got.mapped.problems, Problem(got.mapped.spots[0], rule, fix)])
    lines = read_lines(got.mapped, got.shape, stated)
    lines.facts = [*got.facts, *lines.facts]
    lines.losses = [*got.losses, *unused_losses(got.mapped), *lines.losses]
    return lines, kept.entry_of(asked, got.shape, items=lines.items)


def _ideal(values: Sequence[Any]) -> dict[str, str]:
    """Where DeepEval's test cases hold what should be retrieved, under a name that elsewhere means what was."""
    cases = [value for value in values if isinstance(value, Mapping)]
    if any(name in value for value in cases for name in _OF_DEEPEVAL) and any(_IDEAL in one for one in cases):
        return {"needed": _IDEAL}
    return {}


def _ids(there: Read) -> set[str]:
    return {answer.id for run in _runs(there) for answer in run.answers}


def _runs(there: Read) -> list[Run]:
    """All runs of the repository, those in which something is wrong too."""
    return [*there.runs.by_name.values(), *(one.run for one in there.runs.faulty.values())]


def _add(plan: Plan, root: Path, lines: Lines, there: Read, where: Where) -> None:
    """The files of the run, once they are read as every command will read them.

    Raises:
        InputError: whatever would be wrong with them.
    """
    card = {"mode": "retrieve_and_generate", **where.card}
    data = {
        ANSWERS: "".join(f"{dump_row(line)}\n" for line in lines.values).encode(),
        CARD: f"{json.dumps(card, ensure_ascii=False, indent=1)}\n".encode(),
    }
    holdout = Holdout(there.gold)
    run, faults = read_run(data, where.folder, holdout.asks)
    here = [_at_home(problem, where, lines.spots) for problem in faults]
    refuse([*lines.problems, *here, *_repeated(there, lines), *_disclosures(root, lines)])
    closed = holdout.answers(answer for one in (*_runs(there), run) for answer in one.answers)
    shut = sum(answer.id in closed for answer in run.answers)
    if shut:
        plan.facts.append(f"answers to holdout questions, which are shown nowhere: {shut}")
    plan.writes |= {f"{where.folder}/{name}": content for name, content in data.items()}
    plan.preview = [dump_row(one.value) for one in run.answers if one.id not in closed][:SHOWN]
    plan.following = [f"next: assay answers check {where.system}/{where.run}"]


def _at_home(problem: Problem, where: Where, spots: Sequence[str]) -> Problem:
    """A fault of a line that is not there yet, at the record that it was made of."""
    line, _, rest = problem.where.removeprefix(f"{where.folder}/{ANSWERS}:").partition(" ")
    if not line.isdecimal():
        return Problem("--card", problem.rule, problem.fix)
    return Problem(f"{spots[int(line) - 1]} {rest}".rstrip(), problem.rule, problem.fix)


def _repeated(there: Read, lines: Lines) -> Iterator[Problem]:
    """Ids of answers that another run has."""
    known = {answer.id: other.name for other in _runs(there) for answer in other.answers}
    for line, spot in zip(lines.values, lines.spots, strict=True):
        name = line["answer_id"]
        if name in known:
            rule = f"has the id of an answer in {known[name]}"
            fix = "a replay is a new answer: map another id, or none (--map answer_id=), and it gets one"
            yield Problem(f"{spot} {name}", rule, fix)


def _disclosures(root: Path, lines: Lines) -> Iterator[Problem]:
    """Personal data and secrets in what would be written, by the record; never shown."""
    public = read_public(root)
    for line, spot in zip(lines.values, lines.spots, strict=True):
        yield from (Problem(spot, f"holds {what}", FIX) for what in kinds(dump_row(line), public))
