"""What each import writes into the repository: the files, the entries of params.yaml, and what to do next."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from assay.corpora import PARAMS, settings
from assay.counting import counted
from assay.errors import InputError, Problem, near, refuse
from assay.exchange import chunk_places, chunks
from assay.exchange.beir.folder import read_beir
from assay.exchange.losses import Loss
from assay.exchange.plan import SHOWN, Plan
from assay.exchange.questions import beir_collections, collections
from assay.exchange.questions.gold_plan import Rules, plan_gold
from assay.exchange.questions.question_files import Labels, read_file
from assay.exchange.records import kept, reading
from assay.exchange.records.languages import code_of
from assay.exchange.records.mapping import Mapped
from assay.exchange.records.targets import ASKED, CHUNK, QUESTION
from assay.exchange.runs import result_files, result_lists
from assay.exchange.runs.run_place import Where
from assay.exchange.runs.run_plan import plan_run
from assay.exchange.saving import set_entry
from assay.gold.fields import SPLITS
from assay.jsonl import dump_row
from assay.params import NAME, NAME_RULE

CHUNKS, QUESTIONS = ("chunks",), ("questions",)  # where params.yaml keeps how their files are read
_UNSAID = {"fields": (), "rows": None, "sheet": None, "header": None, "anew": False}


def plan_chunks(
    root: Path, places: Sequence[Path], how: Mapping[str, Any], *, snapshot: str, to: str, ids_only: bool
) -> Plan:
    """Chunks of files, a folder or a BEIR collection as a chunks.jsonl, and the snapshot of it.

    Args:
        root: the repository.
        places: files of one shape, or a folder.
        how: the command line's words on it.
        snapshot: its name in params.yaml.
        to: where they are kept.
        ids_only: the files are TREC qrels and runs: each id stands for its text.

    Raises:
        InputError: every fault of the files; a name that is none; a place where documents are.
    """
    if not NAME.fullmatch(snapshot):
        raise InputError(Problem(f"--snapshot {snapshot}", NAME_RULE, "choose another name"))
    params, values = reading.params_of(root)
    chunk_places.check(root, to, values)
    notes = chunk_places.renamed(root, snapshot, values)
    mapped, facts, entry, lacking = _chunks_of(places, how, values, ids_only=ids_only)
    if entry:
        params = kept.keep(params, CHUNKS, kept.name_of(places), entry)
    rows, changes = chunks.chunk_rows(mapped, to)
    data = chunks.chunks_bytes(rows)
    params = set_entry(params, ("snapshots", snapshot), {"source": to, "chunking": "ready"})
    return Plan(
        writes={to: data, PARAMS: params},
        facts=[*facts, *changes, *notes, counted(len(rows), "chunk"), *_before(root / to, data, to)],
        losses=[*lacking, *chunks.unused_losses(mapped)],
        preview=[dump_row(row) for row in rows[:SHOWN]],
        following=[
            f"next: assay import questions FILE, or `make repro` (snapshot {snapshot!r} is set in {PARAMS})",
            *chunk_places.left_over(to, snapshot, values),
        ],
    )


def _chunks_of(
    places: Sequence[Path], how: Mapping[str, Any], values: Mapping[str, Any], *, ids_only: bool
) -> tuple[Mapped, list[str], dict[str, Any], list[Loss]]:
    """Chunks under our names, how that came about, what to keep of it, and what is not there."""
    if ids_only:
        fact = "texts are not known: each id stands for its text, so labels cannot move to another chunking"
        return collections.id_chunks({near(place): place.read_bytes() for place in places}), [fact], {}, []
    if len(places) == 1 and beir_collections.is_beir(places[0]):
        found = read_beir(places[0], near(places[0]))
        return beir_collections.beir_chunks(found, near(places[0])), list(found.notes), {}, []
    got, entry = _read_chunks(places, how, values)
    return got.mapped, got.facts, entry, got.losses


def _read_chunks(
    places: Sequence[Path], how: Mapping[str, Any], values: Mapping[str, Any]
) -> tuple[reading.Read, dict[str, Any]]:
    """Chunks of any shape, as stated, kept or guessed; and what to keep of it."""
    name = kept.name_of(places)
    known = kept.find(values, CHUNKS, name)
    asked = kept.asked_of(how, CHUNK, known)
    files = {name: data for place in places for name, data in reading.files_of(place).items()}
    with kept.blamed(known, how):
        got = reading.read(reading.read_all(files, asked), CHUNK, asked, known.shape if known else None)
    facts = [*kept.told(known, values, CHUNKS, name), *got.facts]
    return replace(got, facts=facts), kept.entry_of(asked, got.shape)


def plan_questions(
    root: Path,
    file: Path,
    how: Mapping[str, Any],
    *,
    labels: Labels,
    said: Mapping[str, Any],
    existing: str,
) -> Plan:
    """Questions of a file, TREC topics or a BEIR collection, with their labels.

    Args:
        root: the repository.
        file: of any shape.
        how: the command line's words on it.
        labels: where else labels stand.
        said: how its labels are read and what is true of all its questions (the options that are kept), by key.
        existing: what of questions that are there and say something else.

    Raises:
        InputError: every fault of the file; every rule of the gold set that it would break.
    """
    params, values = reading.params_of(root)
    name = kept.name_of([file])
    known = kept.find(values, QUESTIONS, name)
    asked = kept.asked_of(how, QUESTION, known)
    options = kept.options(known, said)
    rules = Rules(options["sets"] or "unstated", options["relevant_from"] or 1, existing, labels.snapshot)
    defaults = {
        "type": options["type"],
        "lang": _lang(options["lang"]),
        "split": options["split"] or SPLITS[0],
    }
    with kept.blamed(known, how):
        found = read_file(file, asked, known.shape if known else None, labels, defaults)
    table = found.chunks if labels.chunks is None else _table(labels.chunks, values)
    plan = plan_gold(root, found.read, table, rules, file.name, found.losses)
    if found.shape is not None:
        plan.facts = [*kept.told(known, values, QUESTIONS, name), *plan.facts]
        entry = kept.entry_of(asked, found.shape, **options)
        plan.writes[PARAMS] = kept.keep(params, QUESTIONS, name, entry)
    return plan


def _lang(text: str | None) -> str | None:
    """The code of the language that people state."""
    code = None if text is None else code_of(text)
    if text is not None and code is None:
        raise InputError(Problem(f"--lang {text}", "is no language", "write a code such as ru or en"))
    return code


def plan_results(
    root: Path,
    file: Path,
    how: Mapping[str, Any],
    *,
    items: Sequence[str],
    repeated: str | None,
    table: Path | None,
    where: Where,
) -> Plan:
    """What another system found.

    Args:
        root: the repository.
        file: of any shape.
        how: the command line's words on it.
        items: same, on a result within a record.
        repeated: what of a question that stands in several records; None: as kept, else they are refused.
        table: file of all chunks of the date of the run.
        where: system, run, and what is known of them.

    Raises:
        InputError: every fault of the file; a run that is there already; whatever the pipeline would refuse.
    """
    params, values = reading.params_of(root)
    is_run = not file.is_dir() and collections.is_run(collections.head_of(file))
    refuse(list(result_files.repeat_faults(repeated or "refuse", file, is_run=is_run)))
    if is_run:
        lines, lists, ordered = result_lists.of_run(
            file, how["order"], repeated or "refuse", settings(root)["score"]["k"]
        )
        missing = how["missing"] or "nothing-found"  # the form has no other way to say it
        notes = "; ".join(filter(None, (where.card.get("notes"), ordered)))
        where = replace(where, card={**where.card, "notes": notes}, all_asked=missing == "nothing-found")
        return plan_run(root, lines, _rows(table, values), where, params, lists)
    path, name = ("results", where.system), kept.name_of([file])
    known = kept.find(values, path, name)
    asked = kept.asked_of(how, ASKED, known)
    options = kept.options(known, {"repeated": repeated, "missing": how["missing"]})
    repeated = options["repeated"] or "refuse"
    with kept.blamed(known, how):
        lines, shape, lists = result_lists.of_records(file, asked, items, repeated, values, where.system)
    lines.facts = [*kept.told(known, values, path, name), *lines.facts]
    params = kept.keep(params, path, name, kept.entry_of(asked, shape, items=lines.item_fields, **options))
    where = replace(where, all_asked=options["missing"] == "nothing-found", repeated=repeated)
    return plan_run(root, lines, _rows(table, values), where, params, lists)


def _rows(file: Path | None, values: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """The chunks of another date, of any shape."""
    if file is None:
        return None
    got, _ = _read_chunks([file], _UNSAID, values)
    refuse(chunks.not_all(got.losses, near(file)))
    return chunks.chunk_rows(got.mapped, near(file))[0]


def _table(file: Path | None, values: Mapping[str, Any]) -> pl.DataFrame | None:
    """The same as a table: ``chunk_id, text, doc_id``."""
    rows = _rows(file, values)
    if rows is None:
        return None
    return pl.DataFrame(
        [(row["chunk_id"], row["text"], row.get("doc_id")) for row in rows],
        schema={"chunk_id": pl.String, "text": pl.String, "doc_id": pl.String},
        orient="row",
    )


def _before(path: Path, data: bytes, where: str) -> list[str]:
    from assay.retrieval.ready import read_chunks
    from assay.retrieval.snapshot import chunk_table

    if not path.is_file():
        return []
    try:
        old = read_chunks(path.read_bytes(), where)
    except InputError:
        return [f"{where} is there already, and cannot be read: it will be replaced"]
    return chunks.compared(chunk_table(old), chunk_table(read_chunks(data, where)))
