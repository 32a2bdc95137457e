"""What another system found, of a file in whatever form it has, as lines of results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from assay.errors import Problem, near
from assay.exchange import chunks
from assay.exchange.records import reading
from assay.exchange.records.files import Records
from assay.exchange.records.guessing import guess_fields
from assay.exchange.records.mapping import Shape, apply, unfolded
from assay.exchange.records.reading import Asked
from assay.exchange.records.targets import ASKED, FOUND
from assay.exchange.runs import results

_ANY = {**ASKED, "retrieved": replace(ASKED["retrieved"], kind="any")}


def repeat_faults(repeated: str, file: Path, *, is_run: bool) -> Iterator[Problem]:
    """A word on repeats that says nothing of a file of this form."""
    if repeated == "best" and not is_run:
        rule = f"is for TREC runs, and {near(file)} is none"
        yield Problem(f"--repeated {repeated}", rule, "give first or last")
    if repeated in ("first", "last") and is_run:
        rule = f"is for records, and {near(file)} is a TREC run"
        yield Problem(f"--repeated {repeated}", rule, "give best, which keeps a chunk's best place")


def read_file(
    file: Path,
    asked: Asked,
    items: Sequence[str],
    repeated: str,
    values: Mapping[str, Any],
    system: str,
) -> tuple[results.Lines, Shape]:
    """Lines of a file of records, or of a folder of them, and the mapping to keep.

    Args:
        file: a file, or a folder of them.
        asked: what the command line says of its shape.
        items: same, on a result within a record.
        repeated: what of a question that stands in several records.
        values: params.yaml, which may keep the mapping.
        system: for which it is kept.

    Raises:
        InputError: it cannot be read.
    """
    kept = reading.kept_shape(values, "results", system)
    inner = reading.kept_shape(values, "results", system, "items")
    records, notes = _named(reading.read_all(reading.files_of(file), asked), asked)
    if kept is None or asked.anew:
        asked = _with_list(records, asked)
    got = reading.read(records, ASKED, asked, kept)
    mapped = got.mapped
    if mapped.problems and any("retrieved" in value for value in mapped.values):
        # A page of an error, or "Sorry…", where other records have a list: an error of that request.
        mapped = apply(*unfolded(records, got.shape.rows), got.shape, _ANY)
    stated = dict(inner.fields) if inner and not asked.anew else {}
    lines = results.read_lines(mapped, got.shape, stated | reading.stated(items, FOUND), repeated)
    fields = ", ".join(f"{name} = {path}" for name, path in lines.item_fields.items())
    lines.facts = [*notes, *got.facts, *([f"within a result: {fields}"] if fields else []), *lines.facts]
    lines.losses = [*chunks.unused_losses(mapped), *lines.losses]
    return lines, got.shape


def _with_list(records: Records, asked: Asked) -> Asked:
    """Where the list of results is, told by the records that hold a list: where others have a page of an error."""
    if (
        asked.rows is not None
        or {"retrieved", "chunk_id"} & guess_fields(records.values, ASKED, asked.fields).keys()
    ):
        return asked
    listed = [
        one
        for one in records.values
        if isinstance(one, Mapping) and any(isinstance(item, list) for item in one.values())
    ]
    found = guess_fields(listed, {"retrieved": ASKED["retrieved"]}, asked.fields)
    return replace(asked, fields={**asked.fields, **found}) if "retrieved" in found else asked


def _named(records: Records, asked: Asked) -> tuple[Records, list[str]]:
    """Responses that name no question, one a file: the name of the file does."""
    found = guess_fields(records.values, ASKED, asked.fields)
    files = [spot.rpartition("/")[2].rpartition(".")[0] for spot in records.spots]
    alone = len(set(records.spots)) == len(records.spots) and all(
        spot.endswith(".json") for spot in records.spots
    )
    if (
        not alone
        or {"id", "query"} & found.keys()
        or not all(isinstance(one, dict) for one in records.values)
    ):
        return records, []
    values = [{"query_id": name, **value} for name, value in zip(files, records.values, strict=True)]
    return replace(records, values=values), ["no record names its question: the name of its file does"]
