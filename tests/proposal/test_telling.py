"""What is said of a difference, in both languages."""

import string

import pytest

from assay.gold.fields import PASSAGE, QUERY
from assay.proposal import terminal
from assay.proposal.phrases import PHRASES, Words
from assay.proposal.telling import account
from assay.wording import LANGUAGES

from .samples import AFTER, NEW_PASSAGES, change, side


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_change_with_one_of_everything(lang, golden):
    """On a terminal without colours: counts first, sets as a person says them, texts, word differences."""
    told = terminal.lines(account(change(), Words(lang)), colour=False)
    golden(f"change.{lang}.txt", ("\n".join(told) + "\n").encode())


def test_counts_come_first():
    """Of queries, of sets, of passages."""
    told = account(change(), Words("en"))
    assert told.counts == (
        (
            "Queries",
            (
                "added: 1",
                "removed: 1",
                "reworded: 1",
                "with another type, part, language, day or subject: 1",
                "with other labels: 5",
                "with other reasons: 1",
                "with another state of review: 1",
                "of the holdout, with those whose passages change: 1",
            ),
        ),
        (
            "Evidence sets",
            ("added: 4", "removed: 1", "replaced: 1", "less is enough: 1", "more is needed: 1"),
        ),
        ("Passages", ("added: 2", "removed: 1", "with other words: 1", "at another place: 1")),
    )


def test_nothing_is_said_of_nothing():
    """But that nothing changes."""
    from assay.changes.difference import difference

    same = side("old", AFTER, NEW_PASSAGES)
    told = account(difference(same, same._replace(name="new")), Words("en"))
    assert (told.notes, told.counts, told.sections) == (("Nothing changes in the gold set.",), (), ())


def test_texts_can_be_left_out():
    """No word of a question or passage is in any entry; ids and values are."""
    told = account(change(), Words("en"), texts=False)
    text = "\n".join(terminal.lines(told, colour=False))
    for row in (*AFTER, *NEW_PASSAGES):
        assert row.get("query", row.get("text")) not in text
    assert "30 days" not in text
    assert "rules#4.2 INSTEAD OF rules#3.1 + rules#3.3" in text


def test_labels_that_nobody_has_reviewed_since_are_named():
    """Who changes a set and leaves the reviewers as they were."""
    told = account(change(), Words("en"))
    notes = {
        item.id: [entry.label for entry in item.entries if "reviewers are as before" in entry.label]
        for section in told.sections
        for item in section.items
    }
    assert notes["q-less"] == ["labels changed, reviewers are as before: anna"]
    assert not notes["q-more"]


def test_terminals_do_not_obey_texts():
    """No control character of a text reaches the screen."""
    from assay.changes.difference import difference

    from .samples import query

    bad = query("q-\x1b]0;t\x07", None, query="a\x1b[31mred\x07\u202e", subject="\x1b]52;c\x07")
    told = account(difference(side("old", AFTER[1:], []), side("new", [bad, *AFTER[1:]], [])), Words("en"))
    assert all(mark.isprintable() for line in terminal.lines(told, colour=False) for mark in line)


@pytest.mark.parametrize("key", PHRASES)
def test_phrases_take_the_same_values_in_both_languages(key):
    """And neither is empty."""
    english, russian = (
        {name for _, name, _, _ in string.Formatter().parse(text) if name} for text in PHRASES[key]
    )
    assert english == russian
    assert all(PHRASES[key])


def test_every_field_has_a_name_for_people():
    """Of queries all; of passages the words and the place."""
    assert {f"field.{name}" for name in QUERY if name != "id"} <= PHRASES.keys()
    assert "text" in PASSAGE


