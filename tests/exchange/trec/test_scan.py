"""A run read at once is what it is slice by slice; at the first doubt it is read so."""

import pytest
from hypothesis import given

from assay.exchange.trec.lines import read_lines
from assay.exchange.trec.qrels import QRELS
from assay.exchange.trec.runs import RUN
from assay.exchange.trec.scan import scanned
from exchange.trec_samples import files, run_lines

LINE = b"q1 Q0 d1 1 0.5 tag\n"


def same(path, data):
    """Both ways give one table, faults, comments and tags."""
    path.write_bytes(data)
    one, other = read_lines(path, "run", RUN), read_lines(data, "run", RUN)
    assert one.frame.equals(other.frame)
    assert one.faults == other.faults
    assert one.comments == other.comments
    assert list(one.tags) == list(other.tags)


@given(files(run_lines()))
def test_any_file_is_read_the_same_at_once(tmp_path_factory, data):
    """Whatever blanks, comments and faults it has."""
    same(tmp_path_factory.getbasetemp() / "run.trec", data if isinstance(data, bytes) else data.encode())


PLAIN = [
    LINE,
    LINE * 3,
    "q1 Q0 д«1» -7 -1e-5 t\n".encode() + LINE,
    b'"q Q0 "a 2 1 "\n',
    LINE + b"q1 Q0 d1 1 0.5 tag more words\n",
]


@pytest.mark.parametrize("data", PLAIN)
def test_plain_lines_are_scanned(tmp_path, data):
    """Quotes and letters of any script are part of ids; words behind the tag say nothing."""
    path = tmp_path / "run"
    same(path, data)
    assert scanned(path, RUN).height == data.count(b"\n")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n" + LINE,
        LINE + b"\n" + LINE,
        LINE + b"\n",
        LINE + b"# a b c 1 2\n" + LINE,
        b"# a b 1 2 t\n" + LINE,
        LINE.rstrip(),
        LINE.replace(b"\n", b"\r\n"),
        LINE.replace(b" ", b"\t"),
        LINE + LINE.replace(b" ", b"\t"),
        LINE + LINE.replace(b"Q0", b" Q0"),
        LINE + b" " + LINE,
        LINE + LINE.replace(b" tag", b""),
        LINE + LINE.replace(b" 1 ", b" x "),
        LINE + LINE.replace(b" 1 ", b"  "),
        LINE + LINE.replace(b"0.5", b"nan"),
        LINE + LINE.replace(b"0.5", b"x"),
        LINE + LINE.replace(b"d1", b"d\xff"),
        LINE + LINE.replace(b"d1", b"d\0"),
        LINE + LINE.replace(b"d1", b"d\v1"),
        b"\xef\xbb\xbf" + LINE.replace(b"tag", b"tag more"),
        LINE.replace(b"tag", b"tag more"),
    ],
)
def test_other_lines_are_looked_at_one_by_one(tmp_path, data):
    """Comments, gaps, faults, other blanks, bytes that are no text."""
    path = tmp_path / "run"
    same(path, data)
    assert scanned(path, RUN) is None


def test_a_letter_may_lie_across_two_pieces(tmp_path):
    """Bytes are read in pieces: a letter of two bytes between them is text, half a letter at the end is none."""
    path = tmp_path / "run"
    data = LINE * 55_000 + b"q" * ((1 << 20) - len(LINE) * 55_000 % (1 << 20) - 1)
    path.write_bytes(data + "я Q0 d 1 1 t\n".encode())
    assert scanned(path, RUN) is not None
    path.write_bytes(data + b"\xd1 Q0 d 1 1 t\n")
    assert scanned(path, RUN) is None


def test_lines_with_an_end_are_not_scanned(tmp_path):
    """What stands behind the last column of qrels is a fault, which a scan would not see."""
    path = tmp_path / "qrels"
    path.write_bytes(b"q 0 d 1\nq 0 e 1 x\n")
    assert scanned(path, QRELS) is None
    assert len(read_lines(path, "qrels", QRELS).faults.found) == 1
