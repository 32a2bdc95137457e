import json

import polars as pl
import pytest

from assay.errors import InputError
from assay.retrieval.contract import run
from assay.retrieval.kinds.recorded import STATED
from assay.settings import KINDS
from assay.tables import key_of, text_sha256

TEXTS = {"a": "Возврат за 30 дней", "b": "Гарантия 12 месяцев", "c": "Доставка"}
WHERE = "runs/recorded/shop/2026-11"
UNSTATED = {"mode": "retrieve_only", "algorithm": "hybrid"}
CARD = {**UNSTATED, "snapshot_id": "0" * 64}  # the id of the snapshot that is searched


def dumped(rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def result(chunk_id="a", rank=1, **more):
    return {"chunk_id": chunk_id, "rank": rank, **more}


@pytest.fixture
def recorded(make):
    """Reads a run of the given rows."""

    def read(rows, *, card=CARD, chunks=None, files=None, **settings):
        settings = {"kind": "recorded", "snapshot": "fine", "input": WHERE, "depth": 10, "foreign": "error",
                    "repeats": "keep", **settings}  # fmt: skip
        given = {"results.jsonl": dumped(rows), "card.json": json.dumps(card).encode()}
        if chunks is not None:
            given["chunks.jsonl"] = dumped(chunks)
        topics = [
            make.topic("q-1", "Вернуть?"),
            make.topic("q-2", "Сколько идёт посылка?", original="А сколько?"),
        ]
        return run(make.ask(TEXTS, topics, settings, given if files is None else files))

    return read


def faults(recorded, *arguments, **options):
    with pytest.raises(InputError) as caught:
        recorded(*arguments, **options)
    return str(caught.value).splitlines()


def test_order_is_the_recorded_rank(recorded):
    """Not the order in the file, not the scores."""
    rows = [{"id": "q-1", "retrieved": [result("b", 2, score=0.9), result("a", 1, score=0.1)]}]
    made = recorded(rows)
    assert made.results.select("rank", "chunk_id", "score").rows() == [(1, "a", 0.1), (2, "b", 0.9)]


def test_the_card_says_what_is_known_and_what_is_not(recorded):
    """Null is absent."""
    card = recorded([], card={**CARD, "top_k": 20, "reranker": None, "filters": {"lang": "ru"}}).card
    assert card["stated"] == {**CARD, "top_k": 20, "filters": {"lang": "ru"}}
    assert card["absent"] == [key for key in STATED if key not in card["stated"]]
    assert (card["mode"], card["may_vary"]) == ("retrieve_only", [])


def test_errors_are_kept(recorded):
    """With their message, and no results."""
    made = recorded([{"id": "q-1", "status": "error", "message": "HTTP 504"}, {"id": "q-2", "retrieved": []}])
    assert made.responses.select("query_id", "status", "message", "n_returned").rows() == [
        ("q-1", "error", "HTTP 504", 0),
        ("q-2", "ok", None, 0),
    ]
    assert (made.card["counts"]["error"], made.card["counts"]["empty"]) == (1, 1)


@pytest.mark.parametrize(
    ("row", "text", "sent"),
    [
        ({"id": "q-1"}, "Вернуть?", "Вернуть?"),
        ({"id": "q-1", "query": "Вернуть?"}, "Вернуть?", "Вернуть?"),
        ({"id": "q-1", "query": "Вернуть?", "sent": "возврат"}, "Вернуть?", "возврат"),
        ({"id": "q-1", "query": "Возвращать?"}, "Возвращать?", "Возвращать?"),
        ({"id": "q-2", "query": "А сколько?"}, "Сколько идёт посылка?", "А сколько?"),
        ({"id": "q-9", "query": "Новый?"}, "Новый?", "Новый?"),
        ({"id": "q-9"}, None, None),
    ],
)
def test_which_question_was_asked(recorded, row, text, sent):
    """Another text than the topic's keeps its own hash, so that it does not pass for the topic's."""
    responses = recorded([{**row, "retrieved": []}]).responses
    expected = None if text is None else text_sha256(text)
    assert responses.select("query_sha256", "sent").rows() == [(expected, sent)]


def test_an_undeclared_depth_cuts_nothing(recorded):
    """And is not concluded from the rows."""
    rows = [{"id": "q-1", "retrieved": [result("a", 1), result("b", 2)]}]
    made = recorded(rows, depth=None)
    assert (made.card["depth"], made.results.height) == (None, 2)
    assert recorded(rows, depth=1).results.height == 1


UNKNOWN = [{"id": "q-1", "retrieved": [result("a", 1), result("x", 2), result("y", 3, text="Другой текст")]}]


def test_unknown_chunks_are_an_error(recorded):
    """With or without a text; one line a query."""
    assert faults(recorded, UNKNOWN) == [
        (
            f"{WHERE}/results.jsonl:1 q-1: 'x' not in snapshot 'fine', and without text; needs the chunk table of "
            "that date: add it as chunks.jsonl, or record text with each result"
        ),
        f"{WHERE}/results.jsonl:1 q-1: 'y' not in snapshot 'fine'; set foreign to match or keep",
    ]


def test_unknown_chunks_are_kept_and_counted(recorded):
    """No key; what is read after a chunk of unknown length is not known."""
    other = text_sha256("Другой текст")
    rows = [result("a", 1), result("x", 2, sha256=other), result("y", 3, text="Другой текст")]
    made = recorded([{"id": "q-1", "retrieved": rows}], foreign="keep")
    assert made.results.select("chunk_id", "chunk_key", "chars_read").rows() == [
        ("a", key_of("a"), 18),
        ("x", None, None),
        ("y", None, None),
    ]
    assert (made.card["counts"]["foreign"], made.card["counts"]["error"]) == (2, 0)
    (only,) = recorded(
        [{"id": "q-1", "retrieved": [result("y", 1, text="Другой")]}], foreign="keep"
    ).results.rows(named=True)
    assert only["chars_read"] == 6


BARE = [
    {"id": "q-1", "retrieved": [result("a", 1), result("b", 2, text=TEXTS["b"]), result("x", 3)]},
    {"id": "q-2", "retrieved": [result("c", 1, sha256=text_sha256(TEXTS["c"]))]},
]
NEEDED = "needs the chunk table of that date: add it as chunks.jsonl, or record text with each result"
DOUBTED = f"without text, and card.json does not state the snapshot_id of 'fine'; {NEEDED}"
OTHER = {**UNSTATED, "snapshot_id": "1" * 64}


def test_an_id_alone_is_believed_on_the_very_snapshot_that_the_card_states(recorded):
    """Which is then the run's own chunk table."""
    rows = [{"id": "q-1", "retrieved": [result("b", 1), result("a", 2)]}]
    for policy in ("error", "match", "keep"):
        made = recorded(rows, foreign=policy, card={**CARD, "snapshot": "fine"})
        assert made.results["chunk_key"].to_list() == [key_of("b"), key_of("a")]
        assert made.responses["status"].to_list() == ["ok"]


@pytest.mark.parametrize(
    ("policy", "card"), [("error", UNSTATED), ("match", UNSTATED), ("match", OTHER), ("match", {**UNSTATED, "snapshot": "fine"})]
)  # fmt: skip
def test_an_id_alone_is_refused_on_any_other(recorded, policy, card):
    """The snapshot may know the id, but not whether it was that text: not even its name says so."""
    assert faults(recorded, BARE, foreign=policy, card=card) == [
        f"{WHERE}/results.jsonl:1 q-1: 'a', 'x' {DOUBTED}"
    ]


def test_an_id_alone_is_refused_on_a_snapshot_of_another_day(recorded):
    """Both the card and the results say why."""
    stated = f"snapshot_id is '{'1' * 64}', but snapshot 'fine' is '{'0' * 64}'"
    assert faults(recorded, BARE[:1], card=OTHER) == [
        f"{WHERE}/card.json: {stated}; needs the chunk table of that date, or foreign: match",
        f"{WHERE}/results.jsonl:1 q-1: 'a', 'x' {DOUBTED}",
    ]


@pytest.mark.parametrize(("card", "lost"), [(UNSTATED, "2 chunks"), (OTHER, "2 chunks"), (CARD, "1 chunk")])
def test_a_query_with_ids_alone_is_not_measured_where_they_are_kept(recorded, card, lost):
    """An error with its reason, never 0; the other queries stay as they are."""
    made = recorded(BARE, foreign="keep", card=card)
    assert made.responses.select("query_id", "status", "message", "n_returned").rows() == [
        ("q-1", "error", f"needs the chunk table of that date: {lost} without text", 0),
        ("q-2", "ok", None, 1),
    ]
    assert made.results.select("query_id", "chunk_key").rows() == [("q-2", key_of("c"))]
    assert {name: made.card["counts"][name] for name in ("asked", "ok", "error", "foreign")} == {
        "asked": 2, "ok": 1, "error": 1, "foreign": 0,
    }  # fmt: skip


def test_the_chunk_table_of_that_date_will_do(recorded):
    """Its texts decide, whatever the card states; a chunk it lacks is still unknown."""
    rows = [{"id": "q-1", "retrieved": [result("a", 1), result("uuid", 2)]}]
    table = [{"chunk_id": "a", "text": TEXTS["b"]}, {"chunk_id": "uuid", "text": TEXTS["a"]}]
    made = recorded(rows, foreign="match", chunks=table, card=UNSTATED)
    assert made.results["chunk_id"].to_list() == ["b", "a"]
    assert faults(recorded, rows, foreign="match", chunks=table[1:], card=UNSTATED) == [
        f"{WHERE}/results.jsonl:1 q-1: 'a' {DOUBTED}"
    ]


@pytest.mark.parametrize("policy", ["error", "match", "keep"])
def test_a_run_on_a_snapshot_of_another_name(recorded, policy):
    """Is scored on that one."""
    assert faults(recorded, [], foreign=policy, card={**CARD, "snapshot": "wide"}) == [
        f"{WHERE}/card.json: snapshot is 'wide', but params.yaml declares snapshot 'fine'; declare the snapshot that the run searched"
    ]


def test_results_are_not_filtered(make):
    """What the system found is judged as it is: another subject, another date; there is no such setting."""
    assert "filter" not in KINDS["recorded"]
    settings = {
        "kind": "recorded",
        "snapshot": "fine",
        "input": WHERE,
        "depth": 10,
        "foreign": "error",
        "repeats": "keep",
    }
    rows = [{"id": "q-1", "retrieved": [result("a", 1), result("b", 2), result("c", 3)]}]
    files = {"results.jsonl": dumped(rows), "card.json": json.dumps(CARD).encode()}
    ended = pl.Series([None, "2025-12-31", None]).str.to_date().to_list()
    topic = make.topic("q-1", subject="plus", as_of="2026-01-01")
    made = run(make.ask(TEXTS, [topic], settings, files, subject=["kettle", None, "plus"], valid_to=ended))
    assert made.results["chunk_id"].to_list() == ["a", "b", "c"]


def test_new_ids_are_matched_by_text(recorded):
    """From the results, or from the run's own chunk table."""
    rows = [
        {"id": "q-1", "retrieved": [result("uuid-1", 1, text="гарантия 12  МЕСЯЦЕВ"), result("uuid-2", 2)]}
    ]
    chunks = [{"chunk_id": "uuid-2", "text": TEXTS["c"]}]
    made = recorded(rows, foreign="match", chunks=chunks)
    assert made.results["chunk_id"].to_list() == ["b", "c"]
    assert made.card["counts"]["foreign"] == 0


def test_what_matches_no_text_is_an_error(recorded):
    """Never 0, never dropped."""
    assert faults(recorded, UNKNOWN, foreign="match") == [
        (
            f"{WHERE}/results.jsonl:1 q-1: 'x' not in snapshot 'fine', and without text; needs the chunk table of "
            "that date: add it as chunks.jsonl, or record text with each result"
        ),
        f"{WHERE}/results.jsonl:1 q-1: 'y' not in snapshot 'fine'; set foreign to keep to count them",
    ]


def test_an_id_whose_text_changed_is_another_chunk(recorded):
    """The id alone proves nothing: an error, or found under its new id, or kept without a key."""
    rows = [{"id": "q-1", "retrieved": [result("a", 1, sha256=text_sha256(TEXTS["b"]))]}]
    assert faults(recorded, rows) == [
        f"{WHERE}/results.jsonl:1 q-1: 'a' had another text than in snapshot 'fine'; set foreign to match or keep"
    ]
    assert recorded(rows, foreign="match").results["chunk_id"].to_list() == ["b"]
    assert recorded(rows, foreign="keep").results.select("chunk_id", "chunk_key").rows() == [("a", None)]


def test_repeats(recorded):
    """Kept and counted, or an error with all positions; another id of one text is none where its index had two."""
    rows = [{"id": "q-1", "retrieved": [result("a", 1), result("b", 2), result("a", 3)]}]
    assert recorded(rows, foreign="match").card["counts"]["repeats"] == 1
    assert faults(recorded, rows, foreign="match", repeats="strict") == [
        f"{WHERE}/results.jsonl:1 q-1: 'a' stands at ranks 1, 3; remove one, or set repeats to keep"
    ]
    rows = [{"id": "q-1", "retrieved": [result("a", 1), result("z", 2, text=TEXTS["a"])]}]
    assert recorded(rows, foreign="match", repeats="strict").card["counts"]["repeats"] == 1


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ({}, "card.json: mode is missing; add it"),
        (
            {"mode": "search"},
            "card.json: mode is 'search', must be one of retrieve_only, retrieve_and_generate; change it",
        ),
        ({**CARD, "rerankers": "x"}, "card.json: 'rerankers' is no field here; did you mean 'reranker'?"),
        ({**CARD, "top_k": "20"}, "card.json: top_k is '20', must be a whole number; change it"),
        ({**CARD, "top_k": 5}, "card.json: top_k is 5, but params.yaml declares depth 10; declare 5"),
        (
            {**CARD, "snapshot_id": "f"},
            (
                f"card.json: snapshot_id is 'f', but snapshot 'fine' is '{'0' * 64}'; needs the chunk table of that "
                "date, or foreign: match"
            ),
        ),
        ([], "card.json: is no object; it needs mode"),
        ({**CARD, "chunk_size": -1}, "card.json: chunk_size is -1, must be at least 1; change it"),
        ({**CARD, "top_k": -5}, "card.json: top_k is -5, must be at least 1; change it"),
        (
            {**CARD, "recorded_at": "yesterday"},
            "card.json: recorded_at 'yesterday' is no date and no time; write it as 2026-03-01 or 2026-03-01T09:30:00Z",
        ),
    ],
)
def test_a_card_that_is_wrong(recorded, card, message):
    """Unknown keys, types, a depth beyond what was asked for, another snapshot."""
    assert faults(recorded, [], card=card) == [f"{WHERE}/{message}"]


