import json
from collections import Counter
from pathlib import Path

import polars as pl
import pytest

import pipeline
from assay import ledger
from assay.labelling.cli import edit
from assay.labelling.triage import deciding
from assay.labelling.triage.cli import triage
from assay.manifest import sha256
from assay.pending import joining
from labelling.ground import QUERIES, did, files, gold, run

CHUNK = "## Сроки\n\nВ праздники срок на 3 дня дольше. Вернуть товар можно в течение 30 дней и после них."
OTHER = "Распродажу не возвращаем."
ENGLISH = "Goods can be returned within 30 days. No reason is needed."
ODD = "Odd\u202e\u009b text of an old run"
SCHEMA = {
    "query_id": pl.String,
    "rank": pl.UInt32,
    "chunk_id": pl.String,
    "sha256": pl.String,
    "text": pl.String,
    "doc_id": pl.String,
    "section": pl.String,
}


def row(query_id, rank, chunk_id, text, doc_id, section=None):
    return (query_id, rank, chunk_id, sha256(text.encode()), text, doc_id, section)


FIRST = [
    row("q-1", 1, "holidays#сроки.1", CHUNK, "holidays", "Сроки"),
    row("q-1", 2, "returns#примечание.1", OTHER, "returns", "Срок возврата / Примечание"),
    row("q-2", 3, "gone", ODD, None),
    row("q-3", 1, "help-en#time.1", ENGLISH, "help-en", "Time"),
]
SECOND = [
    row("q-1", 3, "wide.1", CHUNK, "holidays", "Сроки"),
    row("q-2", 1, "help-en#.1", ENGLISH, "help-en"),
]


def sha(text, length=12):
    return sha256(text.encode())[:length]


@pytest.fixture(autouse=True)
def ran(top):
    """Two systems have run; the third question is of the holdout."""
    for system, rows in (("first", FIRST), ("second", SECOND)):
        folder = top / "runs/systems" / system
        folder.mkdir(parents=True)
        pl.DataFrame(rows, schema=SCHEMA, orient="row").write_parquet(folder / "triage.parquet")
    return top


def decisions(top):
    path = top / f"evidence/triage/{ledger.author_file('Ада Пример')}.jsonl"
    return pipeline.rows(path) if path.exists() else []


def texts():
    """Query and beginning of the text of every candidate that is listed."""
    return [(one["query_id"], one["text"]) for one in json.loads(did(triage, "list", "--format", "json"))]


def test_candidates_are_listed_by_question_with_who_found_them():
    """A text of two systems is one; best rank first; safe to print."""
    said = did(triage, "list")
    assert said.startswith(
        "candidates: 4, queries: 2\n\nq-1 «Сколько дней на возврат?»\n  set 1: returns#term\n"
    )
    assert (
        f"  {sha(CHUNK)} holidays › Сроки\n    found by first #1, second #3\n    «## Сроки В праздники"
        in said
    )
    assert "claim c1: 30 дней и ещё 3." in said
    assert "«Odd text of an old run»" in said
    assert "\u202e" not in said
    assert texts() == [("q-1", CHUNK), ("q-1", OTHER), ("q-2", ENGLISH), ("q-2", ODD)]


def test_holdout_questions_are_not_shown():
    """Neither in the list nor by name."""
    assert "q-3" not in did(triage, "list", "--all")
    for words in (
        ("list", "--query", "q-3"),
        ("decide", "q-3", sha(ENGLISH), "not_relevant", "--reason", "x"),
    ):
        code, out, said = run(triage, *words)
        assert (code, out) == (1, "")
        assert "is a holdout query: its results are shown nowhere" in said
        assert "within 30 days" not in said


def test_the_list_can_be_narrowed(ran):
    """To a question or a system; what has not run is named."""
    (ran / "runs/systems/second/triage.parquet").unlink()
    code, out, said = run(triage, "list", "--query", "q-2")
    assert (code, "candidates: 1" in out) == (0, True)
    assert "note: no results of second; run `make repro`" in said
    code, _, said = run(triage, "list", "--system", "frist")
    assert (code, said) == (1, "--system frist: is no system of params.yaml; did you mean first?")
    assert did(triage, "list", "--system", "second").startswith("candidates: 0")


