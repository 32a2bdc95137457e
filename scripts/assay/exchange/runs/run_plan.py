"""What an import of results writes: a recorded run, its chunk table, and the system's entry in params.yaml."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from assay.corpora import PARAMS, source_files
from assay.counting import counted
from assay.disclosure import FIX, MAY_HOLD, kinds, read_public
from assay.errors import Problem, refuse
from assay.exchange.plan import Plan
from assay.exchange.runs.asked import asked
from assay.exchange.runs.results import Lines
from assay.exchange.runs.run_lists import Held, Lists
from assay.exchange.runs.run_place import Where, place_faults
from assay.exchange.runs.run_source import first_cut_here, source_of
from assay.exchange.runs.run_table import Source
from assay.exchange.runs.run_topics import topics_of
from assay.exchange.runs.since import changed_since
from assay.exchange.runs.unmatched import UNMATCHED, unmatched_bytes
from assay.exchange.saving import set_entry
from assay.params import parse
from assay.retrieval import contract
from assay.retrieval.kinds.recorded import CARD, RESULTS, TABLE
from assay.retrieval.snapshot import Snapshot, build


def plan_run(
    root: Path,
    lines: Lines,
    table: Sequence[Mapping[str, Any]] | None,
    where: Where,
    params: bytes,
    lists: Lists | None = None,
) -> Plan:
    """A recorded run.

    Its chunks are: those of ``table``, the run's own; else those of the snapshot, where it has every id with the
    text that was recorded, or is ready-made and has every text; else the texts of the results themselves, placed in
    the documents, or put beside the ready-made chunks.

    Args:
        root: the repository.
        lines: what was found, by question.
        table: all chunks of the date of the run; None: not known.
        where: system, run, and what is known.
        params: params.yaml, to which the system's entry is added.
        lists: where the lists of results are; None: in the lines.

    Raises:
        InputError: every fault; a run that is there already; ids of which nobody knows the text.
    """
    lists, public = lists or Held(), read_public(root)
    if problems := [*lines.problems, *place_faults(root, where), *_taken(params, where)]:
        refuse([*problems, *_disclosures(lines.values, lines.spots, lists, public)])
    plan, topics = Plan(facts=list(lines.facts), losses=list(lines.losses)), topics_of(root)
    kept = asked(lines, topics, all_asked=where.all_asked, repeated=where.repeated)
    plan.facts += kept.facts
    found, problems = lists.returned(kept.values, kept.spots)
    refuse([*problems, *_disclosures(kept.values, kept.spots, lists, public)])
    source = source_of(root, found, table, where.snapshot, where.folder, trust=where.trust, same=where.same)
    plan.facts += [*source.facts, *_deeper(kept.values, where, params), *_notes(root, where, params)]
    _add_files(plan, where, source, kept.values, lists)
    _add_unmatched(plan, where, source.unmatched, public)
    system = _add_entries(plan, where, source, params)
    made = source.built or _built(root, plan, str(system["snapshot"]))
    _check(plan, where, contract.Request(topics, made.chunks, made.card, system), lists)
    plan.following = [f"next: make repro (system {where.system!r} is set in {PARAMS})"]
    if where.depth is None:
        plan.following.append("how many results were asked for is not declared; --depth N says it")
    return plan


def _add_files(
    plan: Plan, where: Where, source: Source, values: Sequence[Mapping[str, Any]], lists: Lists
) -> None:
    """The run's folder."""
    bare = source.foreign == "error" and source.snapshot is None
    lists.add(plan, f"{where.folder}/{RESULTS}", values, bare=bare)
    card = {"mode": "retrieve_only", **where.card, **source.stated}
    plan.writes[f"{where.folder}/{CARD}"] = f"{json.dumps(card, ensure_ascii=False, indent=1)}\n".encode()
    plan.writes |= {f"{where.folder}/{name}": data for name, data in source.files().items()}


def _add_entries(plan: Plan, where: Where, source: Source, params: bytes) -> dict[str, Any]:
    """params.yaml with the system, and the snapshot of its own chunks; the system's settings."""
    if source.snapshot is None:
        entry = {"source": f"{where.folder}/{TABLE}", "chunking": "ready"}
        params = set_entry(params, ("snapshots", where.system), entry)
    system = {
        "kind": "recorded",
        "snapshot": source.snapshot or where.system,
        "input": where.folder,
        "depth": where.depth,
        "foreign": source.foreign,
        "repeats": "keep",
    }
    plan.writes[PARAMS] = set_entry(params, ("systems", where.system), system)
    return system


