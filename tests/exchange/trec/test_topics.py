"""Topics in each of the forms that tracks have used."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.trec.topics import read_topics

CLASSIC = """\
<top>

<num> Number: 301
<title> International Organized Crime

<desc> Description:
Identify organizations that participate
in international criminal activity &amp; more.

<narr> Narrative:
A relevant document must as a minimum identify
the organization.

</top>

<top>
<num> Number: 051
<dom> Domain: Economics
<title> Topic: Airbus Subsidies
<desc> Description:
Document will discuss aid.
<narr> Narrative: None.
</top>
"""
CLOSED = """\
<top><num>Number: 1</num><title>Возврат</title><desc>Description: Как вернуть?</desc><narr>Narrative: Срок.</narr></top>
<top lang="ru"><num>2</num><title>Оплата</title></top>
"""
XML = """\
<?xml version="1.0"?>
<!-- <topic number="0"><query>not there</query></topic>
-->
<topics task="COVIDSearch">
  <topic number="1">
    <query>coronavirus origin</query>
    <question>what is the &lt;origin&gt; of COVID-19</question>
    <narrative>seeking <![CDATA[a range <b> & more]]></narrative>
  </topic>
  <topic number='02' type="faceted"><query>vitamin D</query>
    <question>does it help?</question><subtopic number="1">ignored</subtopic></topic>
</topics>
"""
CLEF = """\
<topics><topic lang="ru"><identifier>10.2452/41-AH</identifier><RU-title>Пестициды</RU-title>
<RU-desc>Найти документы</RU-desc></topic></topics>
"""


def rows(found):
    return found.frame.rows()


def test_classic_topics():
    """Without closing tags: each text up to the next tag; labels are no part of it; leading zeros stay."""
    found = read_topics(CLASSIC.encode(), "topics")
    assert found.problems == []
    crime = "Identify organizations that participate in international criminal activity & more."
    narrative = "A relevant document must as a minimum identify the organization."
    assert rows(found) == [
        (1, "301", "International Organized Crime", crime, narrative),
        (16, "051", "Airbus Subsidies", "Document will discuss aid.", "None."),
    ]
    assert found.notes == ["not read of the topics: <dom>"]


def test_topics_without_any_closing_tag():
    """The next topic ends the one before."""
    found = read_topics(CLASSIC.replace("</top>\n", "").encode(), "topics")
    assert [row[1:] for row in rows(found)] == [
        row[1:] for row in rows(read_topics(CLASSIC.encode(), "topics"))
    ]


def test_topics_with_closing_tags():
    """In Russian; CRLF and a byte order mark do not count."""
    data = b"\xef\xbb\xbf" + CLOSED.replace("\n", "\r\n").encode()
    found = read_topics(data, "topics")
    assert rows(found) == [(1, "1", "Возврат", "Как вернуть?", "Срок."), (2, "2", "Оплата", None, None)]
    assert found.problems == []


def test_xml_topics():
    """Number as attribute, entities decoded once, comments are none; what is not read is named."""
    found = read_topics(XML.encode(), "topics.xml")
    assert found.problems == []
    question = "what is the <origin> of COVID-19"
    assert rows(found) == [
        (5, "1", "coronavirus origin", question, "seeking a range <b> & more"),
        (10, "02", "vitamin D", "does it help?", None),
    ]
    assert found.notes == ["not read of the topics: <subtopic>"]


def test_topics_whose_tags_name_the_language():
    """As in CLEF."""
    assert rows(read_topics(CLEF.encode(), "t")) == [
        (1, "10.2452/41-AH", "Пестициды", "Найти документы", None)
    ]


def test_lines_with_a_tab():
    """A heading is passed over, ids are texts."""
    found = read_topics(
        "id\tquery\r\n007\tа если  курьером?\r\n\r\n7\tR & D &amp; C++\r\n".encode(), "topics.tsv"
    )
    assert rows(found) == [
        (2, "007", "а если курьером?", None, None),
        (4, "7", "R & D &amp; C++", None, None),
    ]
    assert (found.problems, found.notes) == ([], ["line 1 was taken for a heading"])


def test_the_description_can_be_the_query():
    """By the argument; a topic without it is a problem."""
    found = read_topics(CLOSED.encode(), "topics", text="description")
    assert found.frame["query"].to_list() == ["Как вернуть?", None]
    (problem,) = found.problems
    assert (
        str(problem)
        == "topics:2: is a topic without a description; add it, or choose another text for the query"
    )


def test_every_fault_of_a_file_is_told_with_its_line():
    """Of both forms."""
    marked = b"<top><num> Number: 1 <title> a </top>\n<top><title> b </top>\n<top><num> 1 <title> c </top>\n<top>\n"
    assert [str(problem) for problem in read_topics(marked, "t").problems] == [
        "t:2: is a topic without a number; give it one",
        "t:3: topic '1' stands twice, first on line 1; keep one",
        "t:4: is a topic without a number; give it one",
        "t:4: is a topic without a title; add it, or choose another text for the query",
    ]
    lines = b"1\ta\nno tab\n2\tb\tc\n1\td\n\tf\n"
    assert [str(problem) for problem in read_topics(lines, "t").problems] == [
        "t:2: has no tab; write the id, a tab and the text",
        "t:3: has 3 columns, a topic 2; write the id, a tab and the text",
        "t:4: topic '1' stands twice, first on line 1; keep one",
        "t:5: is a topic without a number; give it one",
    ]


@pytest.mark.parametrize("data", [b"", b"<topics></topics>", b"\n"])
def test_a_file_without_topics_is_a_problem(data):
    """Not a collection of no questions."""
    assert [problem.rule for problem in read_topics(data, "t").problems] == ["holds no topics"]


def test_an_old_encoding_is_read_and_named():
    """Topics of the nineties are Latin-1."""
    text = "<top><num> Number: 1\n<title> Économie des pays européens, déjà vu à Genève\n<desc> Où est-ce ?\n</top>\n"
    found = read_topics(text.encode("cp1252"), "topics")
    assert len(found.notes) == 1
    assert found.frame["query_id"].to_list() == ["1"]


WORDS = (
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1)
    .map(lambda text: " ".join(text.split()))
    .filter(bool)
)


@given(texts=st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4))
def test_any_text_in_xml_is_read_as_it_was(texts):
    """Whatever stands in it, escaped as XML wants it."""
    import html

    body = "".join(
        f'<topic number="{i}"><query>{html.escape(title)}</query><question>{html.escape(question)}</question></topic>\n'
        for i, (title, question) in enumerate(texts)
    )
    found = read_topics(f"<topics>\n{body}</topics>\n".encode(), "topics.xml")
    assert found.problems == []
    assert rows(found) == [(i + 2, str(i), *pair, None) for i, pair in enumerate(texts)]
