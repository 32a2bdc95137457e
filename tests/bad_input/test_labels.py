import json

import pytest

import pipeline

from .ground import (
    D,
    Q,
    front,
    passage,
    refused,
    row,
    run,
    state,
    text,
)


@pytest.mark.parametrize(
    ("quote", "rule"),
    [
        (
            "Goods can be returned within 14 days.",
            (
                "the quotation «Goods can be returned within 14 days.» is not in the document; "
                "nearest text (95 %) at corpus/returns.md:8 (0:37): «Goods can be returned within 30 days.»"
            ),
        ),
        (
            "Take care.",
            (
                "the quotation «Take care.» stands 2 times: 39:49 (before the first heading), "
                "51:61 (before the first heading); quote more of it, or give its span"
            ),
        ),
    ],
)
def test_a_quotation_that_is_not_there_once(top, quote, rule):
    """Nothing is labelled by it."""
    before = state(top)
    done = pipeline.assay(top, "gold", "passage", "add", "--doc", "returns", "--id", "x", "--quote", quote)
    assert (done.returncode, done.stderr) == (1, f"returns: {rule}\n")
    assert state(top) == before


@pytest.mark.parametrize(
    ("words", "reason"), [("Nobody knows.", "text_changed"), ("Take care.", "ambiguous")]
)
def test_a_label_whose_text_is_not_there_once_is_not_measured(top, words, reason):
    """Stages run on: the passage is stale with its reason, and its query has no score, never 0."""
    import polars as pl

    passage(2, doc_id="returns", text=words, start=None, end=None, before=None, after=None)(top)
    for stage in ("project@fine", "score@first"):
        assert run(top, stage).stderr == "", stage
    status = pl.read_parquet(top / "runs/snapshots/fine/passages.parquet").filter(pl.col("status") == "stale")
    assert status.select("passage_id", "reason").rows() == [("returns-2025#term", reason)]
    summary = json.loads((top / "runs/systems/first/summary.json").read_bytes())
    assert summary["metrics"]["recall@1"]["nulls"] == {"stale": 1}


def test_checks_collect_what_is_broken_anywhere(top):
    """One call names it all."""
    row(1, split="deev")(top)
    front("lang: en", "lang: English")(top)
    text("lang: en", "lang: de")(top)
    (top / "evidence" / "grades" / "ada.jsonl").write_text("{\n")
    refused(
        top,
        {
            "check --only params --only corpus --only gold --only ledgers": [
                "params: 1 problem",
                "corpus: 1 problem",
                "gold: 2 problems",
                "ledgers: 1 problem",
                "params.yaml report.lang: is 'de', must be one of ru, en; change it",
                f"{D}:5 lang: 'English' is no language; write a code such as ru or en",
                f"{Q}:1 q-1: split is 'deev', must be dev or holdout; change it",
                "evidence/grades/ada.jsonl:1: is not JSON at column 2 (Expecting property name enclosed in double quotes); mend the line",
            ]
        },
    )
