import pytest

from assay.evidence.counting import STANDINGS
from assay.report.evidence.catalogue import Words
from assay.report.evidence.columns import columns, moment, value
from evidence import cases

SAY = Words("en")
ANSWER = cases.shop_run().answers[0]


@pytest.mark.parametrize(
    ("at", "shown"),
    [
        ("2026-03-02T10:01:00+00:00", "2026-03-02 10:01 UTC"),
        ("2026-03-02T10:01Z", "2026-03-02 10:01 UTC"),
        ("2026-03-02T10:01:59.123456-00:00", "2026-03-02 10:01 UTC"),
        ("2026-03-02T10:01:00+03:00", "2026-03-02 10:01 +03:00"),
        ("2026-03-02T10:01-05:30", "2026-03-02 10:01 -05:30"),
    ],
)
def test_times_are_shown_to_the_minute(at, shown):
    """With their zone, whatever form of a time the row has."""
    assert moment(at) == shown


@pytest.mark.parametrize(
    ("key", "written", "shown"),
    [
        ("support", "partially_supported", "partially supported"),
        ("attachment", "not_attached", "not attached"),
        ("contradicts", True, "yes"),
        ("contradicts", False, "no"),
        ("corpus", "not_checked", "not checked"),
        ("support", None, None),
    ],
)
def test_verdicts_are_words(key, written, shown):
    """No code is printed; what is not judged has none."""
    assert value(SAY, {key: written}, key) == shown


def test_what_is_not_judged_says_nothing_of_verdicts():
    """Neither a fragment nor a check stands in the row, as if somebody had looked."""
    row = cases.row(ANSWER, ["Обычно хватает пяти дней"], claim_id="C-1")
    shown = {field.key: field for field in columns(SAY, row, ANSWER, {})}
    assert set(shown) == {"claim", "quote", "citations", "kind", "by", "row_id"}
    assert shown["citations"].lines[0].text == "none"


def test_a_decline_has_no_citation_to_miss():
    """What the corpus has of it and what was seen are said."""
    row = cases.row(ANSWER, [], claim_id="C-1", kind="decline", corpus="lacks", observation="Сказано прямо.")
    shown = {field.key: field for field in columns(SAY, row, ANSWER, {})}
    assert shown["quote"].lines[0].text == "no words of it"
    assert set(shown) == {"claim", "quote", "kind", "corpus", "observation", "by", "row_id"}


def test_an_adjudication_of_rows_that_are_not_there_names_their_ids():
    """A table of one reviewer does not have those of the others."""
    row = cases.claim("C-017-1", ANSWER, "eve", adjudicates=["0" * 16])
    shown = {field.key: field for field in columns(SAY, row, ANSWER, {})}
    assert [line.text for line in shown["adjudicates"].lines] == ["0" * 16]
    assert shown["by"].lines[0].text == "eve, 2026-03-02 10:00 UTC (adjudication)"


def test_every_standing_is_said():
    """In words that differ."""
    assert len({SAY(f"verdict.{name}") for name in STANDINGS}) == len(STANDINGS)
