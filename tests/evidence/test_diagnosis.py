from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.evidence.diagnosis import COLUMNS, ROWS, Cell, cell, matrix, of_row
from assay.evidence.expected import Expected
from assay.evidence.table import Table

from . import cases

ANSWER = cases.shop_run().answers[0]  # it cites p04 and p07, and both were retrieved
READ = cases.read_in_corpus("Другой текст.", "p99", "D-09")
# Of each row of the matrix what a reviewer has written; `evidence` of the fragments by id, READ was not retrieved.
OF_ROW = {
    "supported": {"support": "supported", "corpus": "holds", "evidence": ["p04"]},
    "partially_supported": {"support": "partially_supported", "corpus": "not_checked", "evidence": ["p04"]},
    "contradicted": {
        "support": "unsupported",
        "contradicts": True,
        "corpus": "holds",
        "evidence": ["p04", READ],
    },
    "contradicted_missed": {
        "support": "unsupported",
        "contradicts": True,
        "corpus": "holds",
        "evidence": [READ],
    },
    "unsupported_retrieved": {"support": "unsupported", "corpus": "holds", "evidence": ["p04"]},
    "unsupported_missed": {"support": "unsupported", "corpus": "holds", "evidence": [READ]},
    "unsupported_lacks": {"support": "unsupported", "corpus": "lacks", "evidence": ["p04"]},
    "unsupported_unchecked": {"support": "unsupported", "corpus": "not_checked", "evidence": ["p04"]},
    "not_assessable": {"support": "not_assessable", "corpus": "not_checked", "evidence": ["p04"]},
}
NAMES_READ = {"marker": "[9]", "doc_id": "D-09", "chunk_id": "p99", "span": None}
# Of each column the attachment, and whether the citation names a fragment that the verdict rests on.
OF_COLUMN = {
    "attached": ("attached", True),
    "elsewhere": ("attached", False),
    "not_attached": ("not_attached", None),
    "not_assessable": ("not_assessable", None),
}


def row(name="C-1", by="anna", **values):
    return cases.row(
        ANSWER,
        ["Обычно хватает пяти дней"],
        by,
        **{"claim_id": name, "contradicts": False, "attachment": "not_attached", **values},
    )


def table(*rows):
    return Table(ANSWER, Expected(None, None, None, []), list(rows))


def cited(column, evidence):
    attachment, same = OF_COLUMN[column]
    if same is None:
        return {"attachment": attachment, "citations": []}
    own = "[D-01]" if "p04" in evidence else NAMES_READ
    return {"attachment": attachment, "citations": [own if same else "[D-02]"]}


@pytest.mark.parametrize(("name", "column"), list(product(OF_ROW, OF_COLUMN)))
def test_each_cell(name, column):
    """What is written of a claim leads to its cell, and to a check of its own."""
    written = row(**OF_ROW[name], **cited(column, OF_ROW[name]["evidence"]))
    found = of_row(written, ANSWER)
    assert found == (name, column)
    assert found.check == f"check.{name}.{column}"


def test_the_matrix_is_those_rows_and_columns():
    """One tuple of each says all of it."""
    assert tuple(OF_ROW) == ROWS
    assert tuple(OF_COLUMN) == COLUMNS


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("C-017-1", ("contradicted", "attached")),
        ("C-017-2", ("partially_supported", "attached")),
        ("C-017-3", ("contradicted", "attached")),
        ("C-017-4", ("unsupported_lacks", "not_attached")),
    ],
)
def test_the_worked_scenario(claim, expected):
    """The four claims of A-017."""
    assert of_row(cases.claim(claim), ANSWER) == expected


def test_a_citation_of_a_source_is_of_its_fragments():
    """It names no fragment: any retrieved one of the source is meant."""
    whole = {"marker": "[D-01]", "doc_id": "D-01", "chunk_id": None, "span": None}
    other = {**whole, "doc_id": "D-02"}
    for citation, column in ((whole, "attached"), (other, "elsewhere")):
        found = of_row(row(**OF_ROW["supported"], attachment="attached", citations=[citation]), ANSWER)
        assert found.column == column


