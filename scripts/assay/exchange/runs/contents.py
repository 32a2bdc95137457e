"""What columns of results are where their names do not say: told by what stands in them, and always said."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assay.exchange.records.guessing import guess_fields
from assay.exchange.records.paths import keys_of, reader
from assay.exchange.records.targets import ASKED, CHUNK, Target

_MS = "response_time_ms processing_time_ms search_time_ms query_time_ms total_time_ms time_ms latency_millis qtime"
_S = "response_time_s processing_time_s latency_sec duration_sec elapsed_sec response_time_sec duration_seconds "
_S += "elapsed_seconds response_time_seconds total_seconds time_s"
_OPEN = "latency duration elapsed response_time responsetime processing_time time_taken total_time"
_TIMES = {
    name: Target("number", tuple(words.split()), "time that a request took")
    for name, words in (("latency_ms", _MS), ("latency_s", _S), ("open", _OPEN))
}
_SHORT = 30  # seconds that few searches take, milliseconds that few services need
_ID_LETTERS = 200  # longer than any id
_WHERE = {
    "url": CHUNK["url"],
    "doc": CHUNK["doc_id"],
}


def is_words(text: str) -> bool:
    """Whether a text is one, and no id."""
    return len(text) > _ID_LETTERS or len(text.split()) > 2  # noqa: PLR2004  # words, no id


def told(values: Sequence[Any], stated: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Paths of fields of a record by what stands there, and what was taken for what.

    Args:
        values: the records.
        stated: paths by field, as people say.
    """
    guessed = guess_fields(values, ASKED, {name: path for name, path in stated.items() if path})
    found, facts = {}, []
    if not {"latency_ms", "latency_s"} & {*guessed, *stated}:
        times = guess_fields(values, _TIMES, guessed)
        path = times.get("open")
        if path is not None:
            name = "latency_s" if _like_seconds(_numbers(values, path)) else "latency_ms"
            found[name] = path
            facts.append(f"{path} says no unit: read as {_unit(name)}; {_other(name, path)}")
        else:
            found |= {name: times[name] for name in ("latency_ms", "latency_s") if name in times}
    return found, facts


def chunk_facts(fields: Mapping[str, str], stated: Mapping[str, str], option: str) -> Iterator[str]:
    """What a field named ``chunk`` was taken for: its name may mean the id of a chunk or its text.

    Args:
        fields: paths by field.
        stated: those of which people said so.
        option: which says otherwise.
    """
    for name, what, other in (("chunk_id", "ids", "text"), ("text", "texts", "chunk_id")):
        path = fields.get(name, "")
        if name not in stated and names_chunk(path):
            yield f"{path} holds {what}, as it looks: if not, {option} {other}={path} {option} {name}="


def names_chunk(path: str) -> bool:
    """Whether a path is called ``chunk``, which may be its id or its text."""
    keys = keys_of(path) if path else None
    return bool(keys) and keys[-1].casefold() in ("chunk", "чанк") if keys else False


def doubts(
    values: Sequence[Mapping[str, Any]], fields: Mapping[str, str], stated: Mapping[str, str]
) -> Iterator[str]:
    """Latencies that look like those of another unit than the name says.

    Args:
        values: records under our names.
        fields: where these are.
        stated: those of which people said so.
    """
    for name, odd in (("latency_ms", _like_seconds), ("latency_s", _like_milliseconds)):
        numbers = [value[name] for value in values if value.get(name) is not None]
        if name in fields and name not in stated and odd(numbers):
            other = "latency_s" if name == "latency_ms" else "latency_ms"
            what = f"{fields[name]} is read as {_unit(name)}, and its values look like {_unit(other)}"
            yield f"{what}: {_other(name, fields[name])}"


def chunk_place(values: Sequence[Any], fields: Mapping[str, str]) -> str | None:
    """The path that may stand for the id of a chunk where there is none: an address, else a document."""
    found = guess_fields(values, _WHERE, {name: path for name, path in fields.items() if name != "doc_id"})
    return found.get("url") or found.get("doc")


def _numbers(values: Sequence[Any], path: str) -> list[float]:
    found = []
    for cell in map(reader(path), values):
        try:
            found.append(float(cell))
        except (TypeError, ValueError):
            continue  # which is named when it is read
    return found


def _like_seconds(numbers: Sequence[float]) -> bool:
    return bool(numbers) and max(numbers) < _SHORT and any(number % 1 for number in numbers)


def _like_milliseconds(numbers: Sequence[float]) -> bool:
    return bool(numbers) and min(numbers) >= _SHORT and not any(number % 1 for number in numbers)


def _unit(name: str) -> str:
    return "milliseconds" if name == "latency_ms" else "seconds"


def _other(name: str, path: str) -> str:
    other = "latency_s" if name == "latency_ms" else "latency_ms"
    return f"if they are {_unit(other)}: --map {other}={path} --map {name}="
