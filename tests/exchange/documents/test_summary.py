from assay.exchange.documents.differences import Text
from assay.exchange.documents.folder import Imported
from assay.exchange.documents.standing import Standing
from assay.exchange.documents.summary import change_words, count_lines, disputes, kept_lines, preview

OLD = {
    "a.md": b"---\nid: a\n---\nOne.\n",
    "b.md": b"---\nid: b\n---\nTwo.\n",
    "own.md": b"---\nid: o\n---\nMine.\n",
}
HELD = Standing(
    writes={
        "a.md": b"---\nid: a\n---\nUno.\n",
        "b.md": OLD["b.md"],
        "c.md": b"---\nid: c\ntitle: C\nlang: en\n---\nx\n",
    },
    kept={"b.md": ["title", "url"], "a.md": ["title"]},
    disputed={"b.md": "was edited (+1 −1 lines)"},
    removed=["d.md"],
    otherwise={
        "a.md": Text({"id": "a", "title": "B"}, "One.\n"),
        "b.md": Text({"id": "b"}, "Due.\n"),
    },
)


def test_counts_and_files_that_were_passed_over():
    """One line a reason, with how many there are."""
    got = Imported(skipped=[(f"{number}.png", "no text") for number in range(5)] + [("x.md", "empty")])
    assert list(count_lines(got, HELD, OLD, [])) == [
        "3 documents: 1 new, 1 changed, 0 the same, 1 in dispute",
        "1 document of the corpus not in this import: left as they are",
        "1 file passed over (empty): x.md",
        "5 files passed over (no text): 0.png, 1.png, 2.png, …",
    ]
    assert list(count_lines(Imported(), HELD, OLD, ["own.md"])) == [
        "3 documents: 1 new, 1 changed, 0 the same, 1 in dispute"
    ]


def test_what_stays_and_what_is_refused():
    """Keys with their documents, each disputed and each removed document by name, and what files say instead."""
    said = list(kept_lines(HELD, OLD, "corpus", settled=True))
    assert said == [
        "kept as people wrote it: title of 2 documents (b.md, a.md)",
        "kept as people wrote it: url of 1 document (b.md)",
        "kept as it is: corpus/b.md was edited (+1 −1 lines)",
        "kept as people wrote it; its file says otherwise: corpus/b.md (+1 −1 lines): − Two. + Due.",
        "kept as people wrote it; its file says otherwise: corpus/a.md (title none → 'B')",
        "not brought back: corpus/d.md, which people removed (--existing replace brings it back)",
    ]
    assert said[:2] + said[3:] == list(kept_lines(HELD, OLD, "corpus", settled=False))
    (problem,) = disputes(HELD, OLD, "corpus")
    assert (problem.where, problem.rule) == ("corpus/b.md", "was edited (+1 −1 lines)")
    assert problem.fix.splitlines()[1:] == ["    − Two.", "    + Due."]


def test_changes_in_words_and_the_first_of_them_shown():
    """Changed documents before new ones, none that is the same."""
    assert change_words(HELD, OLD, "corpus") == {"corpus/a.md": "+1 −1 lines"}
    assert list(preview(HELD, OLD)) == ["changed a.md: − One. + Uno.", "new c.md: c (en) C"]
