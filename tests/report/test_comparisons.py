from copy import deepcopy

import pytest

import shop
from assay.comparison.comparability import Refusal
from assay.report.catalogue import Catalogue
from assay.report.comparisons import metric_table, p_value, signed, verdict
from assay.report.comparisons import test_table as table_of_tests
from assay.report.page.plain import text
from assay.report.phrases import PHRASES

FOUND = {
    "n": 40,
    "wins": 9,
    "ties": 30,
    "losses": 1,
    "difference": 0.2,
    "low": 0.05,
    "high": 0.35,
    "p": 0.0001,
}
FOUND |= {"p_error": 0.0, "p_holm": 0.0003, "t": 3.1, "p_t": 0.004, "effect": 0.5, "detectable": 0.18}
FOUND |= {"detectable_holm": None}
FOUND |= {
    "baseline": 0.5,
    "candidate": 0.7,
    "excluded": {"error": ["q-1"], "candidate: stale": ["q-2", "q-3"]},
}


@pytest.fixture(scope="module")
def record(made):
    return shop.comparisons(shop.material(made), alike=True).record


def changed(record, metric=None, **values):
    """The record with its one comparison changed."""
    other = deepcopy(record)
    [entry] = other["comparisons"]
    entry.update(values)
    if metric:
        entry["metrics"][record["primary"]] = metric
    return other, entry


def said(record, entry, lang="en"):
    return verdict(Catalogue(lang), record, entry)


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("better", "beta is better than alpha by sufficient@2: "),
        ("worse", "beta is worse than alpha by sufficient@2: "),
        ("not_shown", "No difference between beta and alpha is shown by sufficient@2: "),
    ],
)
def test_a_verdict_in_words(record, word, sentence):
    """With the difference, its interval, the adjusted p and n."""
    found = said(*changed(record, FOUND, verdict=word, status="compared"))
    assert (
        text(found.sentence)
        == sentence + "+0.200, 95 % interval +0.050 … +0.350, adjusted p < 0.001, n = 40."
    )
    assert found.verdict == word


def test_facts_say_what_the_verdict_rests_on(record):
    """The correction, wins and losses, what could have been seen, how many queries are met by whom."""
    other, entry = changed(record, FOUND, verdict="better")
    facts = [text(fact) for fact in said(other, entry).facts]
    assert facts[0] == "adjusted p < 0.001 (Holm, 3 tests made together; the interval is not adjusted)"
    assert facts[1] == "queries compared: 40; better: 9, alike: 30, worse: 1"
    assert (
        "a true difference of 0.180 by one test, of (too few queries differ for any to be shown)" in facts[2]
    )
    assert facts[3].startswith("met by the candidate alone: 4; by the baseline alone: 0")


def test_several_settings_are_no_one_change(record):
    """Each setting that differs with both values; the effect belongs to one only where one differs."""
    several = [text(note) for note in said(*changed(record)).notes][-1]
    assert several == (
        "Settings that differ: chunk size, characters: 60 → 1000; stemming: yes → no. "
        "The effect is not attributable to one change."
    )
    rows = record["comparisons"][0]["settings"]
    assert text(said(*changed(record, settings=rows[:1])).notes[-1]) == (
        "One setting differs: chunk size, characters: 60 → 1000."
    )
    assert "No setting differs" in said(*changed(record, settings=[])).notes[-1]
    absent = [{"name": "k1", "baseline": 1.2, "candidate": None, "absent": ["candidate"]}]
    assert "k1: 1.2 → not used" in said(*changed(record, settings=absent)).notes[-1]


def test_other_chunkings_are_read_side_by_side(record):
    """Characters and passages cut by a border of both; nothing of it where the chunks are the same."""
    notes = " ".join(map(text, said(*changed(record)).notes))
    assert "The two searched the same documents, cut otherwise." in notes
    assert "in the first 2 results, on average: 75 by the baseline, 98 by the candidate." in notes
    assert (
        "Passages that no single chunk holds: 1 with the baseline's chunks, 0 with the candidate's." in notes
    )
    assert "cut otherwise" not in " ".join(said(*changed(record, status="compared")).notes)


def test_what_is_left_out_is_told(record):
    """Queries by reason and side, metrics by why they are not compared."""
    out = {"mrr@2": "chunking", "ndcg@2": "chunking", "recall@9": "depth"}
    notes = [text(note) for note in said(*changed(record, FOUND, left_out=out)).notes]
    assert "Not compared across chunkings: mrr@2, ndcg@2." in notes
    assert "Not compared, the cut-off lies beyond the depth: recall@9." in notes
    assert "Left out of sufficient@2: the system failed 1, stale label (of the candidate) 2." in notes


