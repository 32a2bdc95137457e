"""Qrels: labels as they stand, and whatever is unclear a problem with its line."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.trec.qrels import read_qrels
from exchange.trec_samples import files, qrels_lines, split


def rules(found):
    return [str(problem) for problem in found.problems]


def rows(found):
    return found.frame.select("line", "query_id", "chunk_id", "relevance").rows()


def test_labels_are_read_in_the_order_of_the_file():
    """Tabs and runs of blanks, CRLF, a byte order mark, comments; ids are texts."""
    data = b"\xef\xbb\xbf# head\r\n007\t0\td1\t2\r\n\r\n  7  Q0   d#1  -1 \r\n7 0 \xd1\x8f +1"
    found = read_qrels(data, "qrels")
    assert rows(found) == [(2, "007", "d1", 2), (4, "7", "d#1", -1), (5, "7", "я", 1)]
    assert (found.problems, found.comments, found.negative) == ([], 1, 1)
    assert found.notes == [
        "1 comment line was passed over",
        "1 label is below 0: read as judged and not relevant",
    ]


def test_every_fault_of_a_file_is_told_with_its_line():
    """0.5 is not cut to 0; another number of columns; a pair twice, alike or not."""
    data = b"1 0 a 1\n1 0 b 0.5\n1 0 c\n1 0 d 1 x\n1 0 a 1\n1 0 a 0\n2 0 a 0\n1 0 e one\n1 0 f 1.0\n"
    found = read_qrels(data, "qrels")
    assert rules(found) == [
        "qrels:2: relevance is '0.5', must be a whole number; correct it",
        "qrels:3: has 3 columns, a line of qrels 4; write query_id, iteration, chunk_id, relevance",
        "qrels:4: has 5 columns, a line of qrels 4; write query_id, iteration, chunk_id, relevance",
        "qrels:5: query 1, chunk a is labelled twice alike, first on line 1; keep one of them",
        "qrels:6: query 1, chunk a is labelled 1 and 0, first on line 1; keep one of them",
        "qrels:8: relevance is 'one', must be a whole number; correct it",
        "qrels:9: relevance is '1.0', must be a whole number; correct it",
    ]


def test_a_run_is_no_qrels():
    """Its ranks would be read as relevance."""
    found = read_qrels(b"q Q0 a 1 1.5 t\nq Q0 b 2 1.0 t\n", "run")
    assert [problem.rule for problem in found.problems] == ["has 6 columns, a line of qrels 4"] * 2
    assert found.frame.is_empty()


def test_groups_of_judgements_are_chosen_by_name():
    """Several people judged the same pairs: all together is a problem that names the groups."""
    data = b"1 A a 1\n1 A b 0\n1 B a 0\n1 B c 2\n"
    (problem,) = read_qrels(data, "qrels").problems
    assert (
        str(problem)
        == "qrels:3: has pairs that several groups (column 2) judged: A, B; choose one: --group NAME"
    )
    found = read_qrels(data, "qrels", group="B")
    assert (found.problems, rows(found)) == ([], [(3, "1", "a", 0), (4, "1", "c", 2)])
    (absent,) = read_qrels(data, "qrels", group="C").problems
    assert str(absent) == "qrels:1: has no group 'C' (column 2); choose one of: A, B"


@pytest.mark.parametrize("data", [b"", b"\n \n", b"# nothing"])
def test_a_file_without_labels_is_a_problem(data):
    """Not a collection of no queries."""
    assert rules(read_qrels(data, "qrels")) == ["qrels:1: holds no line of qrels; check the file"]


@given(data=files(qrels_lines()))
def test_labels_are_what_a_loop_over_the_lines_finds(data):
    """Rows and the lines of the faults, of any file."""
    expected, faulty, seen = [], set(), set()
    for line, words in split(data):
        if not words or len(words) != 4 or not re.fullmatch(r"[+-]?\d+", words[3], re.ASCII):
            faulty.add(line)
            continue
        expected.append((line, words[0], words[2], int(words[3])))
        if (words[0], words[2]) in seen:
            faulty.add(line)
        seen.add((words[0], words[2]))
    found = read_qrels(data, "qrels")
    assert rows(found) == expected
    told = {int(problem.where.split(":")[1]) for problem in found.problems}
    assert told == (faulty if faulty or expected else {1})


@given(data=files(qrels_lines()), size=st.integers(1, 60))
def test_slices_change_nothing(data, size):
    """Wherever they cut."""
    whole, sliced = read_qrels(data, "qrels"), read_qrels(data, "qrels", size=size)
    assert sliced.frame.equals(whole.frame)
    assert (sliced.problems, sliced.notes) == (whole.problems, whole.notes)


def test_labels_of_all_groups():
    """Each pair once in each; twice in one is a fault; those that are not chosen are counted."""
    data = b"1 a x 1\n1 b x 0\n1 b y 2\n"
    found = read_qrels(data, "qrels", every=True)
    assert found.problems == []
    assert found.frame["relevance"].to_list() == [1, 0, 2]
    assert read_qrels(data, "qrels", group="a").left_out == {"b": 2}
    assert read_qrels(data, "qrels", group="b").left_out == {"a": 1}
    (problem,) = read_qrels(data + b"1 a x 1\n", "qrels", every=True).problems
    assert problem.where == "qrels:4"
    assert "--group NAME" in str(read_qrels(data, "qrels").problems[0])
