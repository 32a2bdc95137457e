"""Relevance labels in the form of TREC qrels: query, iteration, chunk, relevance on a line."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from assay.counting import counted
from assay.errors import Problem, shown
from assay.exchange.trec.form import Form
from assay.exchange.trec.lines import SLICE, Faults, read_lines
from assay.exchange.trec.pairs import repeated

if TYPE_CHECKING:
    import polars as pl

_SHOWN = 10
_OF_GROUPS = ("query_id", "chunk_id", "iteration")
QRELS = Form(
    name="qrels",
    columns=("query_id", "iteration", "chunk_id", "relevance"),
    numbers={"relevance": "whole"},
    kept=("query_id", "iteration", "chunk_id", "relevance"),
)


@dataclass(frozen=True)
class Qrels:
    """Relevance labels of a file.

    Attributes:
        frame: ``line`` (u32), ``query_id``, ``chunk_id`` (texts), ``relevance`` (i64), in the order of the file;
            of use where there are no problems.
        problems: what is wrong, by line.
        comments: number of comment lines passed over.
        negative: number of labels below 0: judged, not relevant (trec_eval: in the pool, not judged).
        left_out: number of labels of the groups that were not chosen, by group.
    """

    frame: "pl.DataFrame"
    problems: list[Problem]
    comments: int
    negative: int
    left_out: dict[str, int] = field(default_factory=dict)

    @property
    def notes(self) -> list[str]:
        """What people should know of how it was read."""
        passed = f"{counted(self.comments, 'comment line was', 'comment lines were')} passed over"
        below = f"{counted(self.negative, 'label is', 'labels are')} below 0: read as judged and not relevant"
        return ([passed] if self.comments else []) + ([below] if self.negative else [])


def read_qrels(
    source: bytes | Path, where: str, *, group: str | None = None, every: bool = False, size: int = SLICE
) -> Qrels:
    """Read qrels as trec_eval 10 does; more strictly where it would guess.

    Problems: another number of columns than 4, a relevance that is no whole number (0.5 is not cut to 0), a chunk
    twice for one query, several groups of judgements and none named, text that is not UTF-8.

    Args:
        source: the file's bytes, or the file itself, read slice by slice.
        where: its name for messages.
        group: the value of the second column that lines must have (several people judged: "qrels_jg" of trec_eval,
            which gives the mean over all groups; as plain qrels it refuses such a file). None: the column does not count.
        every: the labels of all groups: a pair stands once in each.
        size: bytes of a slice.

    Raises:
        OSError: the file cannot be read.
    """
    lines = read_lines(source, where, QRELS, size=size)
    frame, faults = lines.frame, lines.faults
    left_out: dict[str, int] = {}
    if group is not None:
        counts = dict(frame["iteration"].value_counts().sort("iteration").iter_rows())
        left_out = {name: count for name, count in counts.items() if name != group}
        frame = _of_group(frame, group, faults)
    again = repeated(frame, _OF_GROUPS) if every else repeated(frame)
    if not every and len(again) and repeated(frame, _OF_GROUPS).is_empty():
        said = f"has pairs that several groups (column 2) judged: {_groups(frame)}"
        faults.add(again["line"][0], said, "choose one: --group NAME")
    else:
        _tell_repeats(again, faults)
    frame = frame.drop("iteration")
    return Qrels(frame, faults.problems(), lines.comments, int((frame["relevance"] < 0).sum()), left_out)


def _groups(frame: "pl.DataFrame") -> str:
    names = frame["iteration"].unique().sort().to_list()
    return ", ".join(names[:_SHOWN]) + (" …" if len(names) > _SHOWN else "")


def _of_group(frame: "pl.DataFrame", group: str, faults: Faults) -> "pl.DataFrame":
    import polars as pl

    chosen = frame.filter(pl.col("iteration") == group)
    if chosen.is_empty() and len(frame):
        faults.add(1, f"has no group {shown(group)} (column 2)", f"choose one of: {_groups(frame)}")
    return chosen


def _tell_repeats(again: "pl.DataFrame", faults: Faults) -> None:
    for row in again.iter_rows(named=True):
        equal = row["relevance"] == row["relevance_first"]
        how = "twice alike" if equal else f"{row['relevance_first']} and {row['relevance']}"
        rule = f"query {row['query_id']}, chunk {row['chunk_id']} is labelled {how}, first on line {row['first']}"
        faults.add(row["line"], rule, "keep one of them")
