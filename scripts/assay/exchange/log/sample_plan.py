"""What a sample of a log writes: unlabelled queries of the gold set, and what people should know of the draw."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from assay.corpora import PARAMS
from assay.counting import counted
from assay.disclosure import kinds, read_public
from assay.errors import InputError, Problem, near, refuse
from assay.exchange.log.log_records import Log, read_log
from assay.exchange.log.log_targets import LOG
from assay.exchange.log.question_groups import grouped, keys, words
from assay.exchange.log.sampling import BY, Sample, banded, draw
from assay.exchange.losses import Loss, Losses
from assay.exchange.masking import flagged
from assay.exchange.plan import SHOWN, Plan, cut_lines
from assay.exchange.questions.follow_ups import lacking
from assay.exchange.questions.gold_writing import CHANGES, checked, files_now, noted, old_rows
from assay.exchange.questions.questions import Question, labelled
from assay.exchange.records import kept, reading
from assay.gold.repository import read_corpus
from assay.jsonl import Row, dump_row

KEPT = ("log",)  # where params.yaml keeps how logs are read
_LISTED = 20  # records with personal data that are named


@dataclass(frozen=True)
class Wanted:
    """What is to be drawn.

    Attributes:
        number: how many questions.
        seed: of the draw.
        by: what makes strata beside the band of frequency: type, lang, subject.
        equal: the same number from each stratum, not by askings.
        min_words: questions of fewer words are left out.
        masked: personal data is replaced by placeholders; else such questions are left out.
        split: of the new queries.
    """

    number: int
    seed: int = 0
    by: Sequence[str] = ("type",)
    equal: bool = False
    min_words: int = 2
    masked: bool = False
    split: str = "dev"


def plan_sample(root: Path, file: Path, how: Mapping[str, Any], wanted: Wanted) -> Plan:
    """Questions drawn from a log, as unlabelled queries of the gold set.

    Args:
        root: the repository.
        file: the log, of any shape.
        how: the command line's words on it.
        wanted: what is to be drawn.

    Raises:
        InputError: every fault of the log; every rule of the gold set that its questions would break.
    """
    params, values = reading.params_of(root)
    name = kept.name_of([file])
    known = kept.find(values, KEPT, name)
    asked = kept.asked_of(how, LOG, known)
    with kept.blamed(known, how):
        log, public = read_log(file, asked, known.shape if known else None), read_public(root)
    _refuse_disclosing(log, public)
    groups = banded_groups(log, wanted, public)
    if groups.is_empty():
        raise InputError(Problem(near(file), "holds no questions", "check the file, or map another field"))
    now, old = files_now(root), old_rows(root)
    groups, there = _known(groups, [row.value for row in old["queries"]])
    free = groups.filter(~pl.col("short") & ~pl.col("known") & pl.col("holds").is_null())
    # One of four billion pairs shares the eight digits of an id.
    free = free.unique("id", keep="first", maintain_order=True)
    sample = draw(free, wanted.number, by=wanted.by, seed=wanted.seed, equal=wanted.equal, known=there)
    plan = Plan(facts=[*log.facts, *_left_out(log, groups, wanted), *_personal(log, groups)], read=now)
    plan.facts += [*_lacking(log, wanted), *_strata_lines(sample, wanted), *_drawn_lines(sample)]
    if len(sample.drawn):
        _add_rows(plan, root, sample, log, wanted, old)
        plan.writes[CHANGES] = noted(root, _change(file.name, sample, wanted))
        if log.shape:
            plan.facts = [*kept.told(known, values, KEPT, name), *plan.facts]
            plan.writes[PARAMS] = kept.keep(params, KEPT, name, kept.entry_of(asked, log.shape))
    return plan


def _known(groups: pl.DataFrame, gold: Sequence[Mapping[str, Any]]) -> tuple[pl.DataFrame, list[str]]:
    """Questions with ``known`` where the gold set has them, or had them before they were reworded; its own keys."""
    texts = [row[name] for row in gold for name in ("query", "rewritten") if isinstance(row.get(name), str)]
    there = keys(pl.Series(texts, dtype=pl.String)).to_list()
    ids = [str(row.get("id")) for row in gold]
    return groups.with_columns(known=pl.col("key").is_in(there) | pl.col("id").is_in(ids)), there


def _add_rows(
    plan: Plan, root: Path, sample: Sample, log: Log, wanted: Wanted, old: Mapping[str, Sequence[Row]]
) -> None:
    """The drawn questions as what the plan writes, shows and says is lost."""
    rows = _rows(sample, wanted)
    spots = {row["id"]: log.spots[row["row"]] for row in sample.drawn.iter_rows(named=True)}
    queries, passages = ([row.value for row in old[name]] for name in ("queries", "passages"))
    gold = {"queries": [*queries, *rows], "passages": passages}
    plan.writes = checked(gold, read_corpus(root), read_public(root), old, {"queries": spots})
    plan.facts += lacking(rows)
    plan.losses = [*_losses(sample, log), *log.losses]
    plan.preview = [_shown(row) for row in rows[:SHOWN]]
    plan.following = ["next: read each as it stands, label it (gold/README.md), then assay gold check"]


def banded_groups(log: Log, wanted: Wanted, public: Collection[str]) -> pl.DataFrame:
    """Questions of the log with ``band``, and ``short`` where they are no question.

    Bands are those of the whole log: what is left out later does not move a question from one to another.
    """
    groups = grouped(flagged(log.rows, public, masking=wanted.masked))
    groups = groups.with_columns(short=words(pl.col("text")) < wanted.min_words)
    return pl.concat([banded(part) for part in groups.partition_by("short")] or [banded(groups)]).sort("key")


def _refuse_disclosing(log: Log, public: Collection[str]) -> None:
    """Columns by which people would be told apart are no types: strata are printed, and types written."""
    problems = []
    for name in ("type", "subject"):
        for value, row in log.rows.group_by(name).agg(pl.col("row").min()).sort("row").iter_rows():
            problems += [
                Problem(f"{log.spots[row]} {name}", f"holds {what}", f"map another field: --map {name}=PATH")
                for what in kinds(value or "", public)
            ]
    refuse(problems)


def _left_out(log: Log, groups: pl.DataFrame, wanted: Wanted) -> Iterator[str]:
    yield f"{counted(len(groups), 'different question')} (case, spaces, ё/е and marks at the end do not count)"
    short, known = pl.col("short"), pl.col("known")
    counts = {
        f"of fewer than {counted(wanted.min_words, 'word')}": len(groups.filter(short)),
        "in the gold set already": len(groups.filter(~short & known)),
        "with personal data": len(groups.filter(~short & ~known & pl.col("holds").is_not_null())),
    }
    empty = len(log.rows) - int(groups["records"].sum())
    named = [f"{count} {what}" for what, count in counts.items() if count]
    named += [f"{counted(empty, 'record')} without a question"] if empty else []
    if named:
        yield f"left out: {', '.join(named)}"


def _personal(log: Log, groups: pl.DataFrame) -> Iterator[str]:
    """Where personal data stands, and what kind of: never the data."""
    open_ones = groups.filter(~pl.col("short") & ~pl.col("known"))
    holding = open_ones.filter(pl.col("holds").is_not_null()).sort("row")
    if len(holding):
        yield "with personal data (reword them in the log, or --masked writes a placeholder for each find):"
    for row, holds in holding.head(_LISTED).select("row", "holds").iter_rows():
        yield f"  {log.spots[row]}: holds {holds}"
    if len(holding) > _LISTED:
        yield f"  … and {len(holding) - _LISTED} more"
    replaced = len(open_ones.filter(pl.col("masks").is_not_null()))
    if replaced:
        yield f"{counted(replaced, 'question')} with placeholders for personal data; names of people are not found"


def _lacking(log: Log, wanted: Wanted) -> Iterator[str]:
    """What was to make strata and stands in no record of the log."""
    rows = log.rows
    absent = [name for name in wanted.by if name != "lang" and rows[name].null_count() == len(rows)]
    if absent:
        names, left = (
            " or ".join(absent),
            " and ".join([*(n for n in wanted.by if n not in absent), "frequency"]),
        )
        hints = " ".join(f"--map {name}=COLUMN" for name in absent)
        yield f"no record has a {names}: drawn by {left} only ({hints} names a column; else write it into gold/queries.jsonl)"


def _strata_lines(sample: Sample, wanted: Wanted) -> Iterator[str]:
    """The table of strata, and what the draw could not do."""
    drawn = len(sample.drawn)
    rows = [[*(str(value) for value in row)] for row in sample.strata.rows()]
    head = [*wanted.by, "band", "questions", "askings", "drawn"]
    widths = [max(len(row[at]) for row in [head, *rows]) for at in range(len(head))]
    texts = len(head) - 3
    for row in [head, *rows] if rows else []:
        cells = [cell.ljust(width) for cell, width in zip(row[:texts], widths, strict=False)]
        cells += [cell.rjust(width) for cell, width in zip(row[texts:], widths[texts:], strict=True)]
        yield "  " + "  ".join(cells)
    if sample.passed:
        yield f"{counted(sample.passed, 'question')} passed over: nearly the same is drawn or in the gold set"
    if drawn < wanted.number:
        yield f"{wanted.number} were asked for: {f'all {drawn} that are left are drawn' if drawn else 'none is left'}"
    if drawn:
        yield f"drawn with seed {wanted.seed}: {counted(drawn, 'question')}"


def _drawn_lines(sample: Sample) -> Iterator[str]:
    """Each question with what no file keeps: how often and by how many it was asked."""
    lines = []
    for row in sample.drawn.iter_rows(named=True):
        by = f" by {row['askers']}" if row["askers"] else ""
        lines.append(f"  {row['id']}  asked {counted(row['askings'], 'time')}{by}: {row['text']}")
    return cut_lines(lines)


def _rows(sample: Sample, wanted: Wanted) -> list[dict[str, Any]]:
    rows = []
    for one in sample.drawn.iter_rows(named=True):
        fields = {name: one[name] for name in BY} | {"split": wanted.split}
        question = Question({"id": one["id"], "query": one["text"], **fields}, None, "")
        rows.append(labelled(question, [], [], "unstated", 1))
    return rows


def _shown(row: Mapping[str, Any]) -> str:
    return dump_row({name: value for name, value in row.items() if value not in (None, {})})


def _change(source: str, sample: Sample, wanted: Wanted) -> str:
    """The line of the changelog: how many, of what, by which seed, so that the draw can be done again."""
    parts = [
        f"{' '.join(str(value) for value in row[:-3])} {row[-1]}" for row in sample.strata.rows() if row[-1]
    ]
    how = f"seed {wanted.seed}, by {', '.join((*wanted.by, 'band'))}{', equal' if wanted.equal else ''}"
    drawn = counted(len(sample.drawn), "question")
    return f"Drawn from {source}: {drawn} without labels ({how}): {', '.join(parts)}."


def _losses(sample: Sample, log: Log) -> list[Loss]:
    losses = Losses()
    losses.add("how often each was asked: the gold set has no field for it", count=len(sample.drawn))
    several = len(sample.drawn.filter(pl.col("subjects") > 1))
    losses.add("other subjects of questions that were asked for several", count=several)
    losses.add("who asked", count=log.rows["asker"].len() - log.rows["asker"].null_count())
    return losses.found()