def test_files_that_are_missing_or_broken(recorded):
    """Both are named at once."""
    assert faults(recorded, [], files={}) == [
        f"{WHERE}/results.jsonl: is missing; add it",
        f"{WHERE}/card.json: is missing; add it",
    ]
    assert faults(recorded, [], files={"results.jsonl": b"", "card.json": b'{\n"mode" 1}'}) == [
        f"{WHERE}/card.json:2: is not JSON at column 8 (Expecting ':' delimiter); mend the line"
    ]
    assert faults(recorded, [], files={"results.jsonl": b"", "card.json": b"\xff"}) == [
        f"{WHERE}/card.json: is not UTF-8; save it as UTF-8"
    ]


def test_all_problems_come_at_once(recorded):
    """Card, results, texts, unknown chunks, repeats: by file and line."""
    rows = [
        {"id": "q-1", "retrieved": [result("a", 1), result("a", 2), result("x", 4)]},
        {"id": "q-2", "retrieved": [result("b", 1, text="T", sha256="0" * 64)]},
    ]
    assert faults(recorded, rows, card={**CARD, "mode": "x"}, repeats="strict") == [
        f"{WHERE}/card.json: mode is 'x', must be one of retrieve_only, retrieve_and_generate; change it",
        f"{WHERE}/results.jsonl:1 q-1: ranks are 1, 2, 4; number them from 1, without gaps or repeats",
        (
            f"{WHERE}/results.jsonl:1 q-1: 'x' not in snapshot 'fine', and without text; needs the chunk table of "
            "that date: add it as chunks.jsonl, or record text with each result"
        ),
        f"{WHERE}/results.jsonl:1 q-1: 'a' stands at ranks 1, 2; remove one, or set repeats to keep",
        f"{WHERE}/results.jsonl:2 q-2: sha256 of 'b' is not that of text; leave one out",
        f"{WHERE}/results.jsonl:2 q-2: 'b' had another text than in snapshot 'fine'; set foreign to match or keep",
    ]