@pytest.mark.parametrize("decision", ["not_relevant", "conflicting", "joins_gold"])
def test_a_decision_goes_on_record_and_its_text_does_not_come_back(ran, decision):
    """Before the next run too; nothing joins gold by itself."""
    before = files(ran)
    words = ("q-1", sha(CHUNK, 6), decision, "--reason", " о праздниках ")
    out = did(triage, "decide", *words)
    (found,) = decisions(ran)
    assert (found["query_id"], found["text_sha256"]) == ("q-1", sha256(CHUNK.encode()))
    assert (found["by"], found["decision"], found["reason"]) == ("Ада Пример", decision, "о праздниках")
    assert (found["supersedes"], found["supports_claims"], found["compatible_with"]) == ([], None, None)
    assert files(ran) == before
    assert ("nothing joins gold" in out) == (decision == "joins_gold")
    assert ("q-1", CHUNK) not in texts()
    assert f"decided: {decision} by Ада Пример: о праздниках" in did(triage, "list", "--all")


def test_what_joins_gold_and_no_set_has_is_noted_until_one_has(ran):
    """With the command that adds it; part of the text is enough, another passage of the question is not."""
    status = list(joining(ran))
    did(triage, "decide", "q-1", sha(CHUNK), "joins_gold", "--reason", "о праздниках")
    did(triage, "decide", "q-1", sha(OTHER), "not_relevant", "--reason", "x")
    note = (
        f"note: {sha(CHUNK)} (holidays) joins gold by decision, but no evidence set of q-1 has it:"
        " `assay gold edit q-1`\n"
    )
    for words in ((), ("--query", "q-1"), ("--format", "json")):
        assert run(triage, "list", *words)[2] == note
    assert run(triage, "list", "--query", "q-2")[2] == ""
    (told,) = joining(ran)
    assert (status, told.command) == ([], "assay triage list")
    assert told.text == "1 text joins gold by decision, and no evidence set has it"
    did(edit, "q-1", "--add-set", "returns#reason")
    assert run(triage, "list")[2] == note
    did(edit, "q-1", "--passage", "holidays", "срок на 3 дня дольше", "--add-set", "p1")
    assert run(triage, "list")[2] == ""
    assert list(joining(ran)) == []


def test_the_list_reads_each_file_once(ran, monkeypatch):
    """Where a text joins gold, too."""
    did(triage, "decide", "q-1", sha(CHUNK), "joins_gold", "--reason", "о праздниках")
    seen, read = Counter(), Path.read_bytes

    def counted(path):
        seen[path.relative_to(ran).as_posix()] += 1
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", counted)
    assert "joins gold by decision" in run(triage, "list")[2]
    tables = [f"runs/systems/{system}/triage.parquet" for system in ("first", "second")]
    ledgers = [f"evidence/triage/{ledger.author_file('Ада Пример')}.jsonl"]
    wanted = ["gold/queries.jsonl", "gold/passages.jsonl", *tables, *ledgers]
    assert {name: seen[name] for name in wanted} == dict.fromkeys(wanted, 1)


def test_a_decision_holds_for_one_question(ran):
    """The text may be evidence for another one."""
    did(triage, "decide", "q-2", sha(ENGLISH), "not_relevant", "--reason", "x", "--by", "Олег")
    assert pipeline.rows(ran / f"evidence/triage/{ledger.author_file('Олег')}.jsonl")[0]["by"] == "Олег"
    assert ("q-2", ENGLISH) not in texts()
    assert ("q-1", CHUNK) in texts()


def test_a_text_that_joins_gold_does_so_in_a_set_that_the_expert_states(ran):
    """Its words become a passage, supports the claims named; the question says how it was found."""
    did(
        triage,
        *("decide", "q-2", sha(ENGLISH), "joins_gold", "--reason", "the same rule", "--set", "p1"),
        *("--quote", "returned within 30 days", "--passage-id", "help-en#days", "--why", "Same term."),
        *("--supports-claims", "c1", "--compatible-with", "returns#reason", "--rationale", "Any is enough."),
    )
    now, before = gold(ran)["q-2"], QUERIES[1]
    assert now["evidence_sets"] == [*before["evidence_sets"], ["help-en#days"]]
    assert now["claims"][0]["passages"] == [*before["claims"][0]["passages"], "help-en#days"]
    assert (now["why"]["help-en#days"], now["rationale"]) == ("Same term.", "Any is enough.")
    assert now["found_by"] == "triage"
    assert gold(ran, "passages")["help-en#days"]["text"] == "returned within 30 days"
    (found,) = decisions(ran)
    assert (found["supports_claims"], found["compatible_with"]) == (["c1"], ["returns#reason"])


