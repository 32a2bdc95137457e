"""What the example's recorded answers and their evidence tables must show, one of each kind, told by what is derived."""

import datetime as dt
import re
from collections import Counter
from functools import cache

import pytest

from assay import ledger
from assay.corpora import settings
from assay.entries import ATTACHMENTS, CORPUS, FIELDS, KINDS, SUPPORTS
from assay.evidence import lacking, reading, rules
from assay.evidence.circumstances import CHANGED, TEXT, VERSION
from assay.evidence.circumstances import CORPUS as SEARCHED
from assay.evidence.diagnosis import COLUMNS, ROWS, cell, matrix
from assay.evidence.gathering import gathered
from assay.evidence.held import held
from assay.evidence.matching import text_key
from assay.evidence.replay import replay
from assay.evidence.table import DISPUTED, UNJUDGED, cited_chunks, is_judged
from assay.evidence.unanswered import OUTCOMES, unanswered
from assay.files import read_files
from assay.gold.passages import parse_passages
from assay.retrieval import snapshot
from conftest import ROOT

WORKED, FIRST, SECOND = "shop/2026-09-14", "help-assistant/2026-10-05", "help-assistant/2026-11-09"
FOUND = reading.read(ROOT)
ANSWERS = FOUND.runs.answers
PASSAGES, _ = parse_passages((ROOT / "gold/passages.jsonl").read_bytes(), "gold/passages.jsonl")
HELD = held(ANSWERS.values(), FOUND.gold, PASSAGES)
EVIDENCE = gathered(FOUND.runs, FOUND.rows.values(), FOUND.gold, HELD)
TABLES = {table.answer.id: table for table in EVIDENCE.tables}
JUDGED = [(table, claim, claim.counts) for table in TABLES.values() for claim in table.claims if claim.counts]
CYRILLIC, QUOTATION = re.compile("[А-яЁё]"), re.compile("«[^»]*»|“[^”]*”")
REASONS = ("attachment_reason", "support_reason")


@cache
def corpus():
    """The snapshot ``fine`` of the documents as they are now."""
    return snapshot.build("fine", settings(ROOT)["snapshots"]["fine"], read_files(ROOT / "corpus"), "corpus")


@cache
def chunks():
    return {row["chunk_id"]: row for row in corpus().chunks.iter_rows(named=True)}


@cache
def documents():
    return {row["doc_id"]: row for row in corpus().documents.iter_rows(named=True)}


def is_other_version(fragment):
    """Of its document than the corpus has."""
    return documents()[fragment.doc_id]["doc_version"] != fragment.doc_version


def sources(row):
    return {one["doc_id"] for one in row["evidence"]}


def test_runs_are_those_that_the_guide_names():
    """The worked scenario, the large run, a replay of some of its scenarios."""
    sizes = {name: len(run.answers) for name, run in FOUND.runs.by_name.items()}
    assert sizes.keys() == {WORKED, FIRST, SECOND}
    assert sizes[WORKED] == 1
    assert sizes[FIRST] >= 11
    assert 3 <= sizes[SECOND] <= 4
    assert all("ynthetic" in run.card["notes"] for run in FOUND.runs.by_name.values())


def test_no_rule_is_broken():
    """Records, ledgers and gold set agree, and no two decisions contend for a row."""
    files = read_files(ROOT / "evidence/claims")
    assert list(rules.check(FOUND.rows, FOUND.runs, FOUND.closed)) == []
    assert list(ledger.forks(ledger.history(files, FIELDS["claims"], "evidence/claims"))) == []


def test_both_languages_are_answered_and_judged():
    """Reviewers give reasons in the language of the answer; ids and quotations are left as they are."""
    texts = {name: bool(CYRILLIC.search(answer.text)) for name, answer in ANSWERS.items()}
    assert min(Counter(texts.values()).values()) >= 5
    for row in FOUND.rows.values():
        for name in REASONS:
            own = QUOTATION.sub("", row[name] or "")
            assert not own or bool(CYRILLIC.search(own)) == texts[row["answer_id"]], (row["claim_id"], name)


def test_questions_of_the_gold_set_are_asked_word_for_word():
    """None is of the holdout, and no other question has such an id."""
    asked = {answer.query_id: answer for answer in ANSWERS.values()}
    of_gold = {name: FOUND.gold[name] for name in asked.keys() & FOUND.gold.keys()}
    assert len(of_gold) >= 10
    assert {row["split"] for row in of_gold.values()} == {"dev"}
    assert {
        name for name, row in of_gold.items() if asked[name].query not in (row["query"], row["rewritten"])
    } == set()
    assert EVIDENCE.closed == {}
    assert not [name for name in asked.keys() - of_gold.keys() if name.startswith("q-")]


