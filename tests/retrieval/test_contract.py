"""One contract for every kind of system, and the tables that are made of what a kind gives back."""

import json
import textwrap
from dataclasses import replace

import polars as pl
import pytest

from assay.retrieval import schema
from assay.retrieval.contract import Returned, all_asked, complete, run
from assay.retrieval.frames import RESPONSES, RESULTS, ROWS
from assay.settings import KINDS, SYSTEM
from assay.tables import key_of, table_bytes, text_sha256

# Two pairs of equal texts: ties by id. Subjects and dates: a, d of another subject; b no longer valid.
TEXTS = {
    "a": "return within thirty days",
    "b": "return within thirty days",
    "c": "return of goods to a pick-up point",
    "d": "return of goods to a pick-up point",
    "e": "гарантия",
}
COLUMNS = {
    "subject": ["plus", None, "kettle", "plus", None],
    "valid_from": pl.Series([None, "2025-01-01", None, None, None]).str.to_date().to_list(),
    "valid_to": pl.Series([None, "2025-12-31", None, None, None]).str.to_date().to_list(),
}
# A program that pads: every chunk, whatever its score.
PROGRAM = textwrap.dedent(
    """
    import json, os, sys
    chunks = [json.loads(line) for line in open(os.environ["ASSAY_CHUNKS"], encoding="utf-8")]
    for line in sys.stdin:
        topic = json.loads(line)
        words = set(topic["query"].split())
        scored = sorted((-len(words & set(chunk["text"].split())), chunk["chunk_id"]) for chunk in chunks)
        hits = [{"chunk_id": c, "rank": n, "score": -s} for n, (s, c) in enumerate(scored, 1)]
        print(json.dumps({"id": topic["id"], "retrieved": hits}))
    """
)
SMALL = {
    "bm25": {"stem": True, "k1": 1.2, "b": 0.75},
    "ngram": {"n_min": 3, "n_max": 5},
    "command": {"arguments": [], "timeout": 60},
    "recorded": {"foreign": "error", "repeats": "keep"},
}


def of_kind(kind, depth, restrict, place):
    """All settings that params.yaml must have for a kind; one that is not in ``SMALL`` fails."""
    given = {"kind": kind, "snapshot": "fine", "input": place, "depth": depth, **SMALL[kind]}
    settings = {**given, "filter": restrict} if "filter" in KINDS[kind] else given
    assert set(settings) == {*SYSTEM, *KINDS[kind]}
    return settings


@pytest.fixture(params=KINDS)
def ask(request, make, tmp_path):
    """Runs one kind on the small corpus above."""
    kind = request.param

    def asked(topics, *, depth=10, restrict=True):
        program = tmp_path / "search.py"
        program.write_text(PROGRAM)
        settings = of_kind(kind, depth, restrict, str(program))
        files = recording(topics) if kind == "recorded" else {}
        return run(make.ask(TEXTS, topics, settings, files, **COLUMNS))

    def recording(topics):
        """What another system found: here the first kind, on all chunks."""
        made = run(make.ask(TEXTS, topics, of_kind("bm25", 100, restrict=False, place=""), **COLUMNS))
        found = made.results.group_by("query_id").agg(pl.struct("chunk_id", "rank", "score"))
        rows = dict(found.iter_rows())
        lines = [
            json.dumps({"id": topic.id, "query": topic.query, "retrieved": rows.get(topic.id, [])}) + "\n"
            for topic in topics
        ]
        card = {"mode": "retrieve_only", "snapshot_id": made.card["snapshot_id"]}
        return {"results.jsonl": "".join(lines).encode(), "card.json": json.dumps(card).encode()}

    asked.kind = kind
    return asked


def ids(made, query="q-1"):
    return made.results.filter(pl.col("query_id") == query).sort("rank")["chunk_id"].to_list()


def test_ties_are_in_the_order_of_ids(ask, make):
    """Equal scores, equal order: by id, also where the cut falls among them."""
    topics = [make.topic(query="return within thirty days")]
    assert ids(ask(topics, restrict=False)) == ["a", "b", "c", "d"]
    assert ids(ask(topics, restrict=False, depth=1)) == ["a"]
    assert ids(ask(topics, restrict=False, depth=3)) == ["a", "b", "c"]


