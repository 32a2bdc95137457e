import polars as pl
import pytest

from assay.evidence.corpus import check, stretch_id
from assay.evidence.succession import current
from assay.gold.review import Corpus
from assay.manifest import sha256

from . import cases

BODY = "# Деньги\n\nПо карте деньги идут до пяти дней.\n"
WORDS = "деньги идут до пяти дней"
AT = BODY.index(WORDS)
PLACE = "evidence/claims/a-017/anna.jsonl:4 C-017-4"
STRETCH = stretch_id("refunds", AT, AT + len(WORDS))
AGAIN = "judge the claim again (assay evidence judge --supersede)"
LOOK = f"look whether the verdict still holds; else {AGAIN}"


def corpus(version="v2", body=BODY):
    """One document, and one chunk of a corpus that was cut elsewhere."""
    documents = pl.DataFrame({"doc_id": ["refunds"], "doc_version": [version], "body": [body]})
    chunk = {"chunk_id": ["kb:1@7"], "doc_id": ["kb"], "doc_version": [None], "text": ["Чек хранят год."]}
    return Corpus(documents, pl.DataFrame(chunk, schema=dict.fromkeys(chunk, pl.String)))


def text(**values):
    made = {"chunk_id": STRETCH, "doc_id": "refunds", "doc_version": "v2", "rank": None} | values
    words = made.pop("text", WORDS)
    return {**made, "sha256": sha256(words.encode()), "text": words}


def found(*evidence, read=corpus, rows=()):
    """Faults and notes of the last claim where it rests on these texts."""
    row = cases.claim("C-017-4", minute=3, corpus="holds", evidence=evidence)
    every = [*list(cases.shop_rows().values())[:3], row, *rows]
    return [list(map(str, kind)) for kind in check(current(cases.placed(*every)), read)]


def test_words_of_the_corpus_stand_where_the_row_says():
    """In a document, in a chunk with an id that looks like a stretch; a name without a place is looked for in all of it."""
    whole = text(chunk_id="kb:1@7", doc_id="kb", doc_version=None, text="Чек хранят год.")
    part = text(chunk_id="kb:1@7@4-14", doc_id="kb", doc_version=None, text="хранят год")
    assert found(text(), whole, part, text(chunk_id="p99")) == [[], []]


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        (
            {"text": "деньги идут до шести дней"},
            "'деньги идут до шести дней' does not stand in 'refunds' of 'v2'",
        ),
        ({"text": WORDS.upper()}, f"{WORDS.upper()!r} does not stand in 'refunds' of 'v2'"),
        ({"chunk_id": "refunds@0-5"}, "stands in 'refunds', but not at 0-5"),
        (
            {"chunk_id": stretch_id("refunds", AT, AT + 999)},
            f"stands in 'refunds', but not at {AT}-{AT + 999}",
        ),
        ({"doc_id": "returns"}, "has doc_id 'returns', but 'refunds' is of 'refunds'"),
        ({"doc_id": None}, "has doc_id None, but 'refunds' is of 'refunds'"),
    ],
)
def test_words_that_are_not_there_are_a_fault(values, rule):
    """Where the corpus has the very version."""
    assert found(text(**values)) == [[f"{PLACE}: evidence[1] {rule}; {AGAIN}"], []]


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        (
            {"doc_version": "v1"},
            "is of 'refunds' in 'v1'; the corpus has 'v2', in which these words stand too",
        ),
        (
            {"doc_version": "v1", "text": "деньги идут неделю"},
            "is of 'refunds' in 'v1'; the corpus has 'v2', in which these words do not stand",
        ),
        (
            {"doc_version": None},
            "is of 'refunds' in no version; the corpus has 'v2', in which these words stand too",
        ),
        (
            {"chunk_id": "kb:1@7", "doc_id": "kb", "doc_version": None, "text": "Чек хранят месяц."},
            "is of 'kb:1@7' in no version; the corpus has no version, in which these words do not stand",
        ),
        ({"chunk_id": "x@1-9", "doc_id": "gone"}, "is of 'gone', which the corpus does not have"),
        ({"chunk_id": "x", "doc_id": None}, "is of 'x', which the corpus does not have"),
    ],
)
def test_a_corpus_that_has_moved_on_is_no_fault(values, rule):
    """Another version, none that could be told, no such document: it needs a look."""
    assert found(text(**values)) == [[], [f"{PLACE}: evidence[1] {rule}; {LOOK}"]]


def test_superseded_rows_and_retrieved_fragments_are_not_looked_up():
    """Nor is the corpus read for them."""

    def unread():
        raise AssertionError

    row = cases.claim("C-017-4", minute=3, corpus="holds", evidence=[text(text="иное")])
    envelope = {"supersedes": [row["row_id"]], "supersede_reason": "Слова не те."}
    later = cases.claim("C-017-4", minute=4, envelope=envelope)
    rows = cases.placed(*list(cases.shop_rows().values())[:3], row, later)
    assert check(current(rows), unread) == ([], [])
    with pytest.raises(AssertionError):
        check(current(cases.placed(row)), unread)
