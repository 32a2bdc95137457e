"""Runs: read and ordered as trec_eval does; each oddity has one outcome."""

import struct
from itertools import groupby

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.trec.runs import read_run, ties
from exchange.trec_samples import SCORES, files, number, run_lines, split


def rules(found):
    return [str(problem) for problem in found.problems]


def order(found):
    return found.frame.select("query_id", "chunk_id").rows()


def test_lines_in_any_order_are_ordered_by_score():
    """Queries as texts, scores descending; the ranks of the file say nothing."""
    found = read_run(b"2 Q0 a 1 1.5 t\n10 Q0 b 2 3 t\n2 Q0 c 3 2e1 t\n10 Q0 d 1 4 t\n", "run")
    assert order(found) == [("10", "d"), ("10", "b"), ("2", "c"), ("2", "a")]
    assert found.frame["rank"].to_list() == [1, 2, 1, 2]
    assert found.frame["line"].to_list() == [4, 2, 3, 1]
    assert (found.problems, found.tags, found.reordered) == ([], ["t"], 1)


def test_ties_go_by_chunk_id_descending_as_bytes():
    """Lower case after upper case, Cyrillic after Latin, an emoji after both; longer after its beginning."""
    names = ["a", "B", "ab", "я", "ё", "😀", "\uffee", "10", "9"]
    data = "".join(f"q Q0 {name} 1 7 t\n" for name in names).encode()
    found = [chunk for _, chunk in order(read_run(data, "run"))]
    assert found == sorted(names, key=str.encode, reverse=True)


def test_scores_that_are_equal_as_floats_tie_in_trec9_only():
    """1.00000002 and 1.00000001; the score of the file is kept."""
    data = b"q Q0 a 1 1.00000002 t\nq Q0 b 2 1.00000001 t\n"
    assert order(read_run(data, "run", "trec10")) == [("q", "a"), ("q", "b")]
    old = read_run(data, "run", "trec9")
    assert order(old) == [("q", "b"), ("q", "a")]
    assert old.frame["score"].to_list() == [1.00000001, 1.00000002]
    assert old.reordered == 1


def test_columns_are_apart_by_any_white_space():
    """Tabs, runs of blanks, blanks around the score, at both ends; junk behind the tag; CRLF, BOM, no last line end."""
    lines = [
        "q\tQ0\td1\t1\t  2.5\tt",
        "  q Q0 d2   2 \t 2.4 t more junk at ",
        "q Q0 d3 3 2.3 t one two three",
        "q\vQ0\fd4 4 2.2 t ",
    ]
    for mark, end in ((b"", b"\n"), (b"\xef\xbb\xbf", b"\r\n")):
        found = read_run(mark + end.join(line.encode() for line in lines), "run")
        assert found.problems == []
        assert found.frame.select("chunk_id", "score").rows() == [
            ("d1", 2.5),
            ("d2", 2.4),
            ("d3", 2.3),
            ("d4", 2.2),
        ]
        assert found.tags == ["t"]


def test_comments_and_empty_lines_are_passed_over():
    """Lines keep their numbers; a # inside an id is a part of it."""
    found = read_run(b"# head\n\nq Q0 d#1 1 2 t\n  # q Q0 d2 1 2 t\n \t \nq Q0 d3 2 1 t\n", "run")
    assert found.frame.select("line", "chunk_id").rows() == [(3, "d#1"), (6, "d3")]
    assert (found.problems, found.comments) == ([], 2)
    assert "2 comment lines were passed over" in found.notes


def test_ids_are_texts():
    """007, 7 and 7.0 are three queries; quotation marks and words that elsewhere mean nothing stay."""
    data = b'007 Q0 null 1 1 t\n7 Q0 NA 1 1 t\n7.0 Q0 "a 1 1 t\n'
    assert order(read_run(data, "run")) == [("007", "null"), ("7", "NA"), ("7.0", '"a')]


def test_every_fault_of_a_file_is_told_with_its_line():
    """Too few columns, scores that are no number, infinite ones, no UTF-8, a null byte, a lone CR."""
    data = (
        b"q Q0 d1 1 2\nq Q0 d2 1 x t\nq Q0 d3 1 nan t\nq Q0 d4 1 1e999 t\nq Q0 \xff 1 1 t\nq Q0 d5 1 1 t\n"
        b"q Q0 d\0 1 1 t\nq Q0 d6 1\r1 t\nq Q0 d7 1 1,5 t\n"
    )
    found = read_run(data, "run")
    assert rules(found) == [
        "run:1: has 5 columns, a line of a run 6; write query_id, Q0, chunk_id, rank, score, tag",
        "run:2: score is 'x', must be a finite number; correct it",
        "run:3: score is 'nan', must be a finite number; correct it",
        "run:4: score is '1e999', must be a finite number; correct it",
        "run:5: is not UTF-8; save the file as UTF-8",
        "run:7: holds a null byte; save the file as UTF-8 text",
        "run:8: holds a carriage return; save the file with LF line ends",
        "run:9: score is '1,5', must be a finite number; correct it",
    ]
    assert order(found) == [("q", "d5")]


def test_first_line_does_not_say_how_many_columns_there_are():
    """A short first line is the only fault."""
    found = read_run(b"q Q0\nq Q0 d1 1 1 t\n", "run")
    assert len(found.problems) == 1
    assert order(found) == [("q", "d1")]


