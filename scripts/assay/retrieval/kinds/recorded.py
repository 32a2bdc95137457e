"""A run that was recorded elsewhere: a folder with results.jsonl and a card that says how it came about.

``results.jsonl`` is as ``assay.retrieval.foreign`` says; order is ``rank``. ``card.json`` states what is known;
what it does not state is listed as absent. ``chunks.jsonl``, if there, holds the texts of the run's chunks; it may lie
in a folder ``chunks``, the source of a snapshot of them, beside a card that says of which documents they are.
Of a system that was asked several times, ``repeats/2/results.jsonl`` and so on hold what it found the other times.
"""

import re
from collections.abc import Iterator
from typing import Any

import polars as pl

from assay.errors import InputError, Problem, refuse, shown
from assay.jsonl import read_object
from assay.manifest import sha256
from assay.retrieval import foreign
from assay.retrieval.contract import Request, Returned, conditions
from assay.retrieval.frames import ASKED, ROWS
from assay.retrieval.matching import by_text, same, with_texts
from assay.retrieval.ready import read_chunks
from assay.retrieval.records import Field, by_line, faults, is_moment
from assay.retrieval.topics import Topic

RESULTS, CARD, CHUNKS = "results.jsonl", "card.json", "chunks.jsonl"
TABLE = "chunks"  # the folder
REPEAT = re.compile(r"repeats/([^/]+)/results\.jsonl")
STATED = {
    "mode": Field(str, required=True),
    "snapshot": Field(str),
    "snapshot_id": Field(str),
    "corpus_version": Field(str),
    "embedding_model": Field(str),
    "algorithm": Field(str),
    "chunk_size": Field(int, low=1),
    "chunk_overlap": Field(int, low=0),
    "top_k": Field(int, low=1),
    "filters": Field(object),
    "reranker": Field(str),
    "generation_config": Field(object),
    "prompt_version": Field(str),
    "model": Field(str),
    "application_revision": Field(str),
    "locale": Field(str),
    "recorded_at": Field(str),
    "notes": Field(str),
}
MODES = ("retrieve_only", "retrieve_and_generate")
THAT_DATE = "needs the chunk table of that date"
NEEDS = f"{THAT_DATE}: add it as chunks.jsonl, or record text with each result"


def retrieve(request: Request) -> Returned:
    """What the run found.

    Settings: ``input`` (the folder), ``depth`` (null: not declared), ``foreign`` (what to do about a chunk that
    the snapshot does not hold: ``error``; ``match`` by its text; ``keep`` and count), ``repeats`` (``keep``,
    or ``strict``: an error). A chunk whose recorded text differs from that under the same id in the
    snapshot is another chunk. An id without a text is a chunk of the snapshot only where the card states the
    snapshot's id; else nobody knows which text it was: an error, or, where such chunks are kept, a query that
    is not measured.

    Raises:
        InputError: whatever is wrong with the folder's files.
    """
    where = request.settings["input"]
    missing = [name for name in (RESULTS, CARD) if name not in request.files]
    refuse([Problem(f"{where}/{name}", "is missing", "add it") for name in missing])
    card, problems = _card(request, f"{where}/{CARD}")
    names = [RESULTS, *_others(request, problems)]
    files = [foreign.read(request.files[name], f"{where}/{name}") for name in names]
    problems += (problem for found in files for problem in found.problems)
    own = _own(request, where, problems)
    trusted = card.get("snapshot_id") == request.card["snapshot_id"]
    passes = [_pass(request, found, own, problems, trusted=trusted) for found in files]
    refuse(by_line(problems))
    first, *others = [_typed(*one) for one in passes]
    return Returned(
        *first,
        mode=card["mode"],
        stated={key: value for key, value in card.items() if value is not None},
        absent=[key for key in STATED if card.get(key) is None],
        repeats=foreign.changes(passes, request.settings["depth"]) if others else None,
        others=others,
    )