def test_chunks_of_another_subject_or_date_are_left_out(ask, make):
    """A null subject fits any; first and last day are inclusive; without a date, all versions.

    What was recorded elsewhere stays as it was: there is no setting for it.
    """
    topics = [
        make.topic("q-1", "return of goods", subject="kettle"),
        make.topic("q-2", "return", as_of="2025-12-31"),
        make.topic("q-3", "return", as_of="2026-01-01"),
        make.topic("q-4", "return"),
        make.topic("q-5", "return", as_of="2025-01-01"),
        make.topic("q-6", "return", as_of="2024-12-31"),
    ]
    made = ask(topics)
    found = {topic.id: "".join(sorted(ids(made, topic.id))) for topic in topics}
    if ask.kind == "recorded":
        assert found == {topic.id: "abcd" for topic in topics}
        return
    assert found == {"q-1": "bc", "q-2": "abcd", "q-3": "acd", "q-4": "abcd", "q-5": "abcd", "q-6": "acd"}
    assert made.results.filter(query_id="q-3").sort("rank")["rank"].to_list() == [1, 2, 3]


def test_nothing_is_padded(ask, make):
    """A depth above the corpus returns what shares something; no words in common, nothing."""
    made = ask([make.topic("q-1", "гарантия"), make.topic("q-2", "zzz")], depth=100)
    assert (ids(made), ids(made, "q-2")) == (["e"], [])
    assert made.results.filter(pl.col("score") == 0).height == 0
    assert made.card["counts"]["zero_scores"] == (9 if ask.kind == "command" else 0)


def test_every_query_has_a_status(ask, make):
    """Asked and found nothing is no error; text and hash of the question are there."""
    topics = [make.topic("q-1", "гарантия"), make.topic("q-2", "zzz")]
    made = ask(topics)
    assert made.responses.select("query_id", "status", "n_returned", "sent", "query_sha256").rows() == [
        ("q-1", "ok", 1, "гарантия", text_sha256("гарантия")),
        ("q-2", "ok", 0, "zzz", text_sha256("zzz")),
    ]
    counts = {"asked": 2, "ok": 2, "error": 0, "empty": 1, "repeats": 0, "foreign": 0}
    assert {**made.card["counts"], "zero_scores": None} == {**counts, "zero_scores": None}


def test_tables_are_as_declared(ask, make):
    """Columns, keys, characters read; the models of the tables hold."""
    made = ask([make.topic(query="return within thirty days"), make.topic("q-2", "гарантия")], restrict=False)
    assert dict(made.results.schema) == dict(RESULTS)
    assert dict(made.responses.schema) == dict(RESPONSES)
    schema.Results.validate(made.results, lazy=True)
    schema.Responses.validate(made.responses, lazy=True)
    first = made.results.filter(query_id="q-1").sort("rank")
    lengths = [len(TEXTS[chunk]) for chunk in first["chunk_id"]]
    assert first["chars_read"].to_list() == [sum(lengths[: n + 1]) for n in range(4)]
    assert first["chunk_key"].to_list() == [key_of(chunk) for chunk in first["chunk_id"]]
    assert first["query_key"].to_list() == [key_of("q-1")] * 4


def test_the_same_twice(ask, make):
    """Same bytes, same id; order of topics in the request plays no part."""
    topics = [make.topic("q-1", "return of goods"), make.topic("q-2", "гарантия")]
    one, two = ask(topics), ask(topics)
    assert one.card == two.card
    for table, key in (("results", ["query_id", "rank"]), ("responses", ["query_id"])):
        assert table_bytes(getattr(one, table), key) == table_bytes(getattr(two, table), key)


def test_the_card_names_the_system(ask, make):
    """Snapshot, settings, depth, mode, and what may vary."""
    card = ask([make.topic(query="return")]).card
    assert (card["snapshot"], card["snapshot_id"], card["depth"]) == ("fine", "0" * 64, 10)
    assert card["settings"]["kind"] == card["kind"]
    assert card["mode"] == "retrieve_only"
    assert len(card["may_vary"]) == (card["kind"] == "command")


# What complete() makes of rows, without any kind.

SETTINGS = {"kind": "bm25", "snapshot": "fine", "depth": 10}


def rows(*found):
    """(query, rank, chunk) or (query, rank, chunk, n_chars) of a foreign chunk; score 0.5."""
    values = [
        (query, rank, chunk, 0.5, bool(more), more[0] if more else None)
        for query, rank, chunk, *more in found
    ]
    return pl.DataFrame(values, schema=dict(ROWS), orient="row")


def completed(make, found, **settings):
    topics = [make.topic("q-1"), make.topic("q-2")]
    request = make.ask({"a": "xx", "b": "yyy"}, topics, {**SETTINGS, **settings})
    return complete(request, Returned(found, all_asked(topics)))