@pytest.mark.parametrize("data", [b"", b"\n\n", b"# nothing\n", b"\xef\xbb\xbf"])
def test_a_file_without_results_is_a_problem(data):
    """Not a run of no queries."""
    assert rules(read_run(data, "run")) == ["run:1: holds no line of a run; check the file"]


def test_a_flood_of_faults_ends_in_a_number():
    """A thousand are named, the rest counted: a file of another form has millions."""
    found = read_run(b"nonsense\n" * 3000, "run")
    assert len(found.problems) == 1001
    assert rules(found)[-1] == "run: has 2000 more problems; mend those above first"


def test_a_chunk_twice_is_a_fault_with_both_lines():
    """By default; in another query it is none."""
    data = b"q Q0 a 1 1 t\np Q0 a 1 1 t\nq Q0 b 2 2 t\nq Q0 a 3 5 t\nq Q0 a 4 1 t\n"
    assert rules(read_run(data, "run")) == [
        "run:4: query q has chunk a twice, first on line 1; keep one of them",
        "run:5: query q has chunk a twice, first on line 1; keep one of them",
    ]
    best = read_run(data, "run", repeats="best")
    assert best.frame.select("query_id", "chunk_id", "rank", "line").rows() == [
        ("p", "a", 1, 2),
        ("q", "a", 1, 4),
        ("q", "b", 2, 3),
    ]
    assert (best.problems, best.dropped) == ([], 2)
    assert "2 repeated chunks were left out" in best.notes


def test_several_tags_are_named():
    """The last line's is taken, as trec_eval does."""
    found = read_run(b"q Q0 a 1 3 x\nq Q0 b 2 2 y\nq Q0 c 3 1 x\n", "run")
    assert found.tags == ["y", "x"]
    assert "the file has 2 tags; x was taken, as the last" in found.notes


def test_ties_at_the_cuts_are_counted():
    """A tie inside is none at the cut; it is decided by ids where the file's ranks say otherwise."""
    scores = {"agrees": [("c", 5), ("b", 4), ("a", 4)], "differs": [("c", 5), ("a", 4), ("b", 4)]}
    scores["none"] = [("a", 3), ("b", 2), ("c", 1)]
    data = "".join(
        f"{query} Q0 {chunk} {rank} {score} t\n"
        for query, rows in scores.items()
        for rank, (chunk, score) in enumerate(rows, 1)
    )
    found = ties(read_run(data.encode(), "run"), (1, 2, 3, 2))
    assert found.rows() == [(1, 0, 0), (2, 2, 1), (3, 0, 0)]
    assert ties(read_run(data.encode(), "run"), ()).is_empty()


def test_ties_are_those_of_the_chosen_precision():
    """Equal as 32-bit numbers only."""
    data = b"q Q0 a 1 1.00000002 t\nq Q0 b 2 1.00000001 t\n"
    assert ties(read_run(data, "run", "trec10"), (1,)).rows() == [(1, 0, 0)]
    assert ties(read_run(data, "run", "trec9"), (1,)).rows() == [(1, 1, 1)]


def single(score):
    return struct.unpack("f", struct.pack("f", score))[0]


@given(data=files(run_lines()), rule=st.sampled_from(["trec9", "trec10"]))
def test_a_run_is_what_a_loop_over_its_lines_finds(data, rule):
    """Rows, order, ranks and the lines of the faults, of any file."""
    rows, faulty = [], set()
    for line, words in split(data):
        score = number(words[4]) if words and len(words) > 5 else None
        if score is None:
            faulty.add(line)
        else:
            rows.append((words[0], words[2], score, line))
    compared = single if rule == "trec9" else float
    rows.sort(key=lambda row: row[1].encode(), reverse=True)
    rows.sort(key=lambda row: (row[0].encode(), -compared(row[2])))
    found = read_run(data, "run", rule, repeats="best")
    kept = {(query, chunk): 0 for query, chunk, _, _ in rows}
    assert order(found) == list(kept)
    told = {int(problem.where.split(":")[1]) for problem in found.problems}
    assert told == (faulty if faulty or rows else {1})
    for _, group in groupby(found.frame.select("query_id", "rank").rows(), key=lambda row: row[0]):
        ranks = [rank for _, rank in group]
        assert ranks == list(range(1, len(ranks) + 1))


@given(data=files(run_lines()), size=st.integers(1, 60))
def test_slices_change_nothing(data, size):
    """Wherever they cut: rows, problems, notes, tags."""
    whole, sliced = read_run(data, "run"), read_run(data, "run", size=size)
    assert sliced.frame.equals(whole.frame)
    assert (sliced.problems, sliced.notes, sliced.tags) == (whole.problems, whole.notes, whole.tags)


def test_a_file_is_read_as_its_bytes_are(tmp_path):
    """From the disk, in slices."""
    data = b"".join(f"q{i % 7} Q0 d{i} 1 {SCORES[i % 12]} t\n".encode() for i in range(5000))
    (tmp_path / "run").write_bytes(data)
    found = read_run(tmp_path / "run", "run", size=1000)
    assert found.frame.equals(read_run(data, "run").frame)
    assert len(found.frame) == 5000
    assert found.frame.schema["rank"] == pl.UInt32
