"""The shop's systems with what its own results do not show: odd hits, every symptom."""

from dataclasses import replace

import polars as pl

from assay.scoring.symptoms import SCHEMA, SYMPTOMS


def odd(system):
    """Of beta, the second result of q-2 is all that a result can be; of alpha, q-1 shows every symptom."""
    if system.name == "alpha":
        rows = [("q-1", code, "sale", 2, "delivery#.1", 1) for code in reversed(SYMPTOMS)]
        rows.append(("q-2", "topic_missing", None, None, None, None))
        return replace(system, symptoms=pl.DataFrame(rows, schema=SCHEMA, orient="row"))
    one = (pl.col("query_id") == "q-2") & (pl.col("rank") == 2)
    marks = [
        pl.when(one).then(True).otherwise(name).alias(name)
        for name in ("repeat", "outdated", "other_subject", "harmful")
    ]
    key = pl.when(~one).then("chunk_key").alias("chunk_key")
    return replace(system, hits=system.hits.with_columns(*marks, key))