def _typed(rows: pl.DataFrame, asked: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    return (
        rows.select(pl.col(name).cast(dtype) for name, dtype in ROWS.items()),
        asked.select(pl.col(name).cast(dtype) for name, dtype in ASKED.items()),
    )


def _others(request: Request, problems: list[Problem]) -> list[str]:
    """Files of the second pass and those after it, in their order."""
    names = sorted(found[1] for name in request.files if (found := REPEAT.fullmatch(name)))
    expected = [str(n) for n in range(2, len(names) + 2)]
    if names != sorted(expected):
        rule = f"holds {', '.join(map(shown, names))}"
        problems.append(
            Problem(f"{request.settings['input']}/repeats", rule, "number the folders from 2, without gaps")
        )
        return []
    return [f"repeats/{name}/{RESULTS}" for name in expected]


def _pass(
    request: Request,
    found: foreign.Foreign,
    own: pl.DataFrame | None,
    problems: list[Problem],
    *,
    trusted: bool,
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Rows and questions of one file of results; what else is wrong with it is added to ``problems``."""
    rows = with_texts(found.rows, own)
    wrong = rows.filter(pl.col("text_sha256") != pl.col("sha256"))
    problems += found.name(wrong, "sha256 of {} is not that of text", "leave one out")
    rows = _placed(rows, request, trusted=trusted)
    problems += _unplaced(rows, request, found, trusted=trusted)
    problems += _repeats(rows, request, found)
    return _measured(rows, _asked(found.asked, request.topics))


def _card(request: Request, where: str) -> tuple[dict[str, Any], list[Problem]]:
    card = read_object(request.files[CARD], where, "mode")
    return card, [*faults(card, STATED, where), *_card_faults(card, request, where)]


def _own(request: Request, where: str, problems: list[Problem]) -> pl.DataFrame | None:
    """The run's own chunk table; where it cannot be read, nothing more can be said than ``problems`` and why."""
    names = [name for name in (CHUNKS, f"{TABLE}/{CHUNKS}") if name in request.files]
    if len(names) > 1:
        rule = f"holds {' and '.join(names)}"
        problems.append(Problem(where, rule, "remove the one that is not that of the run"))
    try:
        return read_chunks(request.files[names[0]], f"{where}/{names[0]}") if names else None
    except InputError as error:
        raise InputError([*problems, *error.problems]) from None


def _card_faults(card: dict[str, Any], request: Request, where: str) -> Iterator[Problem]:
    mode, top_k, depth = card.get("mode"), card.get("top_k"), request.settings["depth"]
    if isinstance(mode, str) and mode not in MODES:
        yield Problem(where, f"mode is {shown(mode)}, must be one of {', '.join(MODES)}", "change it")
    if isinstance(top_k, int) and depth is not None and depth > top_k > 0:
        yield Problem(where, f"top_k is {top_k}, but params.yaml declares depth {depth}", f"declare {top_k}")
    at = card.get("recorded_at")
    if isinstance(at, str) and not is_moment(at):
        fix = "write it as 2026-03-01 or 2026-03-01T09:30:00Z"
        yield Problem(where, f"recorded_at {shown(at)} is no date and no time", fix)
    named, searched = card.get("snapshot"), request.settings["snapshot"]
    if isinstance(named, str) and named != searched:
        rule = f"snapshot is {shown(named)}, but params.yaml declares snapshot {searched!r}"
        yield Problem(where, rule, "declare the snapshot that the run searched")
    stated, here = card.get("snapshot_id"), request.card
    if stated not in (None, here["snapshot_id"]) and request.settings["foreign"] == "error":
        rule = f"snapshot_id is {shown(stated)}, but snapshot {here['name']!r} is {here['snapshot_id']!r}"
        yield Problem(where, rule, f"{THAT_DATE}, or foreign: match")


def _placed(rows: pl.DataFrame, request: Request, *, trusted: bool) -> pl.DataFrame:
    """Rows with the snapshot's chunk id where there is one; the others are ``foreign``."""
    here = same(rows, request.chunks, trusted=trusted)
    if request.settings["foreign"] == "match":
        asked = conditions(request.topics)
        here = by_text(rows.with_columns(here.alias("here")), request.chunks, asked)
    return rows.with_columns(
        pl.col("chunk_id").alias("recorded_id"),
        pl.coalesce(here, "chunk_id").alias("chunk_id"),
        here.is_null().alias("foreign"),
        pl.col("text").str.len_chars().alias("n_chars"),
    )


def _unplaced(
    rows: pl.DataFrame, request: Request, found: foreign.Foreign, *, trusted: bool
) -> list[Problem]:
    policy, name = request.settings["foreign"], request.card["name"]
    lost = rows.filter("foreign")
    if policy == "keep" or lost.is_empty():
        return []
    textless = lost.filter(pl.col("sha256").is_null())
    unlike = lost.filter(pl.col("sha256").is_not_null())
    changed = unlike.join(request.chunks, on="chunk_id", how="semi", maintain_order="left")
    unknown = unlike.join(request.chunks, on="chunk_id", how="anti", maintain_order="left")
    doubt = (
        f"not in snapshot {name!r}, and without text"
        if trusted
        else f"without text, and {CARD} does not state the snapshot_id of {name!r}"
    )
    fix = "set foreign to keep to count them" if policy == "match" else "set foreign to match or keep"
    return [
        *found.name(changed, f"{{}} had another text than in snapshot {name!r}", fix),
        *found.name(textless, f"{{}} {doubt}", NEEDS),
        *found.name(unknown, f"{{}} not in snapshot {name!r}", fix),
    ]


def _repeats(rows: pl.DataFrame, request: Request, found: foreign.Foreign) -> Iterator[Problem]:
    if request.settings["repeats"] == "strict":
        twice = rows.group_by("query_id", "recorded_id", maintain_order=True).agg("rank")
        for query, chunk, ranks in twice.filter(pl.col("rank").list.len() > 1).iter_rows():
            rule = f"{shown(chunk)} stands at ranks {', '.join(map(str, ranks))}"
            yield Problem(found.places[query], rule, "remove one, or set repeats to keep")


def _asked(asked: pl.DataFrame, topics: list[Topic]) -> pl.DataFrame:
    """Hash and text of each question as it was asked.

    It is the topic's where the recorded ``query`` is what the topic sends or what its user asked, or is not
    recorded; else its own, so that scoring sees that another question was asked.
    """
    known = {topic.id: topic for topic in topics}
    hashes, texts = [], []
    for query_id, query, sent in asked.select("query_id", "query", "sent").iter_rows():
        topic = known.get(query_id)
        same_question = topic is not None and query in (None, topic.query, topic.original)
        recorded = sha256(query.encode()) if query is not None else None
        hashes.append(topic.sha256 if topic is not None and same_question else recorded)
        texts.append(sent or query or (topic.query if topic is not None else None))
    return asked.with_columns(
        pl.Series("query_sha256", hashes, dtype=pl.String), pl.Series("sent", texts, dtype=pl.String)
    )


def _measured(rows: pl.DataFrame, asked: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Without the results of queries that hold an id of which nobody knows the text: an error, never 0."""
    lost = rows.filter(pl.col("foreign") & pl.col("sha256").is_null()).group_by("query_id").len("lost")
    noun = pl.when(pl.col("lost") == 1).then(pl.lit("chunk")).otherwise(pl.lit("chunks"))
    message = pl.format(f"{THAT_DATE}: {{}} {{}} without text", "lost", noun)
    known = pl.col("lost").is_null()
    asked = asked.join(lost, on="query_id", how="left", maintain_order="left").with_columns(
        status=pl.when(known).then("status").otherwise(pl.lit("error")),
        message=pl.when(known).then("message").otherwise(message),
    )
    return rows.join(lost, on="query_id", how="anti", maintain_order="left"), asked
