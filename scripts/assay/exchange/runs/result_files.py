"""What another system found, of a file in whatever form it has, as lines of results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from assay.counting import counted
from assay.errors import InputError, Problem, near
from assay.exchange import chunks
from assay.exchange.records import kept, reading
from assay.exchange.records.files import Records
from assay.exchange.records.guessing import guess_fields, guess_rows
from assay.exchange.records.kept import Kept
from assay.exchange.records.keyed import guess_keyed
from assay.exchange.records.mapping import Mapped, Shape, apply, unfolded
from assay.exchange.records.reading import Asked
from assay.exchange.records.targets import ASKED, FOUND
from assay.exchange.runs import contents, results
from assay.exchange.runs.apologies import answer_path, with_answers

ANY = {**ASKED, "retrieved": replace(ASKED["retrieved"], kind="any")}


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
    known = kept.find(values, ("results", system), kept.name_of([file]))
    got, raw, spots = read_how(reading.read_all(reading.files_of(file), asked), asked, known)
    mapped = with_answers(_of_any(got, raw, spots), raw, answer_path(raw, got.shape.fields))
    lines = results.read_lines(mapped, got.shape, items_stated(items, asked, known), repeated)
    lines.guessed_id = guessed_id(got.shape, asked, known)
    fields = ", ".join(f"{name} = {path}" for name, path in lines.item_fields.items())
    lines.facts = [*got.facts, *([f"within a result: {fields}"] if fields else []), *lines.facts]
    lines.facts += contents.doubts(mapped.values, got.shape.fields, asked.fields)
    lines.facts += contents.chunk_facts(got.shape.fields, asked.fields, "--map")
    lines.losses = [*got.losses, *chunks.unused_losses(mapped), *lines.losses]
    return lines, got.shape


def read_how(records: Records, asked: Asked, known: Kept | None) -> tuple[reading.Read, list[Any], list[str]]:
    """Records under our names, as stated, kept or guessed; what they were, and the address of each.

    Raises:
        InputError: they cannot be read.
    """
    shape = known.shape if known else None
    records, notes = _named(records, asked, None if asked.anew else shape)
    if shape is None or asked.anew:
        asked, more = _looked_into(records, _with_list(records, _with_rows(records, asked)))
        notes += more
    got = reading.read(records, ASKED, asked, shape)
    raw, spots = unfolded(records, got.shape.rows)
    _refuse_unnamed(got, raw)
    return replace(got, facts=[*notes, *got.facts]), raw, spots


def items_stated(items: Sequence[str], asked: Asked, known: Kept | None) -> dict[str, str]:
    """Paths within a result that are kept or stated."""
    stated = known.items if known and not asked.anew else {}
    return stated | reading.stated(items, FOUND)


def guessed_id(shape: Shape, asked: Asked, known: Kept | None) -> str | None:
    """Where the ids of the questions are, if that is a guess."""
    is_guess = (known is None or known.shape is None) and "id" not in asked.fields
    return shape.fields.get("id") if is_guess else None


def _of_any(got: reading.Read, raw: Sequence[Any], spots: Sequence[str]) -> Mapped:
    """The records; a page of an error, or "Sorry…", where others have a list, is an error of that request."""
    mapped = got.mapped
    if not mapped.problems or not any("retrieved" in value for value in mapped.values):
        return mapped
    again = apply(raw, spots, got.shape, ANY)
    strict = {problem.where for problem in apply(raw, spots, got.shape, ASKED).problems}
    before = [problem for problem in mapped.problems if problem.where not in strict]  # of lines and cells
    return replace(again, problems=[*before, *again.problems])


def _looked_into(records: Records, asked: Asked) -> tuple[Asked, list[str]]:
    """What columns are whose names leave it open."""
    rows = asked.rows if asked.rows is not None else guess_rows(records, ASKED)
    values = unfolded(records, rows)[0]
    found, facts = contents.told(values, {**asked.found, **asked.fields})
    return replace(asked, found={**asked.found, **found}), facts


def _with_rows(records: Records, asked: Asked) -> Asked:
    """Where the responses of a search for many questions at once are (``_msearch``).

    Raises:
        InputError: none of them names its question.
    """
    lists = [one.get("responses") if isinstance(one, Mapping) else None for one in records.values]
    if asked.rows is not None or not lists or not all(isinstance(one, list) and one for one in lists):
        return asked
    found = guess_fields(unfolded(records, "responses")[0], ASKED, _said(asked))
    if not {"id", "query"} & found.keys():
        number = counted(sum(map(len, filter(None, lists))), "response")
        rule = (
            f"holds {number} in the order of a request that is not in the file, and none names its question"
        )
        fix = 'put the question beside each, as {"query_id": "q1", "hits": …}, or write each into a file q1.json'
        raise InputError(Problem(records.spots[0], rule, f"{fix} of a folder, and import that"))
    return replace(asked, rows="responses")


def _refuse_unnamed(got: reading.Read, raw: Sequence[Any]) -> None:
    """Refuse a table with one row a result in which nothing names the chunk.

    Raises:
        InputError: what it could be, and whatever else is wrong.
    """
    fields = got.shape.fields
    if fields.keys() & {"retrieved", "chunk_id", "text"} or not fields.keys() & {"rank", "score"}:
        return
    path = contents.chunk_place(raw, fields)
    fix = (
        f"if {path} tells chunks apart: --map chunk_id={path}"
        if path
        else "say what does: --map chunk_id=PATH"
    )
    rule = f"each record is one result (it has {_and(fields)}), and nothing in it looks like the id or text of a chunk"
    raise InputError([*got.mapped.problems, Problem(got.mapped.spots[0], rule, fix)])


def _and(fields: Mapping[str, str]) -> str:
    return " and ".join(f"{name} = {fields[name]}" for name in ("rank", "score") if name in fields)


def _with_list(records: Records, asked: Asked) -> Asked:
    """Where the list of results is, told by the records that hold a list: where others have a page of an error."""
    if (
        asked.rows is not None
        or {"retrieved", "chunk_id"} & guess_fields(records.values, ASKED, _said(asked)).keys()
    ):
        return asked
    listed = [
        one
        for one in records.values
        if isinstance(one, Mapping) and any(isinstance(item, list) for item in one.values())
    ]
    found = guess_fields(listed, {"retrieved": ASKED["retrieved"]}, _said(asked))
    return (
        replace(asked, found={**asked.found, "retrieved": found["retrieved"]})
        if "retrieved" in found
        else asked
    )


def _said(asked: Asked) -> dict[str, str]:
    """Paths by field as they are stated; where nothing is a field, there is no path."""
    return {name: path for name, path in asked.fields.items() if path}


def _named(records: Records, asked: Asked, use: Shape | None) -> tuple[Records, list[str]]:
    """Responses that name no question, one a file: the name of the file does."""
    rows = asked.rows if asked.rows is not None else use.rows if use else None
    if rows not in (None, "@"):  # of records below nobody would see the name
        return records, []
    if use is None and rows is None and guess_keyed(records, ASKED, _said(asked), guess_fields):
        return records, []
    found = guess_fields(records.values, ASKED, _said(asked))
    files = [spot.rpartition("/")[2].rpartition(".")[0] for spot in records.spots]
    several = any(isinstance(one, Mapping) and "responses" in one for one in records.values)
    alone = (
        not several
        and len(set(records.spots)) == len(records.spots)
        and all(spot.endswith(".json") for spot in records.spots)
    )
    if (
        not alone
        or {"id", "query"} & found.keys()
        or not all(isinstance(one, dict) for one in records.values)
    ):
        return records, []
    values = [{"query_id": name, **value} for name, value in zip(files, records.values, strict=True)]
    return replace(records, values=values), ["no record names its question: the name of its file does"]
