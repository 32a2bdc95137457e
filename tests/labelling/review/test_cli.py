import json
import re

import pytest

from assay.gold.repository import review_repository
from assay.labelling.review.cli import review
from labelling.ground import HOLIDAYS, QUERIES, RETURNS, TERM, did, files, gold, run

AT = RETURNS.split("---\n", 2)[2].index(TERM)
LONGER = "Вернуть товар можно в течение 45 дней после доставки."


@pytest.fixture
def changed(top):
    """A label is stale, one has moved, one stands where it was."""
    (top / "corpus/returns.md").write_text(
        RETURNS.replace(TERM, LONGER).replace("returns-v4", "returns-v5"), "utf-8"
    )
    return top


@pytest.mark.usefixtures("top")
def test_nothing_is_to_be_decided_where_nothing_changed():
    """In the list and in the talk."""
    assert did(review, "--list") == "no label is stale: every passage stands where it was labelled\n"
    assert json.loads(did(review, "--list", "--format", "json")) == []
    assert did(review, "--ask", told="") == did(review, "--list")


def test_the_list_shows_old_and_new_text_and_the_words_that_differ(changed):
    """And who uses the label; nothing is decided."""
    before = files(changed)
    said = did(review, "--list")
    assert said.startswith("moved: 1, stale: 1\n  returns#reason: ")
    assert f"was: «{TERM}»" in said
    assert f"in returns {AT}:{AT + len(LONGER)} › Срок возврата: «{LONGER}»" in said
    assert "words: Вернуть товар можно в течение [-30-]{+45+} дней{+ после доставки+}." in said
    assert "used by: q-1, q-2" in said
    assert files(changed) == before


def test_programs_get_the_same_as_json(changed):
    """With offsets and likeness."""
    moved, stale = json.loads(did(review, "--list", "--format", "json"))
    assert (moved["id"], moved["state"], moved["queries"]) == ("returns#reason", "moved", ["q-2"])
    assert (stale["id"], stale["reason"], stale["text"]) == ("returns#term", "text_changed", TERM)
    (proposal,) = stale["proposals"]
    assert (proposal["doc_id"], proposal["text"]) == ("returns", LONGER)
    assert 60 < proposal["likeness"] < 100
    assert files(changed)


def test_likeness_is_what_the_check_says(changed):
    """One measure of the same text."""
    warnings = [warning.fix for warning in review_repository(changed).warnings]
    (said,) = re.findall(r"nearest text \((\d+) %\)", " ".join(warnings))
    assert f"({said} %) in returns" in did(review, "--list")


def test_the_same_meaning_takes_the_text_of_today(changed):
    """Place, hash and version too; questions stay as they are."""
    did(review, "--accept", "returns#term")
    row = gold(changed, "passages")["returns#term"]
    assert (row["text"], row["doc_version"], row["anchor"]) == (LONGER, "returns-v5", "срок-возврата")
    assert row["end"] - row["start"] == len(LONGER)
    assert gold(changed) == {row["id"]: row for row in QUERIES}
    assert [one["state"] for one in json.loads(did(review, "--list", "--format", "json"))] == ["moved"]
    did(review, "--refresh")
    assert json.loads(did(review, "--list", "--format", "json")) == []


@pytest.mark.parametrize(
    "flags", [("--quote", "45 дней"), ("--quote", "@2:1"), ("--span", f"{AT}:{AT + 19}")]
)
def test_other_words_are_chosen(changed, flags):
    """The id stays."""
    did(review, "--edit", "returns#term", *flags)
    text = gold(changed, "passages")["returns#term"]["text"]
    assert text == {"45 дней": "45 дней", "@2:1": LONGER, f"{AT}:{AT + 19}": "Вернуть товар можно"}[flags[1]]


def test_words_of_another_document_are_chosen(changed):
    """Where the old one is no longer about it."""
    did(review, "--edit", "returns#term", "--doc", "help-en", "--quote", "within 30 days")
    assert gold(changed, "passages")["returns#term"]["doc_id"] == "help-en"


def test_a_retired_passage_goes_with_the_sets_that_need_it(changed):
    """A question without sets is unlabelled; what nobody uses any more is named."""
    said = did(review, "--retire", "returns#term", "--yes")
    assert "q-1 loses the set returns#term\n  q-1 has no sets left: it is not labelled then" in said
    assert "q-2 loses the set returns#term + holidays#more\n" in said
    assert "no query will use any more: holidays#more" in said
    assert gold(changed)["q-1"] == {**QUERIES[0], "evidence_sets": None, "why": {}}
    row = gold(changed)["q-2"]
    assert row["evidence_sets"] == [["returns#reason"]]
    assert row["claims"][0]["passages"] == ["returns#reason"]
    assert "returns#term" not in row["why"]
    assert "returns#term" not in gold(changed, "passages")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--accept", "returns#reason"), "is not stale"),
        (("--accept", "nothing"), "is no passage; see `assay gold review --list`"),
        (("--retire", "nothing", "--yes"), "is no passage"),
        (("--edit", "nothing", "--quote", "45 дней"), "is no passage"),
        (("--edit", "returns#term", "--quote", "90 дней"), "is not in the document"),
        (("--edit", "returns#term", "--quote", "45", "--doc", "retuns"), "did you mean returns?"),
        (("--edit", "returns#term", "--span", "1:100000"), "is not inside returns"),
        (
            ("--edit", "returns#term", "--quote", "Причину объяснять не нужно."),
            "would label the same text as",
        ),
    ],
)
def test_what_cannot_be_decided_is_refused(changed, words, said):
    """Nothing is written."""
    if words[1] == "returns#reason":
        did(review, "--refresh")
    if words[-1].startswith("Причину"):
        did(review, "--refresh")
    before = files(changed)
    code, _, error = run(review, *words)
    assert code == 1
    assert said in error
    assert files(changed) == before


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ((), "--accept ID"),
        (("--retire", "returns#term"), "--yes"),
        (("--list", "--refresh"), "Give one of"),
        (("--edit", "returns#term"), "--quote and --span"),
        (("--edit", "returns#term", "--quote", "a", "--span", "1:2"), "--quote and --span"),
        (("--edit", "returns#term", "--span", "eins"), "START:END"),
        (("--list", "--doc", "returns"), "go with --edit"),
    ],
)
@pytest.mark.usefixtures("changed")
def test_a_misuse_names_the_flags(words, named):
    """Exit 2."""
    code, _, said = run(review, *words)
    assert (code, named in said) == (2, True)


