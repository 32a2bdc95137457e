import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.retrieval.chunking import cut, sections
from assay.retrieval.outline import outline


def structure(body, size=200, overlap=0):
    return cut(body, outline(body), chunking="structure", size=size, overlap=overlap)


def texts(body, chunks):
    return ["".join(body[start:end] for start, end in chunk.spans) for chunk in chunks]


def test_short_sections_are_one_chunk_each():
    """A section that fits is one chunk with its heading; a bare heading goes with the section below it."""
    body = "# Title\n\n## A\n\nOne.\n\nTwo.\n\n## B\n\n### C\n\nThree.\n"
    chunks = structure(body)
    assert [(chunk.section, chunk.anchor, chunk.number) for chunk in chunks] == [
        ("A", "a", 1),
        ("B / C", "b/c", 1),
    ]
    assert texts(body, chunks) == ["# Title\n\n## A\n\nOne.\n\nTwo.", "## B\n\n### C\n\nThree."]


def test_text_before_and_under_the_title_has_no_section():
    """Both are numbered together."""
    body = "Before.\n\n# Title\n\nUnder.\n\n## A\n\nText.\n"
    names = [(chunk.section, chunk.anchor, chunk.number) for chunk in structure(body)]
    assert names == [("", "", 1), ("", "", 2), ("A", "a", 1)]


def test_a_last_heading_without_text_is_kept():
    """Nothing is below it, so it stands alone."""
    body = "## A\n\nText.\n\n## Empty\n"
    assert texts(body, structure(body)) == ["## A\n\nText.", "## Empty"]


def test_paragraphs_stay_whole_where_they_fit():
    """A paragraph that does not fit into the rest begins the next chunk."""
    one, two, three = "a" * 30 + ".", "b" * 30 + ".", "c" * 30 + "."
    body = f"{one}\n\n{two}\n\n{three}\n"
    assert texts(body, structure(body, size=64)) == [f"{one}\n\n{two}", three]


def test_long_paragraphs_are_cut_between_sentences():
    """No chunk begins within a sentence that fits; «т. е.» is no end."""
    body = "Первое предложение здесь. Второе, т. е. не первое, тут. Третье предложение вот.\n"
    assert texts(body, structure(body, size=60)) == [
        "Первое предложение здесь. Второе, т. е. не первое, тут.",
        "Третье предложение вот.",
    ]


def test_a_heading_is_not_left_alone():
    """Where heading and paragraph do not fit together, the paragraph is cut, not parted from it."""
    body = "## Heading\n\n" + "Word number one. " * 4 + "\n"
    first, *_ = texts(body, structure(body, size=60))
    assert first == "## Heading\n\nWord number one. Word number one."


def test_what_has_no_sentences_is_cut_at_words_then_hard():
    """The size holds whatever the text."""
    body = "word " * 20 + "x" * 130 + "\n"
    found = texts(body, structure(body, size=60))
    assert max(map(len, found)) <= 60
    assert "".join("".join(found).split()) == "".join(body.split())


TABLE = "| City | Days |\n| --- | --- |\n" + "".join(f"| Town {n:02} | {n} |\n" for n in range(12))


def test_a_long_table_repeats_its_header():
    """Parts begin between rows; each further part has two spans, header rows first."""
    body = "## Times\n\nIn days.\n\n" + TABLE + "\nAfter the table.\n"
    chunks = structure(body, size=120)
    found = texts(body, chunks)
    header = "| City | Days |\n| --- | --- |\n"
    assert found[0].startswith("## Times\n\nIn days.\n\n" + header + "| Town 00 | 0 |\n")
    assert all(text.startswith(header + "| Town") for text in found[1:])
    assert [len(chunk.spans) for chunk in chunks] == [1] + [2] * (len(chunks) - 1)
    assert found[-1].endswith("| Town 11 | 11 |\n\nAfter the table.")
    rows = [line for text in found for line in text.splitlines() if line.startswith("| Town")]
    assert rows == [line for line in TABLE.splitlines() if line.startswith("| Town")]
    assert max(map(len, found)) <= 120


def test_a_table_that_fits_is_kept_whole():
    """It moves to the next chunk rather than being cut."""
    body = "A sentence that fills the first chunk well enough to leave no room.\n\n" + TABLE[:60] + "\n"
    assert texts(body, structure(body, size=70))[1].startswith("| City | Days |\n| --- | --- |\n| Town")


def test_rows_longer_than_a_chunk_are_cut():
    """Each part of the row has the header above it, and the size holds."""
    body = "| A | B |\n| - | - |\n| " + "word " * 40 + "| x |\n| last | y |\n"
    found = texts(body, structure(body, size=80))
    assert all(text.startswith("| A | B |\n| - | - |\n") for text in found)
    assert max(map(len, found)) <= 80


