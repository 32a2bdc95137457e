"""pytrec_eval on exported files."""

import pytrec_eval

MEASURES = {"recall": "recall", "precision": "P", "map": "map_cut", "ndcg": "ndcg_cut", "hit": "success"}


def measured(qrels, run, cutoffs):
    """Names of the measures, and their values by query, of pytrec_eval on the files."""
    labels = pytrec_eval.parse_qrel(qrels.decode().splitlines())
    found = pytrec_eval.parse_run(run.decode().splitlines())
    cuts = ",".join(map(str, cutoffs))
    measures = {f"{name}.{cuts}" for name in MEASURES.values()}
    binary = pytrec_eval.RelevanceEvaluator(labels, measures, relevance_level=2).evaluate(found)
    graded = pytrec_eval.RelevanceEvaluator(labels, measures).evaluate(found)
    names = {f"{ours}@{k}": f"{theirs}_{k}" for ours, theirs in MEASURES.items() for k in cutoffs}
    values = {
        query: {
            ours: (graded if ours.startswith("ndcg") else binary)[query][theirs]
            for ours, theirs in names.items()
        }
        for query in binary
    }
    return list(names), values