def test_a_text_that_stands_several_times_is_not_accepted_blindly(top):
    """A person says which place is meant."""
    twice = RETURNS.replace(TERM, "Срок есть.").replace("Распродажу", f"{TERM} {TERM} Распродажу")
    (top / "corpus/returns.md").write_text(twice, "utf-8")
    code, _, said = run(review, "--accept", "returns#term")
    assert (code, "stands at several places" in said) == (1, True)
    did(review, "--ask", told="y\n1\n2\n")
    body = twice.split("---\n", 2)[2]
    assert gold(top, "passages")["returns#term"]["start"] == body.rindex(TERM)


def test_a_document_that_is_gone_is_found_under_another_id(top):
    """Its text decides."""
    (top / "corpus/holidays.md").write_text(HOLIDAYS.replace("id: holidays", "id: feasts"), "utf-8")
    (stale,) = json.loads(did(review, "--list", "--format", "json"))
    assert (stale["reason"], stale["proposals"][0]["doc_id"]) == ("document_missing", "feasts")
    did(review, "--accept", "holidays#more")
    assert gold(top, "passages")["holidays#more"]["doc_id"] == "feasts"


def test_a_text_that_is_like_nothing_has_no_proposal(top):
    """It can be edited or retired."""
    (top / "corpus/holidays.md").write_text(HOLIDAYS.split("## Сроки")[0] + "## Zeit\n\nxyz wvu.\n", "utf-8")
    shown = did(review, "--ask", told="1\n0\n")
    assert "nothing there is like it" in shown
    assert "! write one of: 2, 3, 0" in shown
    code, _, said = run(review, "--accept", "holidays#more")
    assert (code, "is like nothing in the documents" in said) == (1, True)


def test_every_decision_of_a_talk_is_written_at_once(changed):
    """An end of the input loses none; what was not decided is as it was."""
    text = HOLIDAYS.replace("на 3 дня", "на 5 дней")
    (changed / "corpus/holidays.md").write_text(text, "utf-8")
    code, out, said = run(review, "--ask", told="y\n1\n")
    assert code == 1
    assert "standard input: ended; what was decided before is kept" in said
    passages = gold(changed, "passages")
    assert passages["holidays#more"]["text"] == "В праздники срок на 5 дней дольше."
    assert passages["returns#term"]["text"] == TERM
    assert "holidays#more (1 of 2)" in out
    assert "returns#term (2 of 2)" in out


def test_other_words_and_retiring_in_a_talk(changed):
    """Retiring is asked for once more; what is skipped is counted."""
    assert did(review, "--ask", told="\n3\n\n\n").endswith("left for later: 1\n")
    did(review, "--ask", told="\n2\n2\n1-2\n")
    assert gold(changed, "passages")["returns#term"]["text"].startswith(LONGER)
    (changed / "corpus/returns.md").write_text(RETURNS.replace(TERM, "Нельзя."), "utf-8")
    did(review, "--ask", told="\n3\ny\n")
    assert gold(changed)["q-1"]["evidence_sets"] is None


def test_a_decision_that_breaks_a_rule_is_refused(changed):
    """Here the new document ends before the other begins."""
    ended = HOLIDAYS.replace("lang: ru\n", "lang: ru\nvalid_to: 2025-01-01\n")
    (changed / "corpus/holidays.md").write_text(ended.replace("id: holidays", "id: feasts"), "utf-8")
    text = (changed / "corpus/returns.md").read_text("utf-8")
    (changed / "corpus/returns.md").write_text(
        text.replace("lang: ru\n", "lang: ru\nvalid_from: 2026-01-01\n")
    )
    before = files(changed)
    code, _, said = run(review, "--accept", "holidays#more")
    assert code == 1
    assert "share no day of validity" in said
    assert files(changed) == before


def test_russian_is_spoken_where_the_report_is_russian(russian):
    """All of it."""
    (russian / "corpus/returns.md").write_text(RETURNS.replace(TERM, LONGER), "utf-8")
    said = did(review, "--list")
    assert said.startswith("сдвинулось: 1, устарело: 1")
    assert f"%) в returns {AT}:{AT + len(LONGER)} › Срок возврата: «{LONGER}»" in said
    assert "слова: Вернуть товар можно в течение [-30-]{+45+} дней{+ после доставки+}." in said