@pytest.mark.parametrize(
    ("scores", "kept"),
    [
        ([0.5, 0.0, 0.0], 1),
        ([0.5, 0.0, 0.1], 3),
        ([0.5, 1e-13, -0.0], 1),
        ([0.0, -0.5, -1.0], 3),
        ([0.0, 0.2, 0.3], 3),
        ([None, None, None], 3),
        ([0.5, None, 0.0], 2),
        ([0.0, 0.0, 0.0], 3),
        ([0.5, 1e-11, -0.1], 3),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_a_score_of_0_at_the_end_is_padding(make, kind, scores, kept):
    """Left out and counted; not where it is the best score, or no chunk has another, or it was recorded so."""
    found = rows(*(("q-1", rank, chunk) for rank, chunk in enumerate("aba", 1)))
    made = completed(make, found.with_columns(score=pl.Series(scores, dtype=pl.Float64)), kind=kind)
    kept = 3 if kind == "recorded" else kept
    assert made.results["rank"].to_list() == [1, 2, 3][:kept]
    assert made.card["counts"]["zero_scores"] == 3 - kept


def test_a_list_of_nothing_but_padding_is_empty(make):
    """Where another query has scores."""
    found = rows(("q-1", 1, "a"), ("q-2", 1, "a")).with_columns(score=pl.Series([0.0, 0.5]))
    made = completed(make, found)
    assert made.responses["n_returned"].to_list() == [0, 1]
    assert (made.card["counts"]["empty"], made.card["counts"]["zero_scores"]) == (1, 1)


def test_repeats_are_read_again_and_counted(make):
    """A repeat keeps its slot and its characters."""
    made = completed(make, rows(("q-1", 1, "a"), ("q-1", 2, "b"), ("q-1", 3, "a"), ("q-2", 1, "a")))
    assert made.results["chars_read"].to_list() == [2, 5, 7, 2]
    assert made.card["counts"]["repeats"] == 1


def test_characters_are_unknown_after_an_unknown_length(make):
    """Null from there on, not 0; only in that query."""
    found = rows(("q-1", 1, "a"), ("q-1", 2, "x", None), ("q-1", 3, "b"), ("q-2", 1, "y", 7), ("q-2", 2, "b"))
    made = completed(make, found)
    assert made.results["chars_read"].to_list() == [2, None, None, 7, 10]
    assert made.results["chunk_key"].to_list() == [key_of("a"), None, key_of("b"), None, key_of("b")]
    assert made.card["counts"]["foreign"] == 2


def test_characters_of_ids_are_not_counted(make):
    """Where the snapshot knows no texts, each length is unknown."""
    request = make.ask({"a": "a", "b": "b"}, [make.topic("q-1")], SETTINGS)
    made = complete(
        replace(request, card={**request.card, "ids_only": True}),
        Returned(rows(("q-1", 1, "a"), ("q-1", 2, "b")), all_asked([make.topic("q-1")])),
    )
    assert made.results["chars_read"].to_list() == [None, None]
    assert made.results["chunk_key"].null_count() == 0


def test_a_foreign_chunk_is_none_of_the_snapshot_whatever_its_id(make):
    """The key is null, so that no passage counts as found."""
    made = completed(make, rows(("q-1", 1, "a", 9)))
    assert made.results.select("chunk_key", "chars_read").rows() == [(None, 9)]


def test_the_cut_is_at_the_depth(make):
    """No depth declared, nothing is cut."""
    found = rows(("q-1", 1, "a"), ("q-1", 2, "b"), ("q-2", 1, "b"))
    assert completed(make, found, depth=1).results["query_id"].to_list() == ["q-1", "q-2"]
    assert completed(make, found, depth=None).results.height == 3


def test_run_id_is_of_what_was_asked_and_found(make):
    """Latency is not in it; results, settings and the snapshot are."""
    topics = [make.topic("q-1")]
    request = make.ask({"a": "xx"}, topics, SETTINGS)
    asked = all_asked(topics)
    base = complete(request, Returned(rows(("q-1", 1, "a")), asked)).card["run_id"]
    slow = asked.with_columns(latency_ms=pl.lit(3.5))
    assert complete(request, Returned(rows(("q-1", 1, "a")), slow)).card["run_id"] == base
    other = {
        complete(request, Returned(rows(), asked)).card["run_id"],
        complete(
            make.ask({"a": "xx"}, topics, {**SETTINGS, "depth": 5}), Returned(rows(("q-1", 1, "a")), asked)
        ).card["run_id"],
        complete(request, Returned(rows(("q-1", 1, "a")), asked.with_columns(sent=pl.lit("y")))).card[
            "run_id"
        ],
    }
    assert len(other | {base}) == 4
