from dataclasses import replace

import polars as pl
import pytest

import shop
from assay.report import failures
from assay.report.catalogue import Catalogue

SAY = Catalogue("en")


@pytest.fixture
def material(made):
    return shop.material(made)


def test_a_failure_is_a_measured_query_that_one_system_does_not_meet(material):
    """Errors, queries not asked and stale ones are no failures; where sets are not stated, hit decides."""
    rows = failures.outcomes(material)
    assert rows["query_id"].unique(maintain_order=True).to_list() == ["q-1", "q-2", "q-6", shop.ODD]
    assert rows.filter(pl.col("query_id") == "q-6")["met"].to_list() == [False, True]


def test_every_system_stands_beside_a_failure(material):
    """Also the ones that meet it, in their own order."""
    rows = failures.outcomes(material)
    assert rows["system"].to_list() == ["alpha", "beta"] * 4


def test_queries_missed_by_most_stand_first(material):
    """Then by id."""
    alpha, beta = material.systems
    worse = beta.scores.with_columns(
        pl.when(pl.col("query_id") == "q-2").then(0.0).otherwise("sufficient@2").alias("sufficient@2")
    )
    rows = failures.outcomes(replace(material, systems=[alpha, replace(beta, scores=worse)]))
    assert rows["query_id"].unique(maintain_order=True).to_list() == ["q-2", "q-1", "q-6", shop.ODD]


def test_the_order_of_rows_does_not_matter(material):
    """Whatever order the tables have."""
    shuffled = [
        replace(
            system,
            scores=system.scores.sample(fraction=1, shuffle=True, seed=1),
            details=system.details.sample(fraction=1, shuffle=True, seed=2),
        )
        for system in material.systems
    ]
    assert failures.outcomes(replace(material, systems=shuffled)).equals(failures.outcomes(material))


def test_a_block_shows_what_was_needed_and_found(material):
    """Sets with texts, ranks, what is missing of the best set, a line a system."""
    block = next(failures.blocks(SAY, material, failures.outcomes(material)))
    assert (
        "<summary>q-1 · fails in 1 of 2 · Можно ли вернуть товар и что не принимают назад?</summary>" in block
    )
    assert "- p3 `sale`: Товары с распродажи не возвращаются." in block
    assert "Set 1: p1; Set 2: p2 + p3." in block
    assert "| `alpha` | p2: 1, p3: 3 | p3 | no | 0.500 | 0.333 | yes |" in block
    assert "| `beta` | p1: 1, p2: 2, p3: 3 | – | yes | 1.000 | 0.667 | yes |" in block


def test_what_was_not_measured_is_said_beside_a_failure(material):
    """With the reason of each metric."""
    blocks = list(failures.blocks(SAY, material, failures.outcomes(material)))
    line = (
        "| `alpha` | – | – | not measured (no evidence sets) | not measured (no evidence sets) | 0.000 | no |"
    )
    assert line in blocks[2]


def test_at_most_fifty_queries_are_shown(material):
    """All of them are in the sheet."""
    rows = failures.outcomes(material)
    one, gold = rows.filter(pl.col("query_id") == "q-1"), material.queries.filter(pl.col("query_id") == "q-1")
    many = pl.concat(one.with_columns(query_id=pl.lit(f"q-{n:03}")) for n in range(60))
    queries = pl.concat(gold.with_columns(query_id=pl.lit(f"q-{n:03}")) for n in range(60))
    shown = list(failures.blocks(SAY, replace(material, queries=queries), many))
    assert len(shown) == failures.MOST
    assert "q-049" in shown[-1]
    assert failures.sheet(many, texts=True)["query_id"].n_unique() == 60


def test_the_sheet_names_ranks_by_passage(material):
    """And has no column of texts where they are left out."""
    rows = failures.outcomes(material)
    sheet = failures.sheet(rows, texts=False)
    assert sheet["found"][0].to_list() == ["guide=-", "sale=3", "term=1"]
    assert sheet["missing"][0].to_list() == ["sale"]
    assert "query" not in sheet.columns
    assert "query" in failures.sheet(rows, texts=True).columns


def test_errors_stand_apart_with_their_message(material):
    """By message, the most frequent first; a query that found nothing is no error."""
    alpha, beta = material.systems
    names = [f"q-{n:02}" for n in range(12)]
    many = pl.DataFrame({"query_id": [*names, "q-a"], "message": ["timed out | after 30 s"] * 12 + [None]})
    table = failures.errors(SAY, replace(material, systems=[alpha, replace(beta, errors=many)]))
    shown = ", ".join(f"`{name}`" for name in names[:10])
    assert table.splitlines()[2:] == [
        "| `alpha` | HTTP 504 | 1 | `q-7` |",
        f"| `beta` | timed out \\| after 30 s | 12 | {shown}, and 2 more |",
        "| `beta` | not said | 1 | `q-a` |",
    ]
    assert failures.errors(SAY, replace(material, systems=[beta])) is None


def test_an_empty_list_and_an_error_are_told_apart_beside_a_failure(material):
    """Neither is a dash, which says that what was found holds no labelled passage."""
    alpha, beta = material.systems
    failing = pl.DataFrame({"query_id": ["q-1"], "message": ["HTTP 500"]})
    unmet = alpha.scores.with_columns(
        pl.when(pl.col("query_id") == "q-1").then(None).otherwise(pl.col(name)).alias(name)
        for name in ("sufficient@2", "hit@2")
    )
    worse = beta.scores.with_columns(
        pl.when(pl.col("query_id") == "q-1").then(0.0).otherwise("sufficient@2").alias("sufficient@2")
    )
    changed = replace(
        material,
        systems=[replace(alpha, errors=failing, scores=unmet), replace(beta, scores=worse)],
    )
    rows = failures.outcomes(changed)
    blocks = list(failures.blocks(SAY, changed, rows))
    one = next(block for block in blocks if "<summary>q-1 " in block)
    assert "| `alpha` | HTTP 500 | – | not measured" in one
    assert any("| `alpha` | nothing returned | p1 |" in block for block in blocks)


def test_an_error_to_the_question_as_it_was_is_none_of_today(made):
    """Its text has changed since: it was not asked, and stands in no list of errors."""

    def changed(system):
        reason = pl.when(pl.col("query_id") == "q-7").then(pl.lit("not_asked")).otherwise("reason")
        return replace(system, details=system.details.with_columns(reason.alias("reason")))

    assert failures.failed(shop.material(made)) == 1
    assert failures.failed(shop.material(made, changed=changed)) == 0


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("HTTP 504", "HTTP 504"),
        ("timed out after 0.5 s", "timed out after 0.5 s"),
        ("no hits for Иван", None),
    ],
)
def test_without_texts_a_service_s_own_words_are_left_out(made, message, shown):
    """They may repeat the question."""

    def said(system):
        return replace(system, errors=system.errors.with_columns(message=pl.lit(message)))

    material = shop.material(made, texts=False, changed=said)
    assert material.systems[0].errors["message"].to_list() == [shown]
