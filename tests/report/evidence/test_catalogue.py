import string

import pytest

from assay.entries import ATTACHMENTS, CORPUS, KINDS, SUPPORTS
from assay.evidence.counting import STANDINGS, Counts
from assay.evidence.diagnosis import COLUMNS, ROWS, Cell
from assay.report.evidence.catalogue import Marked, Words
from assay.report.evidence.phrases import PHRASES
from assay.report.markdown import Markdown
from assay.wording import LANGUAGES


def is_russian(text):
    return any("а" <= letter.lower() <= "ё" for letter in text)


@pytest.mark.parametrize("key", PHRASES)
def test_both_languages_take_the_same_values(key):
    """What stands in braces in one stands in the other."""
    english, russian = (
        {name for _, name, _, _ in string.Formatter().parse(text) if name} for text in PHRASES[key]
    )
    assert english == russian


@pytest.mark.parametrize("key", PHRASES)
def test_phrases_are_in_their_language(key):
    """No Cyrillic in English; a Russian phrase with words has Cyrillic in it."""
    english, russian = PHRASES[key]
    assert not is_russian(english)
    assert (english == russian) == (not is_russian(russian))


def test_every_value_has_a_phrase():
    """No code is printed bare: values of rows, cells of the matrix, counts, states."""
    names = {f"kind.{name}" for name in KINDS} | {f"attachment.{name}" for name in ATTACHMENTS}
    names |= {f"support.{name}" for name in SUPPORTS} | {f"corpus.{name}" for name in CORPUS}
    names |= {f"verdict.{name}" for name in STANDINGS}
    names |= {f"count.{name}" for name in Counts._fields if name != "run"}
    names |= {f"matrix.row.{name}" for name in ROWS} | {f"matrix.column.{name}" for name in COLUMNS}
    names |= {f"progress.{name}" for name in ("none", "open", "disputed", "done")}
    assert names <= PHRASES.keys()


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("row", ROWS)
def test_every_cell_says_what_to_look_at(row, column):
    """In both languages; what is to be done, not what the cause is."""
    english, russian = PHRASES[Cell(row, column).check]
    assert english.endswith((".", "?"))
    assert russian.endswith((".", "?"))
    assert not {"because", "caused", "fault", "broken"} & set(english.casefold().split())


@pytest.mark.parametrize(
    ("row", "column", "said"),
    [
        ("supported", "not_attached", "not at retrieval"),
        ("supported", "attached", "No check follows"),
        ("unsupported_missed", "attached", "Look at the retrieval of the fragment that decides"),
        ("unsupported_lacks", "not_attached", "what the corpus does not have"),
        ("unsupported_unchecked", "attached", "First look whether the corpus has a text"),
        ("not_assessable", "attached", "First get what is missing"),
        ("contradicted", "elsewhere", "another fragment than the one cited"),
    ],
)
def test_checks_lead_where_the_row_points(row, column, said):
    """Attachment is no matter of retrieval; what was not retrieved is; what the corpus lacks is neither."""
    assert said in PHRASES[Cell(row, column).check][0]


def test_the_next_check_stands_in_words_of_its_own():
    """Rows tell one check from another."""
    checks = {PHRASES[Cell(row, "attached").check] for row in ROWS}
    assert len(checks) == len(ROWS)


def test_values_are_escaped_in_markdown_alone():
    """A phrase is Markdown, what fills it is not; plain words are for a view that makes them safe."""
    assert Marked("en")("show.title", answer="*a*") == r"Evidence table of \*a\*"
    assert Words("en")("show.title", answer="*a*") == "Evidence table of *a*"
    assert Marked("ru")("show.title", answer=Markdown("*a*")) == "Таблица доказательств ответа *a*"


@pytest.mark.parametrize(
    ("name", "plain", "marked"),
    [
        ("A-017", "`assay evidence new A-017`", "`assay evidence new A-017`"),
        ("a_b c", "`assay evidence new 'a_b c'`", "`assay evidence new 'a_b c'`"),
        ("a`|", "`assay evidence new 'a`|'`", r"assay evidence new 'a\`\|'"),
    ],
)
def test_a_command_can_be_typed(name, plain, marked):
    """An odd id is quoted as a shell wants it, and breaks out of no code span."""
    assert Words("en").command("assay evidence new", name) == plain
    assert Marked("en").command("assay evidence new", name) == marked


def test_languages_are_those_of_the_report():
    """Each phrase has one text in each."""
    assert {len(texts) for texts in PHRASES.values()} == {len(LANGUAGES)}