def test_a_longer_context_stands_beside_the_verdict(record):
    """Where chunks differ and one side reads more; not where both read about as much."""
    reading = {
        side: {"chars": chars, "straddling": 0} for side, chars in (("baseline", 100), ("candidate", 180))
    }
    found = said(*changed(record, FOUND, status="restricted", reading=reading))
    assert text(found.sentence).endswith("n = 40, 1.8 × the characters read.")
    reading["candidate"]["chars"] = 104
    alike = said(*changed(record, FOUND, status="restricted", reading=reading))
    assert text(alike.sentence).endswith("n = 40.")


def test_what_each_test_gave_is_a_table(record):
    """Sign flips with their error, the adjusted p, Student's t beside them; a metric without pairs has no test."""
    header, [row] = table_of_tests(
        Catalogue("en"), *changed(record, FOUND, metrics={record["primary"]: FOUND})
    )
    assert [text(cell) for cell in row] == [
        "sufficient@2",
        "< 0.001",
        "0.0000",
        "< 0.001",
        "+3.10",
        "0.004",
        "–",
    ]
    assert len(header) == len(row)
    other, entry = changed(record, metrics={record["primary"]: {**FOUND, "p": None}})
    assert table_of_tests(Catalogue("en"), other, entry)[1] == []


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.0004, "0.000"), (-0.0004, "0.000"), (-0.25, "−0.250"), (0.25, "+0.250"), (0.0, "0.000")],
)
def test_signs(value, shown):
    """A minus is a minus, not a hyphen; what is printed as 0 has no sign."""
    assert signed("sufficient@5", value) == shown


@pytest.mark.parametrize(
    ("refusal", "shown"),
    [
        (Refusal("gold", "a1", "b2"), "different gold revisions: a1 and b2."),
        (Refusal("corpus", "a1", "b2"), "different corpora: a1 and b2."),
        (
            Refusal("questions", ["q-1", "q|2"], []),
            "Asked of the baseline alone: q-1, q|2; of the candidate alone: none.",
        ),
        (
            Refusal("questions", [], [f"q{n:02}" for n in range(12)]),
            "of the candidate alone: q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, and 2 more.",
        ),
        (
            Refusal("cutoff", 3, None),
            "sufficient@2 lies beyond the results asked for: depth 3 and not declared.",
        ),
        (Refusal("errors", 0.0, 0.125), "0.0 % of the baseline's, 12.5 % of the candidate's."),
    ],
)
def test_a_refusal_in_words(record, refusal, shown):
    """With the ids, or the numbers, of both."""
    values = {
        "refusals": [refusal._asdict()],
        "metrics": {},
        "outcomes": None,
        "verdict": "refused",
        "status": "refused",
    }
    found = said(*changed(record, **values))
    assert text(found.sentence) == "beta and alpha are not compared."
    assert shown in text(found.refusals[0])
    assert found.facts == []
    assert f"rule.{refusal.rule}" in PHRASES


def test_a_metric_without_a_pair_has_no_figures(record):
    """Nor a verdict but that nothing is shown."""
    none = {**dict.fromkeys(FOUND), "n": 0, "wins": 0, "ties": 0, "losses": 0, "excluded": {}}
    other, entry = changed(record, none, verdict="not_shown")
    assert "no query has a value in both" in said(other, entry).sentence
    header, rows = metric_table(Catalogue("en"), other, entry)
    assert text(rows[0][1]) == "not measured (no query)"
    assert {len(row) for row in rows} == {len(header)}


def test_metrics_stand_in_the_order_of_the_family(record):
    """Shares with three digits, characters with one; the sign of a difference is shown."""
    other, entry = changed(record, FOUND)
    header, rows = metric_table(Catalogue("en"), other, entry)
    assert [text(row[0]) for row in rows] == record["family"]
    assert list(map(text, rows[0])) == [
        *("sufficient@2", "0.500", "0.700", "+0.200", "+0.050 … +0.350", "< 0.001", "40"),
        *("9 / 30 / 1", "+0.50", "0.180"),
    ]
    assert list(map(text, header[:3])) == ["metric", "alpha", "beta"]


def test_a_p_is_never_nothing():
    """What is too small is said to be less."""
    assert [text(p_value(p)) for p in (0.0001, 0.001, 0.0499, 1.0)] == ["< 0.001", "0.001", "0.050", "1.000"]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_part_has_its_phrase(record, lang):
    """In both languages."""
    for status in ("compared", "restricted"):
        found = said(*changed(record, FOUND, status=status), lang)
        assert all([found.sentence, *found.facts, *found.notes])