def test_claims_are_told_one_by_one():
    """What is gone, new, in other words, and supported by something else."""
    from assay.changes.difference import difference

    from .samples import query

    def claim(name, text, *passages):
        return {"id": name, "text": text, "passages": list(passages)}

    before = query(
        "q", None, claims=[claim("c1", "old words", "a"), claim("c2", "gone"), claim("c3", "same", "a")]
    )
    after = query(
        "q", None, claims=[claim("c1", "new words", "a"), claim("c3", "same", "a", "b"), claim("c4", "came")]
    )
    told = account(difference(side("old", [before], []), side("new", [after], [])), Words("en"))
    lines = "\n".join(terminal.lines(told, colour=False))
    for line in (
        "claim c1 has other words: [-old-]{+new+} words",
        "claim c2 is gone: [-gone-]",
        "claim c3, now also supported by: b",
        "claim c4 is new: {+came+}",
    ):
        assert line in lines


def test_passages_that_only_moved_are_told_together():
    """Where they are many: an edit in front of them moves them all."""
    from assay.changes.difference import difference

    from .samples import passage

    before = [passage(f"d#{n}", f"text {n}", start=10 * n, end=10 * n + 6) for n in range(5)]
    after = [{**row, "start": row["start"] + 3, "end": row["end"] + 3} for row in before]
    told = account(difference(side("old", AFTER, before), side("new", AFTER, after)), Words("en"))
    (section,) = told.sections
    (item,) = section.items
    assert item.entries[0].label.endswith("d#0, d#1, d#2, d#3, d#4")


def test_another_page_of_a_passage_is_told():
    """Its address alone; and a passage of no document has no place in brackets."""
    from assay.changes.difference import difference

    from .samples import passage, query

    before = [passage("p1", "text", doc_id=None, section=None, url="https://old")]
    after = [{**before[0], "url": "https://new"}]
    queries = [query("q", [["p1"]]), query("q2", [["p1"]], rationale="x")]
    told = account(difference(side("old", queries, before), side("new", queries, after)), Words("en"))
    lines = "\n".join(terminal.lines(told, colour=False))
    assert "page: https://old → https://new" in lines
    added = account(difference(side("old", queries[:1], before), side("new", queries, before)), Words("en"))
    assert "      + p1: «text»" in list(terminal.lines(added, colour=False))


@pytest.mark.parametrize(
    ("name", "value", "warned"),
    [("text", "fourteen days", True), ("end", 40, True), ("url", "https://new", False)],
)
@pytest.mark.parametrize("used", [True, False])
def test_a_passage_whose_words_do_not_fit_its_hash_is_named(name, value, warned, used):
    """With the command that mends it: `gold check` refuses the row; also where a query shows it already."""
    from assay.changes.difference import difference

    from .samples import passage, query

    before = [passage("p", "thirty days")] if not used else []
    after = [passage("p", "thirty days") | {name: value}]
    queries = [query("q", [["p"]])]
    told = account(
        difference(side("old", queries if not used else [], before), side("new", queries, after)), Words("en")
    )
    lines = "\n".join(terminal.lines(told, colour=False))
    assert ("run `assay gold passage refresh p`" in lines) == warned


def test_a_moved_passage_that_does_not_fit_is_told_by_itself():
    """Also among many that only moved."""
    from assay.changes.difference import difference

    from .samples import passage

    before = [passage(f"d#{n}", f"text {n}", start=10 * n, end=10 * n + 6) for n in range(6)]
    after = [{**row, "start": row["start"] + 3, "end": row["end"] + 3} for row in before]
    after[2]["end"] += 1
    told = account(difference(side("old", AFTER, before), side("new", AFTER, after)), Words("en"))
    (section,) = told.sections
    assert [item.id for item in section.items] == ["d#2", "at another place: 5"]


def test_figures_of_a_new_revision_are_compared_on_one():
    """Another order of sets is one too: nothing is said to be beyond comparison."""
    from assay.changes.difference import difference

    from .samples import NEW_PASSAGES, query

    sides = (
        side(name, [query("q", sets)], NEW_PASSAGES)
        for name, sets in (("old", [["rules#4.2"], ["rules#3.1"]]), ("new", [["rules#3.1"], ["rules#4.2"]]))
    )
    told = account(difference(*sides), Words("en"))
    assert told.notes == (
        "a new gold revision: figures are to be compared on one revision, as `assay gold impact` does",
    )