def test_one_of_several_citations_is_enough():
    """Of two, one names the fragment that the verdict rests on."""
    both = row(**OF_ROW["supported"], attachment="attached", citations=["[D-02]", "[D-01]"])
    assert of_row(both, ANSWER).column == "attached"


def test_what_nobody_can_tell_is_not_called_another_fragment():
    """A citation that names nothing; a verdict that rests on no fragment."""
    nameless = {"marker": "[1]", "doc_id": None, "chunk_id": None, "span": None}
    rests = row(**OF_ROW["supported"], attachment="attached", citations=[nameless])
    bare = row(**{**OF_ROW["unsupported_lacks"], "evidence": []}, attachment="attached", citations=["[D-01]"])
    assert of_row(rests, ANSWER).column == "attached"
    assert of_row(bare, ANSWER) == ("unsupported_lacks", "attached")


def test_a_retrieved_fragment_decides_what_is_another_one():
    """The citation names what was only read in the corpus, and the verdict rests on a retrieved fragment too."""
    both = {"support": "unsupported", "corpus": "holds", "evidence": ["p04", READ]}
    assert of_row(row(**both, attachment="attached", citations=[NAMES_READ]), ANSWER) == (
        "unsupported_retrieved",
        "elsewhere",
    )


@pytest.mark.parametrize(
    "values",
    [
        {"kind": "decline", "attachment": None, "contradicts": None, "corpus": "lacks"},
        {"kind": "immaterial", "attachment": None, "contradicts": None, "observation": "Приветствие."},
        {"attachment": None, "contradicts": None},
    ],
)
def test_what_is_no_judged_statement_has_no_cell(values):
    """Declines, what is immaterial, and what is not judged yet."""
    written = row(**values)
    assert of_row(written, ANSWER) is None
    [claim] = table(written).claims
    assert cell(claim, table(written)) is None


def test_disputes_and_the_unjudged_are_counted_apart():
    """They are in no cell; a ruling brings its claim back; declines are counted nowhere."""
    one, two = row("C-1", **OF_ROW["supported"]), row("C-1", "boris", **OF_ROW["not_assessable"])
    open_one = row("C-2", attachment=None, contradicts=None)
    three, four = row("C-3", **OF_ROW["supported"]), row("C-3", "boris", **OF_ROW["unsupported_lacks"])
    ruling = row("C-3", "eve", **OF_ROW["supported"], adjudicates=[three["row_id"], four["row_id"]])
    declined = row("C-4", kind="decline", attachment=None, contradicts=None)
    found = matrix([table(one, two, open_one), table(three, four, ruling, declined)])
    assert found == ({Cell("supported", "not_attached"): 1}, 1, 1)
    assert found.n == 1


def test_reviewers_who_differ_whether_it_is_a_statement_are_disputed():
    """One says that the answer declines: the claim is no statement of the matrix, nor is it forgotten."""
    said = row("C-1", **OF_ROW["supported"])
    declined = row("C-1", "boris", kind="decline", attachment=None, contradicts=None, corpus="lacks")
    assert matrix([table(declined, said)]) == ({}, 1, 0)


VERDICTS = st.fixed_dictionaries(
    {
        "support": st.sampled_from(["supported", "partially_supported", "unsupported", "not_assessable"]),
        "contradicts": st.booleans(),
        "corpus": st.sampled_from(["holds", "lacks", "not_checked"]),
        "attachment": st.sampled_from(["attached", "not_attached", "not_assessable"]),
        "evidence": st.lists(st.sampled_from(["p04", "p07"]), unique=True).map(list),
        "citations": st.lists(st.sampled_from(["[D-01]", "[D-02]"]), unique=True),
    }
)


@given(st.lists(VERDICTS, max_size=8))
def test_every_judged_statement_is_in_one_cell(verdicts):
    """Whatever was written; the matrix counts each once, in the order of rows and columns."""
    rows = [row(f"C-{number}", **values) for number, values in enumerate(verdicts)]
    found = matrix([table(*rows)])
    counts = Counter(of_row(one, ANSWER) for one in rows)
    assert found.counts == counts
    assert found.n == len(rows)
    assert list(found.counts) == sorted(
        counts, key=lambda one: (ROWS.index(one.row), COLUMNS.index(one.column))
    )