def test_what_is_expected_is_stated_before_anyone_judges():
    """By the gold set, or in the record where the gold set does not have the question."""
    told = {name: table.expected.source for name, table in TABLES.items()}
    assert set(told.values()) == {"gold", "record"}
    for name, source in told.items():
        stated = "expected_evidence" in ANSWERS[name].value
        assert (source == "record") == stated == (ANSWERS[name].query_id not in FOUND.gold), name


def test_fragments_are_those_of_the_documents():
    """Text, hash, version and address of each, but of one answer over a draft of a page."""
    drafts = set()
    for answer in ANSWERS.values():
        for one in answer.retrieved if answer.run != WORKED else ():
            now = chunks()[one.chunk_id]
            assert one.doc_id == now["doc_id"]
            assert one.url == now["url"] + (f"#{now['anchor']}" if now["anchor"] else "")
            if is_other_version(one):
                drafts.add(answer.id)
            elif one.text is not None:
                assert (one.text, one.sha256) == (now["text"], now["sha256"])
                assert one.doc_version == now["doc_version"]
    assert len(drafts) == 1
    assert {ANSWERS[name].run for name in drafts} == {SECOND}


def test_what_was_read_in_the_corpus_stands_there():
    """Word for word, where the row says."""
    read = [one for row in FOUND.rows.values() for one in row["evidence"] if one["rank"] is None]
    texts = {one.doc_id: one.body for one in snapshot.read_source(read_files(ROOT / "corpus"), "corpus")[0]}
    assert len(read) >= 5
    for one in read:
        name, _, span = one["chunk_id"].partition("@")
        start, end = map(int, span.split("-"))
        assert texts[name][start:end] == one["text"]
        assert documents()[name]["doc_version"] == one["doc_version"]


def test_records_lack_just_what_they_are_meant_to_lack():
    """A revision nobody logged, the citations, scores and one text of one answer, a fragment never retrieved."""
    of_runs = {name: [one.element for one in lacking.of_run(run)] for name, run in FOUND.runs.by_name.items()}
    of_answers = {
        name: sorted(one.element for one in lacking.of_answer(answer, FOUND.gold))
        for name, answer in ANSWERS.items()
    }
    assert of_runs == {WORKED: [], FIRST: ["application_revision"], SECOND: []}
    assert [one for one in of_answers.values() if one] == [
        ["citations", "retrieved[1].score", "retrieved[2].score", "retrieved[2].text"],
        ["retrieved: customs-en#.2 of citations[1]"],
    ]


def test_every_value_of_a_verdict_occurs():
    """Kinds, attachment, support, what the corpus has, with a contradiction and without."""
    rows = [row for _, _, row in JUDGED]
    for name, values in (
        ("kind", KINDS),
        ("attachment", ATTACHMENTS),
        ("support", SUPPORTS),
        ("corpus", CORPUS),
    ):
        assert {row[name] for row in rows} - {None} == set(values), name
    assert {row["contradicts"] for row in rows if row["support"] == "unsupported"} == {True, False}


def test_every_row_and_column_of_the_matrix_is_filled():
    """So that each check that may come next is shown once."""
    counts = matrix(TABLES.values()).counts
    assert {one.row for one in counts} == set(ROWS)
    assert {one.column for one in counts} == set(COLUMNS)


def test_every_outcome_of_an_unanswerable_part_occurs():
    """No-answers honest and false, a partial refusal, statements of what is not there, a part that is passed over."""
    seen = {one.table.answer.id: one.outcomes for one in unanswered(EVIDENCE)}
    assert {name for outcomes in seen.values() for name in outcomes} >= set(OUTCOMES[:6])
    silent = [table for table in TABLES.values() for one in table.answer.declines if one.span is None]
    assert [seen[table.answer.id] for table in silent] == [["untold"]]


def test_a_false_refusal_had_a_sufficient_set():
    """The answer declines what the fragments hold whole, and its replay under another instruction says it."""
    wrong = [one for one in unanswered(EVIDENCE) if "false_refusal" in one.outcomes]
    assert [HELD[one.table.answer.id] for one in wrong] == [True]
    scenario = wrong[0].table.answer.scenario_id
    again = [table for table in EVIDENCE.runs[SECOND] if table.answer.scenario_id == scenario]
    assert {claim.state for table in again for claim in table.claims} == {"supported"}