def test_a_header_of_half_a_chunk_is_not_repeated():
    """It would leave no room for rows."""
    body = "| " + "wide " * 12 + "| B |\n| --- | --- |\n" + "| row | x |\n" * 9
    chunks = structure(body, size=100)
    assert {len(chunk.spans) for chunk in chunks} == {1}


def test_code_is_cut_between_lines():
    """Hashes and bars in it are no headings and no tables; its indent is kept."""
    code = "```python\n" + "".join(f"    # line | {n}\n    | --- |\n" for n in range(6)) + "```\n"
    found = texts(code, structure(code, size=60))
    assert "\n".join(found) == code.rstrip("\n")


def test_overlap_repeats_whole_sentences():
    """The end of a chunk is the begin of the next, as far as whole sentences fit into the overlap."""
    body = "Alpha is one here. Beta is two here. Gamma is three here. Delta is four here.\n"
    assert texts(body, structure(body, size=60, overlap=25)) == [
        "Alpha is one here. Beta is two here. Gamma is three here.",
        "Gamma is three here. Delta is four here.",
    ]
    assert texts(body, structure(body, size=60, overlap=15))[1] == "Delta is four here."


def test_overlap_does_not_cross_sections():
    """Every section begins with its own heading."""
    body = "## A\n\nOne is here. Two is here.\n\n## B\n\nThree is here.\n"
    assert texts(body, structure(body, size=50, overlap=40))[-1] == "## B\n\nThree is here."


def test_windows_take_no_regard_of_structure():
    """Windows of the size, each begun size − overlap after the one before, until the end is reached."""
    body = "# T\n\n" + "abcdefghij" * 10
    chunks = cut(body, outline(body), chunking="windows", size=50, overlap=20)
    assert [chunk.spans[0] for chunk in chunks] == [(0, 50), (30, 80), (60, 105)]
    assert [(chunk.anchor, chunk.number) for chunk in chunks] == [("", 1), ("", 2), ("", 3)]


@pytest.mark.parametrize(("length", "expected"), [(1, 1), (50, 1), (51, 2), (80, 2), (81, 3)])
def test_the_last_window_holds_something_new(length, expected):
    """No window lies within the one before."""
    assert len(cut("x" * length, [], chunking="windows", size=50, overlap=20)) == expected


LINES = st.sampled_from(
    [
        "",
        " ",
        "# Title",
        "## Раздел",
        "## Раздел",
        "### Note",
        "Коротко.",
        "Первое предложение, т. е. начало. Второе предложение! Третье?",
        "A long sentence without any end that goes on and on and on and on and on and on and on",
        "x" * 120,
        "- item one. Still item one.",
        "1. Откройте заказ.",
        "| A | B |",
        "| --- | --- |",
        "| cell one | cell two, which is longer than others |",
        "```",
        "    # indented",
        "\u00a0",
    ]
)
BODIES = st.lists(LINES, max_size=40).map(lambda found: "\n".join(found) + "\n")
SIZES = st.integers(50, 300)


@given(BODIES, SIZES, st.integers(0, 49), st.sampled_from(["structure", "windows"]))
def test_laws_of_chunks(body, size, overlap, chunking):
    """Every letter is in some chunk, no chunk is too long, spans are ordered and inside, ids are unique."""
    headings = outline(body)
    chunks = cut(body, headings, chunking=chunking, size=size, overlap=overlap)
    covered = {place for chunk in chunks for start, end in chunk.spans for place in range(start, end)}
    assert {place for place, letter in enumerate(body) if not letter.isspace()} <= covered
    assert all(1 <= sum(end - start for start, end in chunk.spans) <= size for chunk in chunks)
    for chunk in chunks:
        flat = list(itertools.chain(*chunk.spans))
        assert flat == sorted(flat)
        assert 0 <= flat[0] <= flat[-1] <= len(body)
        assert len(chunk.spans) <= 2
    assert len({(chunk.anchor, chunk.number) for chunk in chunks}) == len(chunks)
    assert chunks == cut(body, headings, chunking=chunking, size=size, overlap=overlap)


@given(BODIES, SIZES, st.integers(0, 49))
def test_chunks_keep_to_sections(body, size, overlap):
    """A chunk lies within one section, and all sections together hold every letter."""
    headings = outline(body)
    parts = list(sections(body, headings))
    held = "".join(body[part.start : part.end] for part in parts)
    assert "".join(held.split()) == "".join(body.split())
    for chunk in cut(body, headings, chunking="structure", size=size, overlap=overlap):
        start, end = chunk.spans[0][0], chunk.spans[-1][1]
        assert any(part.start <= start and end <= part.end and part.anchor == chunk.anchor for part in parts)


@given(BODIES, SIZES)
def test_without_overlap_nothing_is_read_twice_but_headers(body, size):
    """The last spans of a document's chunks do not overlap."""
    last = [chunk.spans[-1] for chunk in structure(body, size=size)]
    assert all(before[1] <= after[0] for before, after in itertools.pairwise(last))