def test_a_chunk_table_that_is_wrong_hides_nothing_else(recorded):
    """Only what rests on it is not said yet."""
    rows = [{"id": "q-1", "retrieved": [result("a", 2), result("x", 3)]}]
    assert faults(recorded, rows, card=UNSTATED | {"top_k": 0}, chunks=[{"chunk_id": "a"}]) == [
        f"{WHERE}/card.json: top_k is 0, must be at least 1; change it",
        f"{WHERE}/results.jsonl:1 q-1: ranks are 2, 3; number them from 1, without gaps or repeats",
        f"{WHERE}/chunks.jsonl:1 a: text is missing; add it",
    ]


def test_the_chunk_table_may_lie_in_a_folder(recorded):
    """Beside a card of its own, as the source of a snapshot; a run has one table."""
    table = dumped([{"chunk_id": "new-1", "text": TEXTS["a"]}])
    files = {
        "results.jsonl": dumped([{"id": "q-1", "retrieved": [result("new-1", 1)]}]),
        "card.json": json.dumps(UNSTATED).encode(),
        "chunks/chunks.jsonl": table,
        "chunks/card.json": b'{"corpus_id": "kb 7"}',
    }
    assert recorded([], foreign="match", files=files).results["chunk_id"].to_list() == ["a"]
    assert faults(recorded, [], foreign="match", files={**files, "chunks.jsonl": table}) == [
        f"{WHERE}: holds chunks.jsonl and chunks/chunks.jsonl; remove the one that is not that of the run"
    ]