def test_without_a_quotation_the_whole_text_is_the_passage(ran):
    """Where it stands in the documents."""
    words = ("decide", "q-1", sha(CHUNK), "joins_gold", "--reason", "x", "--set", "p1")
    did(triage, *words)
    assert gold(ran)["q-1"]["evidence_sets"] == [["returns#term"], ["holidays#сроки"]]
    assert gold(ran, "passages")["holidays#сроки"]["text"] == CHUNK


def test_the_stated_set_may_not_break_a_rule(ran):
    """Neither file is touched, nothing goes on record."""
    before = files(ran)
    words = ("decide", "q-1", sha(CHUNK), "joins_gold", "--reason", "x", "--set", "p1 + returns#term")
    code, _, said = run(triage, *words)
    assert (code, "evidence set 2 contains set 1" in said) == (1, True)
    assert (files(ran), decisions(ran)) == (before, [])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("q-1", "ffff", "not_relevant"), "is no candidate"),
        (("q-1", "ab", "not_relevant"), "is too short"),
        (("q-11", "ffff", "not_relevant"), "is no query; did you mean q-1"),
        (("q-1", sha(CHUNK), "not_relevant", "--by", "a/b"), "--by: is 'a/b', must be a name"),
        (("q-1", sha(CHUNK), "not_relevant", "--by", ""), "--by: names nobody"),
        (("q-1", sha(CHUNK), "not_relevant", "--supersede", "x"), "supersedes a decision, but there is none"),
        (("q-2", sha(ENGLISH), "joins_gold", "--supports-claims", "c9"), "is no claim of q-2; it has c1"),
        (("q-1", sha(CHUNK), "joins_gold", "--compatible-with", "x"), "--compatible-with x: is no passage"),
        (("q-1", sha(CHUNK), "joins_gold", "--set", "returns#reason"), "does not name the text"),
        (("q-1", sha(CHUNK), "joins_gold", "--set", "p1", "--quote", "нет таких"), "is not in the document"),
        (("q-2", sha(ODD), "joins_gold", "--set", "p1"), "does not stand in the documents whole"),
        (
            ("q-2", sha(ODD), "joins_gold", "--set", "p1", "--quote", "Odd"),
            "the document of this text is not known",
        ),
        (("q-1", sha(CHUNK), "joins_gold", "--set", "p1", "--passage-id", "returns#term"), "is already used"),
    ],
)
def test_a_decision_that_is_none_is_refused(ran, words, said):
    """Nothing goes on record."""
    before = files(ran)
    code, _, error = run(triage, "decide", *words, "--reason", "x")
    assert code == 1
    assert said in error
    assert (files(ran), decisions(ran)) == (before, [])


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("q-1",),
        ("q-1", "abcd", "not_relevant"),
        ("q-1", "abcd", "not_relevant", "--reason", " "),
        ("q-1", "abcd", "maybe", "--reason", "x"),
        ("q-1", "abcd", "not_relevant", "--reason", "x", "--set", "p1"),
        ("q-1", "abcd", "joins_gold", "--reason", "x", "--quote", "p1"),
    ],
)
def test_a_misuse_is_a_usage_error(words):
    """Exit 2."""
    assert run(triage, "decide", *words)[0] == 2


def test_who_decides_again_says_why(ran):
    """The older row stays and is superseded; that of somebody else only by an adjudicator."""
    did(triage, "decide", "q-1", sha(CHUNK), "not_relevant", "--reason", "x")
    again = ("decide", "q-1", sha(CHUNK), "conflicting", "--reason", "y")
    code, _, said = run(triage, *again)
    assert (code, "is decided already: not_relevant by Ада Пример; give --supersede" in said) == (1, True)
    code, _, said = run(triage, *again, "--supersede", "z", "--by", "Олег")
    assert (code, "Олег supersedes a row of Ада Пример" in said) == (1, True)
    for system in ("first", "second"):  # as after the next run: the text is no candidate any more
        path = ran / f"runs/systems/{system}/triage.parquet"
        pl.read_parquet(path).filter(pl.col("text") != CHUNK).write_parquet(path)
    did(triage, *again, "--supersede", "прочёл ещё раз")
    old, new = decisions(ran)
    assert (new["supersedes"], new["supersede_reason"]) == ([old["row_id"]], "прочёл ещё раз")
    assert "decided: conflicting" in did(triage, "list", "--all")
    assert "not_relevant" not in did(triage, "list", "--all")
    pipeline.edit_params(ran, "adjudicators: []", "adjudicators: [Олег]")
    did(triage, *again, "--supersede", "z", "--by", "Олег")


