import pytest

from assay.exchange.records.commas import Comma, mark
from assay.exchange.records.mapping import as_kind
from assay.exchange.records.reading import Asked, read, read_all
from assay.exchange.records.targets import ASKED, QUESTION


def got(text, targets=ASKED, **asked):
    how = Asked(**asked)
    return read(read_all({"f.csv": text.encode()}, how), targets, how, None)


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_scores_with_a_comma_are_numbers(delimiter):
    """Where commas part no cells; also under a name that people state, and beside whole numbers."""
    rows = ["query_id;chunk_id;score;Балл;latency_ms", "007;a;0,91;1,5;12,25", "007;b;1;-0,5;3"]
    found = got("\n".join(rows).replace(";", delimiter))
    assert [(row["score"], row["latency_ms"]) for row in found.mapped.values] == [(0.91, 12.25), (1.0, 3.0)]
    assert "score has numbers with a comma for their point: 0,91 is read as 0.91" in found.facts
    assert not [fact for fact in found.facts if fact.startswith("Балл has")]
    stated = got("\n".join(rows).replace(";", delimiter), fields={"score": '"Балл"'})
    assert [row["score"] for row in stated.mapped.values] == [1.5, -0.5]


def test_sep_of_excel_says_the_delimiter():
    """In a line before the heading."""
    assert got("sep=;\nquery_id;chunk_id;score\n1;a;0,5\n").mapped.values[0]["score"] == 0.5


def test_what_is_no_number_stays_a_text():
    """Ids, lists of them, texts; a column with another value; thousands, which nobody can tell from parts."""
    labels = got("id;вопрос;relevant_ids\n1,5;Срок?;3,7\n2,5;Код?;4,8\n", QUESTION).mapped.values
    assert [(row["id"], row["relevant"]) for row in labels] == [("1,5", "3,7"), ("2,5", "4,8")]
    for cells in (["0,91", "н/д"], ["1,234", "22,345"], ["0,91,5"], ["5", "7"]):
        rows = [{"score": cell} for cell in cells]
        mark(rows, ["score"])
        assert not any(isinstance(row["score"], Comma) for row in rows)
    assert "score" not in got('query_id,chunk_id,score\n1,a,"0,5"\n').shape.fields


def test_a_marked_cell_is_the_text_that_it_was():
    """Where no number is wanted."""
    assert as_kind("id", Comma("0,91")) == "0,91"
    assert as_kind("number", Comma(" 0,91 ")) == 0.91
    with pytest.raises(ValueError, match="0,91"):
        as_kind("whole", Comma("0,91"))