def is_uncited(table, row):
    del table
    return row["support"] == "supported" and row["attachment"] == "not_attached"


def is_misplaced(table, row):
    """The right page is cited, and another of its fragments than the one that supports the claim."""
    cited = cited_chunks(row, table.answer)
    retrieved = {one.chunk_id for one in table.answer.retrieved}
    fitting = {one["doc_id"] for one in row["citations"]} & sources(row)
    return row["support"] == "supported" and fitting and cited <= retrieved and not cited & named(row)


def names_what_never_came(table, row):
    return cited_chunks(row, table.answer) - {one.chunk_id for one in table.answer.retrieved}


def is_tied_to_words(table, row):
    text = table.answer.text
    return any(one["span"] and text[slice(*one["span"])] != one["marker"] for one in row["citations"])


def follows_an_emoji(table, row):
    start = min(one["start"] for one in row["quote"])
    return any(ord(letter) > 0xFFFF for letter in table.answer.text[:start])


def lacks_something(table, row):
    del table
    return row["support"] == "not_assessable" and row["missing"]


def named(row):
    return {one["chunk_id"] for one in row["evidence"]}


@pytest.mark.parametrize(
    "holds",
    [is_uncited, is_misplaced, names_what_never_came, is_tied_to_words, follows_an_emoji, lacks_something],
)
def test_each_of_these_cases_is_there(holds):
    """Supported and not cited, cited elsewhere or what never came, by words, after an emoji, not assessable."""
    assert [row["claim_id"] for table, _, row in JUDGED if holds(table, row)]


def test_an_outdated_version_is_cited():
    """A rule that had ended when the question was asked; the one that holds was retrieved too, and says otherwise."""
    found = set()
    for answer in ANSWERS.values():
        day = dt.date.fromisoformat(str(answer.card["recorded_at"])[:10])
        ended = {name for name, one in documents().items() if one["valid_to"] and one["valid_to"] < day}
        if ended & {one.doc_id for one in answer.citations}:
            found.add(answer.id)
    rows = [row for table, _, row in JUDGED if table.answer.id in found]
    assert len(found) == 1
    assert any(row["contradicts"] and any(one["rank"] for one in row["evidence"]) for row in rows)


def test_reviewers_differ_over_one_claim_and_it_stays_open():
    """Two have judged one answer; nobody may decide between them, so no verdict counts."""
    both = [table for table in TABLES.values() if len(table.reviewers) > 1]
    states = Counter(claim.state for table in both for claim in table.claims)
    assert [len(table.reviewers) for table in both] == [2]
    assert states[DISPUTED] == 1
    assert states.total() > 1
    assert settings(ROOT)["adjudicators"] == []
    assert not [row for row in FOUND.rows.values() if row["adjudicates"]]


def test_some_answers_are_not_judged_whole():
    """One has no claims yet, one has some that nobody has judged."""
    states = {name: Counter(claim.state for claim in table.claims) for name, table in TABLES.items()}
    assert sum(not one for one in states.values()) == 1
    assert [0 < one[UNJUDGED] < one.total() for one in states.values() if one[UNJUDGED]] == [True]


def test_decisions_were_changed_and_say_why():
    """A verdict, reasons and words by later ones, a claim by the two it was split into, under new numbers and one decision."""
    by_id = {row["row_id"]: row for row in FOUND.rows.values()}
    later = [row for row in FOUND.rows.values() if row["supersedes"]]
    changed = [row for row in later if by_id[row["supersedes"][0]]["claim_id"] == row["claim_id"]]
    split = [row for row in later if row not in changed]
    before = [by_id[row["supersedes"][0]] for row in changed]
    judged = [
        (one, row) for one, row in zip(before, changed, strict=True) if is_judged(one) and is_judged(row)
    ]
    assert {one["support"] != row["support"] for one, row in judged} == {True, False}
    assert any(one["claim"] != row["claim"] for one, row in zip(before, changed, strict=True))
    assert len(split) == 2
    assert len({row["decision"] for row in split} - {None}) == 1
    assert {tuple(row["supersedes"]) for row in split} == {tuple(split[0]["supersedes"])}
    used = [row["claim_id"] for row in FOUND.rows.values() if row["at"] < split[0]["at"]]
    assert not {row["claim_id"] for row in split} & set(used)
    assert len({row["support"] for row in split}) == 2
    decided = [row for row in later if any(is_judged(by_id[name]) for name in row["supersedes"])]
    assert all(len(row["supersede_reason"]) > 40 for row in decided)