def test_a_text_that_was_decided_on_meanwhile_is_not_decided_on_twice(ran, monkeypatch):
    """Both read that nobody had; the second is told who has, and nothing joins gold."""
    before, record = files(ran), deciding.record

    def slowly(*given, **more):
        monkeypatch.setattr(deciding, "record", record)
        did(triage, "decide", "q-1", sha(CHUNK), "not_relevant", "--reason", "x", "--by", "Олег")
        return record(*given, **more)

    monkeypatch.setattr(deciding, "record", slowly)
    words = ("decide", "q-1", sha(CHUNK), "joins_gold", "--reason", "y", "--set", "p1")
    code, out, said = run(triage, *words)
    assert (code, out) == (1, "")
    assert "was decided on meanwhile: not_relevant by Олег; nothing is written" in said
    assert (files(ran), decisions(ran)) == (before, [])


def test_candidates_are_decided_on_one_after_another(ran):
    """Each decision is written at once; skipping and stopping leave the rest."""
    out = did(triage, "decide", "--ask", told="\n2\nне о том\n3\n-\nold\n0\n")
    assert [(row["query_id"], row["decision"], row["reason"]) for row in decisions(ran)] == [
        ("q-1", "not_relevant", "не о том"),
        ("q-2", "conflicting", "old"),
    ]
    assert out.endswith("left for later: 2\n")
    assert "! write at least one letter or digit" in out
    code, _, said = run(triage, "decide", "--ask", told="2\nx\n")
    assert (code, "what was decided before is kept" in said) == (1, True)
    assert len(decisions(ran)) == 3


def test_the_expert_states_the_set_in_a_talk(ran):
    """The text is offered as a passage; fewer words of it may be chosen."""
    told = "1\nпро праздники\n\n1-2\nholidays#both\n+\n\n\n\n\nДольше.\n\n0\n"
    out = did(triage, "decide", "--ask", told=told)
    assert "The text is offered as passage holidays#both." in out
    now = gold(ran)["q-1"]
    assert now["evidence_sets"] == [["returns#term"], ["holidays#both"]]
    assert now["why"] == {**QUERIES[0]["why"], "holidays#both": "Дольше."}
    assert now["found_by"] == "triage"
    assert gold(ran, "passages")["holidays#both"]["text"] == CHUNK.split("\n\n")[1]
    assert [row["decision"] for row in decisions(ran)] == ["joins_gold"]


def test_claims_and_passages_are_asked_for_again_where_there_are_none(ran):
    """Before anything goes on record."""
    told = "\n\n1\nthe same\nc9\n\nc1\nnothing\nc1\nreturns#reason\n1\nhelp-en#days\n+\n\n\n\n\n\n\n\n\n0\n"
    out = did(triage, "decide", "--ask", told=told)
    assert "c9: is no claim of q-2; it has c1" in out
    assert "nothing: is no passage" in out
    assert gold(ran)["q-2"]["claims"][0]["passages"][-1] == "help-en#days"
    assert decisions(ran)[0]["compatible_with"] == ["returns#reason"]


def test_leaving_the_talk_drops_the_set_but_not_the_decision(ran):
    """What was stated is not written."""
    before = files(ran)
    told = "1\nпро праздники\n\n1-2\nholidays#both\n+\n\n\n\n\n\n0\n0\n"
    out = did(triage, "decide", "--ask", told=told)
    assert "nothing joins gold" in out
    assert files(ran) == before
    assert len(decisions(ran)) == 1


def test_without_a_set_the_decision_alone_is_recorded(ran):
    """Whatever passage was chosen."""
    before = files(ran)
    out = did(triage, "decide", "--ask", told="1\nпро праздники\n\n\nholidays#all\n\n0\n")
    assert "nothing joins gold: no set names the text" in out
    assert files(ran) == before
    assert [row["decision"] for row in decisions(ran)] == ["joins_gold"]


def test_a_reason_holds_no_personal_data(ran):
    """The ledger could not be mended afterwards."""
    words = ("decide", "q-1", sha(CHUNK), "not_relevant", "--reason", "спросите a@example.org")
    code, _, said = run(triage, *words)
    assert (code, "--reason: holds an e-mail address" in said) == (1, True)
    out = did(triage, "decide", "--ask", told="2\nспросите a@example.org\nне о том\n0\n")
    assert "! --reason: holds an e-mail address" in out
    assert [row["reason"] for row in decisions(ran)] == ["не о том"]


def test_a_broken_ledger_is_refused(ran):
    """By file and line."""
    path = ran / "evidence/triage/x.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"\x00binary\n")
    code, _, said = run(triage, "list")
    assert (code, "evidence/triage/x.jsonl:1" in said) == (1, True)