def repeated(*others, card=CARD):
    """Files of a run whose system was asked again."""
    first = [
        {"id": "q-1", "retrieved": [result("a", 1), result("b", 2)]},
        {"id": "q-2", "retrieved": [result("c", 1)]},
    ]
    files = {"results.jsonl": dumped(first), "card.json": json.dumps(card).encode()}
    return files | {f"repeats/{n}/results.jsonl": dumped(rows) for n, rows in enumerate(others, 2)}


SWAPPED = [
    {"id": "q-1", "retrieved": [result("b", 1), result("a", 2)]},
    {"id": "q-2", "retrieved": [result("c", 1)]},
]
FAILED = [
    {"id": "q-1", "retrieved": [result("a", 1)]},
    {"id": "q-2", "status": "error", "message": "HTTP 504"},
]


def test_a_system_asked_several_times_says_how_its_results_differ(recorded):
    """On its card, for each rank; the first time is what is scored."""
    made = recorded([], files=repeated(SWAPPED), depth=3)
    assert made.card["repeats"] == {"n": 2, "queries": 2, "changed": {"order": [1, 1, 1], "set": [1, 0, 0]}}
    assert made.results.filter(query_id="q-1").sort("rank")["chunk_id"].to_list() == ["a", "b"]
    three = recorded([], files=repeated(SWAPPED, FAILED), depth=2).card
    assert three["repeats"] == {"n": 3, "queries": 1, "changed": {"order": [1, 1], "set": [1, 1]}}
    assert "repeats" not in recorded([], files=repeated()).card


