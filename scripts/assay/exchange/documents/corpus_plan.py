"""What an import of documents writes: the corpus with new and changed documents, and what becomes of the labels."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path, PurePosixPath
from typing import Any

from assay.corpora import PARAMS
from assay.counting import counted
from assay.errors import InputError, Problem, near, refuse
from assay.exchange.documents.folder import Imported, Options, read_folder
from assay.exchange.documents.standing import with_standing
from assay.exchange.plan import SHOWN, Plan
from assay.exchange.records import reading
from assay.exchange.saving import set_entry
from assay.files import read_files
from assay.retrieval.documents import is_document, read_documents
from assay.settings import SNAPSHOT

_SKIPPED = 5  # files that were not read, shown


def plan_documents(root: Path, place: Path, said: Mapping[str, Any], to: str) -> Plan:
    """Documents of a folder, or of one file, below ``to``.

    Args:
        root: the repository.
        place: where they are.
        said: options of the command line by name; None: as params.yaml keeps them, else the default.
        to: folder of the corpus.

    Raises:
        InputError: every fault of the files; a document that is in the corpus under another path; a corpus of chunks.
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
    new, kept_lines = with_standing({f"{below}{one.path}": one.data for one in got.documents}, old)
    _check(old, new, source)
    plan = Plan(writes={f"{source}/{path}": data for path, data in new.items()}, losses=got.losses)
    plan.facts = [*got.notes, *_facts(got, new, old), *kept_lines, *_labels(root, {**old, **new}, source)]
    plan.preview = [f"{one.path}: {one.doc_id} ({one.lang}) {one.title}" for one in got.documents[:SHOWN]]
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


def _check(old: Mapping[str, bytes], new: Mapping[str, bytes], to: str) -> None:
    """The corpus as it would be: one kind of source, one file an id."""
    chunks = [path for path in old if path.endswith(".jsonl")]
    if chunks:
        rule = f"holds chunks that were cut elsewhere ({chunks[0]}), and a source is of one kind"
        raise InputError(Problem(to, rule, "give another folder with --to"))
    read_documents({**old, **new}, to)


def _facts(got: Imported, new: Mapping[str, bytes], old: Mapping[str, bytes]) -> Iterator[str]:
    fresh = len(new.keys() - old.keys())
    same = sum(old.get(path) == data for path, data in new.items())
    yield f"{counted(len(new), 'document')}: {fresh} new, {len(new) - fresh - same} changed, {same} the same"
    rest = sum(is_document(path) for path in old.keys() - new.keys())
    if rest:
        yield f"{counted(rest, 'document')} of the corpus not in this import: left as they are"
    if got.skipped:
        shown = [f"{path} ({reason})" for path, reason in got.skipped[:_SKIPPED]]
        more = ["…"] if len(got.skipped) > _SKIPPED else []
        yield f"{counted(len(got.skipped), 'file')} passed over: {', '.join([*shown, *more])}"


def _labels(root: Path, files: Mapping[str, bytes], to: str) -> Iterator[str]:
    """How the labels stand in the corpus as it would be."""
    import polars as pl

    from assay.gold.passages import parse_passages
    from assay.gold.repository import NAMES
    from assay.gold.sources import read_sources
    from assay.gold.staleness import findings
    from assay.retrieval.frames import CHUNKS
    from assay.retrieval.snapshot import document_table

    path = root / NAMES["passages"]
    data = path.read_bytes() if path.exists() else b""
    if data.strip():
        passages = parse_passages(data, NAMES["passages"])[0]
        sources = read_sources(document_table(read_documents(files, to)), pl.DataFrame(schema=CHUNKS))
        found = findings(passages, sources, NAMES["passages"]).counts
        words = ", ".join(f"{count} {name}" for name, count in found.items())
        yield f"labels in the corpus as it will be: {words}"
