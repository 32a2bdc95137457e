"""What the stage ``compare`` reads of each system, and of the gold set."""

import json
from collections.abc import Callable

import polars as pl

from assay.comparison.systems import System
from assay.errors import refuse
from assay.gold.queries import parse_queries

SUMMARY, SCORES, DETAILS = "summary.json", "scores.parquet", "details.parquet"
HITS, SLICES = "hits.parquet", "slices.parquet"


def read_system(name: str, read: Callable[[str], bytes], table: Callable[[str], pl.DataFrame]) -> System:
    """One system from the files of its folder.

    Args:
        name: the system's name.
        read: bytes of a file by its name.
        table: table of a file by its name.
    """
    scores, details = (table(file).sort("query_id") for file in (SCORES, DETAILS))
    return System(name, json.loads(read(SUMMARY)), scores, details, table(HITS))


def reviewed(queries: bytes, where: str) -> pl.Series:
    """Ids of the dev queries whose labels are reviewed; the others are barred from gates.

    Args:
        queries: bytes of queries.jsonl.
        where: its name for messages.

    Raises:
        InputError: a line that cannot be read.
    """
    gold, problems = parse_queries(queries, where)
    refuse(problems)
    return gold.filter(pl.col("split") == "dev", pl.col("status") == "reviewed")["id"].sort()
