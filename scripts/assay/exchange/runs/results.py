"""What another system found, as the lines of a results.jsonl: nested records, flat tables, search responses, logs."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assay.counting import counted
from assay.errors import Problem, shown
from assay.exchange.losses import Loss, Losses
from assay.exchange.records import identity
from assay.exchange.records.guessing import guess_fields
from assay.exchange.records.mapping import Mapped, Shape, apply, unused
from assay.exchange.records.targets import FOUND, Target
from assay.exchange.runs import contents
from assay.exchange.runs.outcomes import ends, fault_of, odd_status, odd_words, orders, words_of
from assay.manifest import sha256

_ITEM = ("chunk_id", "rank", "score", "text", "doc_id", "doc_version")
_SHOWN = 5
REPEATS = "give --repeated first, or --repeated last"


@dataclass
class Lines:
    """Lines of a results.jsonl, each with its place; how they came about; faults.

    Attributes:
        values: one object a question, in the order of the file: ``id`` (None where the file has none), ``query``,
            ``retrieved`` …
        spots: address of each.
        item_fields: JMESPath of our fields within a result.
        facts: counts.
        losses: what has no place.
        problems: faults.
        guessed_id: where the ids are, if that is a guess: then they may be those of records.
    """

    values: list[dict[str, Any]] = field(default_factory=list)
    spots: list[str] = field(default_factory=list)
    item_fields: dict[str, str] = field(default_factory=dict)
    facts: list[str] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    guessed_id: str | None = None


def read_lines(mapped: Mapped, shape: Shape, items: Mapping[str, str], repeated: str) -> Lines:
    """Lines of the records of a file.

    Args:
        mapped: records under the names of ``targets.ASKED``; what stands where results should is any value.
        shape: how they were read.
        items: JMESPath of fields within a result; those not stated are guessed.
        repeated: what of a question that stands in several records: ``refuse``, or the ``first`` or ``last`` counts.
    """
    done = Lines(problems=[*mapped.problems, *identity.faults(mapped.values, mapped.spots)])
    flat = "chunk_id" in shape.fields or {"text", "rank"} <= set(shape.fields)
    if "retrieved" not in shape.fields and (flat or contents.names_chunk(shape.fields.get("text", ""))):
        _flat(mapped, done)
    else:
        _nested(mapped, shape, items, repeated, done)
    done.facts += ends(done.values)
    found = [value for value in mapped.values if isinstance(value.get("retrieved", ()), list | tuple)]
    done.facts += odd_words(Counter(filter(None, map(odd_status, found))))
    done.facts += orders(done.values)
    return done


def _nested(mapped: Mapped, shape: Shape, items: Mapping[str, str], repeated: str, done: Lines) -> None:
    """Lines of records that each hold a list of results."""
    pairs = _once(list(zip(mapped.values, mapped.spots, strict=False)), repeated, done)
    lists = [value["retrieved"] for value, _ in pairs if isinstance(value.get("retrieved"), list)]
    done.item_fields = _item_fields([item for found in lists for item in found], items)
    path = shape.fields.get("retrieved", "retrieved")
    losses = Losses()
    for value, spot in pairs:
        line = line_of(value, path)
        if line["status"] == "ok":
            line["retrieved"], faults = found_in(value["retrieved"], done.item_fields, spot, losses)
            done.problems += faults
        elif "retrieved" not in shape.fields and fault_of(value) is None and not done.problems:
            rule = "nothing in it looks like what was found"
            done.problems.append(
                Problem(spot, rule, "say where the list of results is: --map retrieved=PATH")
            )
        done.values.append(line)
        done.spots.append(spot)
    done.losses = losses.found()


def _once(
    pairs: list[tuple[dict[str, Any], str]], repeated: str, done: Lines
) -> list[tuple[dict[str, Any], str]]:
    """One record a question."""
    kept: dict[str, tuple[dict[str, Any], str]] = {}
    several = 0
    for value, spot in pairs:
        name = value.get("id") or value.get("query")
        if name is None:
            done.problems.append(
                Problem(spot, "names no question", "say where its id or text is: --map id=PATH")
            )
        elif name in kept:
            several += 1
            if repeated == "refuse":
                rule = f"its question is also that of {kept[name][1]}"
                done.problems.append(Problem(spot, rule, REPEATS))
            elif repeated == "last":
                kept[name] = value, spot
        else:
            kept[name] = value, spot
    if several and repeated != "refuse":
        done.facts.append(
            f"{counted(several, 'record')} more of the same questions: the {repeated} of each counts"
        )
    return list(kept.values())


def line_of(value: Mapping[str, Any], path: str) -> dict[str, Any]:
    """Everything but the results: an error is an error, whatever else the record holds, and never nothing found."""
    line: dict[str, Any] = {"id": value.get("id"), "query": value.get("query"), "sent": value.get("sent")}
    if value.get("latency_s") is not None:
        line["latency_ms"] = round(value["latency_s"] * 1000, 6)
    if value.get("latency_ms") is not None:
        line["latency_ms"] = value["latency_ms"]
    fault, found = fault_of(value), value.get("retrieved")
    if fault is None and not isinstance(found, list):
        instead = f"no results at {path}" if found is None else f"{shown(found)} instead of results"
        said = words_of(value.get("error")) or words_of(value.get("message"))
        fault = said or odd_status(value) or instead
    line |= {"status": "ok"} if fault is None else {"status": "error", "message": fault}
    return {key: item for key, item in line.items() if item is not None or key == "id"}


def _item_fields(items: Sequence[Any], stated: Mapping[str, str]) -> dict[str, str]:
    return guess_fields([item for item in items if isinstance(item, Mapping)], FOUND, stated)


def found_in(
    items: Sequence[Any],
    fields: Mapping[str, str],
    spot: str,
    losses: Losses,
    targets: Mapping[str, Target] = FOUND,
) -> tuple[list[dict[str, Any]], list[Problem]]:
    """Results in the order of their ranks, or of the file where it has none."""
    shape = Shape(fields=fields)
    objects = [item if isinstance(item, Mapping) else _bare(item) for item in items]
    spots = [f"{spot} result {number}" for number in range(1, len(items) + 1)]
    plain = [not isinstance(item, Mapping) for item in items]
    mapped = apply(
        [{} if bare else item for bare, item in zip(plain, objects, strict=True)], spots, shape, targets
    )
    for path, count in unused(items, shape).items():
        losses.add(f"values of {path} in results, which no field takes", count=count)
    rows = [
        dict(item) if bare else row for bare, item, row in zip(plain, objects, mapped.values, strict=True)
    ]
    problems = list(mapped.problems)
    for row, place in zip(rows, spots, strict=True):
        name = row.get("chunk_id") or _made_id(row)
        if name is None:
            rule = "has no id, no text and no span of a document"
            path = (
                contents.chunk_place([item for item in items if isinstance(item, Mapping)], fields) or "PATH"
            )
            problems.append(Problem(place, rule, f"say what tells chunks apart: --item chunk_id={path}"))
        else:
            row["chunk_id"] = name
    ordered = _ranked(rows)
    return ordered, [*problems, *_rank_faults(ordered, spot)]


def _made_id(row: Mapping[str, Any]) -> str | None:
    """Id of a result that has none: made of its span, or of its text."""
    if {"doc_id", "start", "end"} <= row.keys():
        return f"{row['doc_id']}#{row['start']}-{row['end']}"
    return f"text-{sha256(row['text'].encode())[:16]}" if row.get("text") else None


def _bare(item: Any) -> dict[str, Any]:
    """A result that is an id alone, or a text alone."""
    if isinstance(item, str) and contents.is_words(item):
        return {"text": item}
    return {"chunk_id": str(item)} if isinstance(item, str) or type(item) is int else {}


def _ranked(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows with ranks from 1: those of the file, where it counts from 0 one more; else their order."""
    ranks = [int(row["rank"]) for row in rows if row.get("rank") is not None]
    if len(ranks) < len(rows):
        return [{**row, "rank": number} for number, row in enumerate(rows, 1)]
    shift = int(
        sorted(ranks) == list(range(len(ranks)))
    )  # else they stay, so that the message shows the file's own
    return sorted(({**row, "rank": row["rank"] + shift} for row in rows), key=lambda row: int(row["rank"]))