def test_nothing_was_judged_before_it_was_recorded():
    """Each row is later than the record that it is about, and than the rows that it supersedes."""
    by_id = {row["row_id"]: row for row in FOUND.rows.values()}
    for row in FOUND.rows.values():
        at = dt.datetime.fromisoformat(row["at"])
        assert at > dt.datetime.fromisoformat(ANSWERS[row["answer_id"]].card["recorded_at"])
        assert all(at > dt.datetime.fromisoformat(by_id[name]["at"]) for name in row["supersedes"])


def test_replays_are_of_every_kind():
    """Comparable with another answer; under another instruction and model; over a changed source; without a filter."""
    found = replay(FOUND.runs.by_name[FIRST], FOUND.runs.by_name[SECOND], FOUND.rows.values(), FOUND.gold)
    assert (found.new_only, found.repeated, found.closed) == ([], [], (0, 0))
    changed = {
        one.name: {fact.kind for fact in one.facts if fact.state == CHANGED} for one in found.scenarios
    }
    answers = {
        one.name: text_key(one.old.answer.text) != text_key(one.new.answer.text) for one in found.scenarios
    }
    assert all(answers.values())
    assert Counter(map(frozenset, changed.values())) == Counter(
        map(frozenset, ((), ("prompt_version", "model"), (SEARCHED, VERSION, TEXT), ("filters",)))
    )
    assert {one.name: one.comparable for one in found.scenarios} == {
        name: SEARCHED not in kinds for name, kinds in changed.items()
    }


def test_a_replay_changes_a_verdict_of_the_same_claim():
    """In the same words, on other fragments."""
    found = replay(FOUND.runs.by_name[FIRST], FOUND.runs.by_name[SECOND], FOUND.rows.values(), FOUND.gold)
    assert sum(one.tally["verdicts"] for one in found.scenarios) >= 1
    assert sum(one.tally["claims_proposed"] for one in found.scenarios) >= 1


def test_the_worked_example_is_that_of_the_protocol():
    """Q-017 / A-017: sources, versions, order and fragments; four claims and how each stands."""
    table = TABLES["A-017"]
    answer = table.answer
    assert (answer.scenario_id, answer.query_id) == ("S-017", "Q-017")
    assert [(one.rank, one.doc_id, one.doc_version, one.chunk_id) for one in answer.retrieved] == [
        (1, "D-01", "returns-v4", "p04"),
        (2, "D-02", "refunds-v2", "p07"),
    ]
    assert [one.url.partition("#")[0] for one in answer.retrieved] == ["/returns", "/refunds"]
    assert [one.marker for one in answer.citations] == ["[D-01]", "[D-02]"]
    assert [one["chunk_id"] for one in table.expected.needed] == ["p04", "p07"]
    assert len(table.expected.unanswerable) == 1
    stands = {
        claim.id: (row["attachment"], row["support"], row["contradicts"], row["corpus"])
        for one, claim, row in JUDGED
        if one is table
    }
    assert stands == {
        "C-017-1": ("attached", "unsupported", True, "holds"),
        "C-017-2": ("attached", "partially_supported", False, "holds"),
        "C-017-3": ("attached", "unsupported", True, "holds"),
        "C-017-4": ("not_attached", "unsupported", False, "lacks"),
    }
    cited = {
        claim.id: [one["doc_id"] for one in row["citations"]] for one, claim, row in JUDGED if one is table
    }
    assert list(cited.values()) == [["D-01"], ["D-01"], ["D-02"], []]
    assert [cell(claim, table).row for claim in table.claims] == [
        *("contradicted", "partially_supported", "contradicted", "unsupported_lacks"),
    ]
    for _, _, row in (one for one in JUDGED if one[0] is table):
        assert row["observation"]
        assert all(len(row[name]) > 40 for name in REASONS)
    assert any(row["hypothesis"] for one, _, row in JUDGED if one is table)
    assert any(row["open_question"] for one, _, row in JUDGED if one is table)


def test_the_worked_question_is_about_the_policy_of_the_protocol():
    """Thirty days, final sale, the warehouse; how long it takes stands in no fragment."""
    answer = ANSWERS["A-017"]
    first, second = (one.text for one in answer.retrieved)
    for words in ("30 календарных дней", "напрямую", "доставк", "финальной распродажи"):
        assert words in first
    assert "склад" in second
    assert not re.search(r"\d", second)
    for words in ("30 дней", "финальной распродажи", "запрос", "пять дней"):
        assert words in answer.text