def _taken(params: bytes, where: Where) -> Iterator[Problem]:
    """Entries of params.yaml that the run's would take the place of, and that are no earlier run of the system."""
    values = parse(params, PARAMS)
    for section, key in (("systems", "input"), ("snapshots", "source")):
        entries = values.get(section)
        entry = entries.get(where.system) if isinstance(entries, Mapping) else None
        place = str(entry.get(key)) if isinstance(entry, Mapping) else ""
        if entry is not None and not place.startswith(f"runs/recorded/{where.system}/"):
            rule = f"is there already, and no recorded run of {where.system!r}"
            yield Problem(f"{PARAMS} {section}.{where.system}", rule, "choose another --system")


def _notes(root: Path, where: Where, params: bytes) -> Iterator[str]:
    """What became of the documents since the run, and of the system's earlier run in the report."""
    values = parse(params, PARAMS)
    known = values["snapshots"]
    day, entry = where.card.get("recorded_at"), known.get(where.snapshot) or known[first_cut_here(known)]
    if day and (note := changed_since(root, str(entry["source"]), str(day))):
        yield note
    before = (values.get("systems") or {}).get(where.system)
    if before is not None and before["input"] != where.folder:
        said = f"the earlier run {before['input']} is no longer in the report: {where.system!r} reads this one now"
        yield f"{said}; to keep both: --system {where.system}-{where.run}"


def _deeper(values: Sequence[Mapping[str, Any]], where: Where, params: bytes) -> Iterator[str]:
    """How many lists are longer than what the system is said to return."""
    before = (parse(params, PARAMS).get("systems") or {}).get(where.system) or {}
    said = {
        "--depth": where.depth,
        "top_k": where.card.get("top_k"),
        "depth in params.yaml": before.get("depth"),
    }
    name, most = next(((name, n) for name, n in said.items() if isinstance(n, int)), ("", 0))
    longer = [n for line in values if (n := len(line.get("retrieved") or ())) > most]
    if name and longer:
        number = counted(len(longer), "question has", "questions have")
        what = f"{number} more results than {name} says ({most}), up to {max(longer)}"
        cut = "what stands below is not scored" if where.depth else "all of them are scored"
        yield f"{what}: {cut}"


def _disclosures(
    values: Sequence[Mapping[str, Any]], spots: Sequence[str], lists: Lists, public: Collection[str]
) -> Iterator[Problem]:
    """Personal data and secrets in what would be written, by the line of the file; never shown."""
    for line, spot in zip(values, spots, strict=True):
        said = [line.get(name) or "" for name in ("query", "sent", "message")] + lists.texts(line)
        suspect = [one for one in said if re.search(MAY_HOLD, one)]
        held = dict.fromkeys(what for one in suspect for what in kinds(one, public))
        yield from (Problem(spot, f"holds {what}", FIX) for what in held)
    yield from lists.disclosures(public)


def _add_unmatched(
    plan: Plan, where: Where, rows: Sequence[Mapping[str, Any]], public: Collection[str]
) -> None:
    if rows:
        path = f"{where.folder}/{UNMATCHED}"
        plan.writes[path] = unmatched_bytes(rows, public)
        plan.facts.append(
            f"{counted(len(rows), 'line')} of chunks that were not placed, with reasons: {path}"
        )


def _built(root: Path, plan: Plan, name: str) -> Snapshot:
    """The snapshot of the run's own chunks."""
    entry = parse(plan.writes[PARAMS], PARAMS)["snapshots"][name]
    source = entry["source"]
    return build(name, entry, _below(plan, source) or source_files(root, source), source)


def _check(plan: Plan, where: Where, request: contract.Request, lists: Lists) -> None:
    """Read the run as the pipeline will.

    Raises:
        InputError: whatever the pipeline would refuse.
    """
    own = _below(plan, where.folder)
    own[RESULTS] = lists.tried(plan, f"{where.folder}/{RESULTS}")
    contract.run(replace(request, files=own))


def _below(plan: Plan, folder: str) -> dict[str, bytes]:
    """What is to be written into a folder, by path below it."""
    return {
        path.removeprefix(f"{folder}/"): data
        for path, data in plan.writes.items()
        if path.startswith(f"{folder}/")
    }
