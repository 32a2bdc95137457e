"""What an import of documents writes: the corpus with new and changed documents, and what becomes of the labels."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from assay.corpora import PARAMS
from assay.errors import InputError, Problem, near, refuse
from assay.exchange.documents import record, summary
from assay.exchange.documents.folder import Options, read_folder
from assay.exchange.documents.gone import gone_lines, labelled
from assay.exchange.documents.meeting import held_against
from assay.exchange.documents.recognition import recognised
from assay.exchange.plan import Plan
from assay.exchange.records import reading
from assay.exchange.saving import set_entry
from assay.files import read_files
from assay.retrieval.documents import read_documents
from assay.settings import SNAPSHOT

if TYPE_CHECKING:
    import polars as pl


def plan_documents(
    root: Path,
    place: Path,
    said: Mapping[str, Any],
    to: str,
    existing: str = "refuse",
    *,
    remove_gone: bool = False,
) -> Plan:
    """Documents of a folder, or of one file, below ``to``.

    Args:
        root: the repository.
        place: where they are.
        said: options of the command line by name; None: as params.yaml keeps them, else the default.
        to: folder of the corpus.
        existing: what of documents that people and the file both changed: ``refuse``, ``keep`` or ``replace``.
        remove_gone: whether documents whose files are gone from the folder are removed, unless people edited them.

    Raises:
        InputError: every fault of the files; a document that is in the corpus under another path; a corpus of chunks.
            Documents that people and the file both changed are in ``refused`` of the plan.
    """
    fault = SNAPSHOT["source"].fault(to)
    if fault:
        raise InputError(Problem(f"--to {to}", fault, "write it as corpus, or corpus/help"))
    params, values = reading.params_of(root)
    options = _options(values, said)
    got = read_folder(read_files(place), near(place), options)
    refuse(got.problems)
    source = _source(values, to)
    old = read_files(root / source) if (root / source).exists() else {}
    below = "" if source == to else f"{PurePosixPath(to).relative_to(source)}/"
    known = record.parse_record(old.get(record.RECORD, b""), f"{source}/{record.RECORD}")
    got.documents = recognised(got.documents, old, known)
    now = held_against(got, old, known, (below, place.resolve().name), overwrite=existing == "replace")
    removes = [path for path, untouched in now.gone.items() if untouched and remove_gone]
    files = {path: data for path, data in {**old, **now.held.writes}.items() if path not in removes}
    _check(old, files, source)
    passages = _passages(root)
    plan = Plan(
        writes={f"{source}/{path}": data for path, data in now.held.writes.items()},
        losses=got.losses,
        preview=list(summary.preview(now.held, old)),
        removes=[f"{source}/{path}" for path in removes],
        words=summary.change_words(now.held, old, source),
        refused=list(summary.disputes(now.held, old, source)) if existing == "refuse" else [],
    )
    plan.writes[f"{source}/{record.RECORD}"] = record.record_bytes(now.record(removes))
    plan.facts = [
        *got.notes,
        *summary.count_lines(got, now.held, old, now.gone),
        *summary.kept_lines(now.held, old, source, settled=existing == "keep"),
        *gone_lines(now.gone, old, labelled(passages), source, remove=remove_gone),
        *_labels(passages, files, source),
    ]
    kept = {name: value for name, value in asdict(options).items() if value not in (None, False)}
    if kept:
        params = set_entry(params, ("import", "documents"), kept)
    plan.writes[PARAMS] = params
    plan.following = ["next: assay corpus check, then assay import questions FILE"]
    if not any(PurePosixPath(to).is_relative_to(str(entry.get("source"))) for entry in _snapshots(values)):
        plan.following.append(f"no snapshot in {PARAMS} is cut from {to}: add an entry with source: {to}")
    return plan


def _options(values: Mapping[str, Any], said: Mapping[str, Any]) -> Options:
    section = values.get("import")
    kept = section.get("documents") if isinstance(section, Mapping) else None
    known = {name: value for name, value in (kept or {}).items() if name in asdict(Options())}
    if kept is not None and len(known) < len(kept):
        unknown = ", ".join(sorted(set(kept) - set(known)))
        raise InputError(
            Problem(f"{PARAMS} import.documents", f"has unknown keys ({unknown})", "remove them")
        )
    return replace(
        Options(**known), **{name: value for name, value in said.items() if value not in (None, False)}
    )


def _snapshots(values: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    entries = values.get("snapshots")
    found = entries.values() if isinstance(entries, Mapping) else ()
    yield from (entry for entry in found if isinstance(entry, Mapping))


def _source(values: Mapping[str, Any], to: str) -> str:
    """The source of a snapshot that the folder is in, else the folder: what has to fit together."""
    sources = {str(entry.get("source")) for entry in _snapshots(values)}
    return next((str(folder) for folder in PurePosixPath(to).parents if str(folder) in sources), to)


def _check(old: Mapping[str, bytes], files: Mapping[str, bytes], to: str) -> None:
    """The corpus as it would be: one kind of source, one file an id."""
    chunks = [path for path in old if path.endswith(".jsonl")]
    if chunks:
        rule = f"holds chunks that were cut elsewhere ({chunks[0]}), and a source is of one kind"
        raise InputError(Problem(to, rule, "give another folder with --to"))
    read_documents(files, to)


def _passages(root: Path) -> "pl.DataFrame | None":
    """The labels, None where there are none yet."""
    from assay.gold.passages import parse_passages
    from assay.gold.repository import NAMES

    path = root / NAMES["passages"]
    data = path.read_bytes() if path.exists() else b""
    return parse_passages(data, NAMES["passages"])[0] if data.strip() else None


def _labels(passages: "pl.DataFrame | None", files: Mapping[str, bytes], to: str) -> Iterator[str]:
    """How the labels stand in the corpus as it would be."""
    import polars as pl

    from assay.gold.repository import NAMES
    from assay.gold.sources import read_sources
    from assay.gold.staleness import findings
    from assay.retrieval.frames import CHUNKS
    from assay.retrieval.snapshot import document_table

    if passages is not None:
        sources = read_sources(document_table(read_documents(files, to)), pl.DataFrame(schema=CHUNKS))
        found = findings(passages, sources, NAMES["passages"]).counts
        words = ", ".join(f"{count} {name}" for name, count in found.items())
        yield f"labels in the corpus as it will be: {words}"
