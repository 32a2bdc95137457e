"""Measures as trec_eval defines them, for one query, over relevances in the order of the ranks."""

import math

CUTS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
SUMS = ("num_ret", "num_rel", "num_rel_ret")


def of_query(labels, ranked, level=1):
    """Value of each measure by name.

    labels: relevance by chunk; ranked: chunks in order; level: lowest relevance that counts as relevant.
    """
    gains = [max(labels.get(chunk, 0), 0) for chunk in ranked]
    hits = [chunk in labels and labels[chunk] >= level for chunk in ranked]
    relevant = sum(value >= level for value in labels.values())
    precisions = [sum(hits[: i + 1]) / (i + 1) for i in range(len(hits)) if hits[i]]
    values = {"num_ret": len(ranked), "num_rel": relevant, "num_rel_ret": sum(hits)}
    values["map"] = sum(precisions) / relevant if relevant else 0.0
    values["recip_rank"] = 1 / (hits.index(True) + 1) if any(hits) else 0.0
    values["Rprec"] = sum(hits[:relevant]) / relevant if relevant else 0.0
    values["set_P"] = sum(hits) / len(hits) if hits else 0.0
    values["set_recall"] = sum(hits) / relevant if relevant else 0.0
    ideal = sorted((value for value in labels.values() if value > 0), reverse=True)
    values["ndcg"] = _dcg(gains) / _dcg(ideal) if ideal else 0.0
    for k in CUTS:
        values[f"P_{k}"] = sum(hits[:k]) / k
        values[f"recall_{k}"] = sum(hits[:k]) / relevant if relevant else 0.0
        values[f"map_cut_{k}"] = sum(precisions[: sum(hits[:k])]) / relevant if relevant else 0.0
        values[f"ndcg_cut_{k}"] = _dcg(gains[:k]) / _dcg(ideal[:k]) if ideal else 0.0
    for k in (1, 5, 10):
        values[f"success_{k}"] = float(any(hits[:k]))
    return values


def _dcg(gains):
    return sum(gain / math.log2(rank + 2) for rank, gain in enumerate(gains))


def of_run(qrels, run, *, level=1, complete=False, most=None):
    """Values by measure and query, and as ``all``; queries as trec_eval takes them.

    complete: queries that the run has no results for count as 0 (-c); most: ranks that are looked at (-M).
    """
    labels, ranked = {}, {}
    for query, chunk, relevance in qrels.frame.select("query_id", "chunk_id", "relevance").iter_rows():
        labels.setdefault(query, {})[chunk] = relevance
    for query, chunk in run.frame.sort("query_id", "rank").select("query_id", "chunk_id").iter_rows():
        ranked.setdefault(query, []).append(chunk)
    queries = [query for query in labels if complete or query in ranked]
    tables = {query: of_query(labels[query], ranked.get(query, [])[:most], level) for query in queries}
    found = {(name, query): value for query, table in tables.items() for name, value in table.items()}
    for name in tables[queries[0]]:
        total = sum(tables[query][name] for query in queries)
        found[name, "all"] = total if name in SUMS else total / len(queries)
    found["num_q", "all"] = len(queries)
    return found


def printed(path):
    """What trec_eval wrote: texts by measure and query."""
    lines = (line.split("\t") for line in path.read_text().splitlines())
    return {(name.strip(), query): value.strip() for name, query, value in lines}


def as_printed(value):
    """A value as trec_eval prints it."""
    return str(value) if isinstance(value, int) else f"{value:.4f}"