def _rank_faults(rows: Sequence[Mapping[str, Any]], spot: str) -> Iterator[Problem]:
    ranks = [row["rank"] for row in rows]
    if ranks != list(range(1, len(ranks) + 1)):
        words = ", ".join(map(str, ranks[:_SHOWN])) + (", …" if len(ranks) > _SHOWN else "")
        yield Problem(spot, f"ranks are {words}", "number them from 1 (or 0), without gaps or repeats")


def _flat(mapped: Mapped, done: Lines) -> None:
    """Lines of a table with one row a result; a row without one says that nothing came, or what went wrong."""
    lines: dict[str, dict[str, Any]] = {}
    for value, spot in zip(mapped.values, mapped.spots, strict=False):
        name = value.get("id") or value.get("query")
        chunk = value.get("chunk_id") or _made_id(value)
        fault = fault_of({**value, "retrieved": [] if chunk is None else None})
        if name is None or (chunk is None and fault is None and value.get("status") is None):
            what = "question" if name is None else "chunk"
            done.problems.append(Problem(spot, f"names no {what}", "fill the cell, or remove the row"))
            continue
        if name not in lines:
            lines[name] = {**line_of({**value, "retrieved": []}, ""), "retrieved": []}
            done.spots.append(spot)
        if fault is not None:
            lines[name] |= {"status": "error", "message": fault}
        elif chunk is not None:
            item = {"chunk_id": chunk, **{key: value[key] for key in _ITEM if key in value}}
            lines[name]["retrieved"].append(item)
    for line, spot in zip(lines.values(), done.spots, strict=True):
        found = _ranked(line.pop("retrieved"))
        if line["status"] == "ok":
            line["retrieved"] = found
            done.problems += _rank_faults(found, spot)
    done.values = list(lines.values())