def test_repeats_do_not_change_the_run(recorded):
    """Its id and tables are those of the first time."""
    alone, again = recorded([], files=repeated()), recorded([], files=repeated(SWAPPED))
    assert alone.card == {key: value for key, value in again.card.items() if key != "repeats"}
    assert alone.results.equals(again.results)


def test_repeats_are_held_to_the_same_rules(recorded):
    """Each file by its own name and line."""
    wrong = [{"id": "q-1", "retrieved": [result("x", 1)]}, {"id": "q-2", "retrieved": [result("c", 2)]}]
    lines = faults(recorded, [], files=repeated(SWAPPED, wrong))
    assert [line.split(";")[0] for line in lines] == [
        f"{WHERE}/repeats/3/results.jsonl:1 q-1: 'x' not in snapshot 'fine', and without text",
        f"{WHERE}/repeats/3/results.jsonl:2 q-2: ranks are 2",
    ]


@pytest.mark.parametrize("name", ["3", "02", "one", "1"])
def test_repeats_are_numbered_from_2(recorded, name):
    """None is passed over in silence."""
    files = {**repeated(), f"repeats/{name}/results.jsonl": dumped(SWAPPED)}
    assert faults(recorded, [], files=files) == [
        f"{WHERE}/repeats: holds {name!r}; number the folders from 2, without gaps"
    ]


def test_what_else_lies_in_the_folder_is_not_read(recorded):
    """Responses and requests are for people."""
    more = {"responses.jsonl": b"{", "request.json": b"{", "repeats/2/responses.jsonl": b"{"}
    assert recorded([], files=repeated() | more).card == recorded([], files=repeated()).card
