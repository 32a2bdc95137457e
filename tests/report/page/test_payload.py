import json
from dataclasses import replace

import polars as pl
import pytest

import shop
from assay.report.page.numbers import Numbers
from assay.report.page.payload import payload, texts
from assay.scoring.outcome import met
from assay.scoring.symptoms import SYMPTOMS

from .changed import odd


@pytest.fixture(scope="module")
def material(made):
    return shop.material(made, "ru", changed=odd)


@pytest.fixture(scope="module")
def compared(material):
    return shop.comparisons(material, alike=True)


@pytest.fixture(scope="module")
def numbers(material):
    return Numbers.of(material)


@pytest.fixture(scope="module")
def data(material, compared, numbers):
    return payload(material, compared, numbers)


def lines(value):
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def test_the_payload_as_approved(data, numbers, golden):
    """The shop's two systems, and the texts beside them."""
    golden("payload.json", lines(data))
    golden("texts.json", lines(texts(numbers)))


def test_hits_are_those_of_the_table(data, numbers, material):
    """Every result within the depth, with its chunk, its marks and what it carries."""
    ids, passages, flags = data["chunks"]["id"], data["passages"]["id"], {1: "repeat", 2: "outdated"}
    flags |= {4: "other_subject", 8: "harmful"}
    for system, hits in zip(material.systems, data["hits"], strict=True):
        rows = system.hits.filter(pl.col("rank") <= numbers.depth).sort("query_id", "rank").to_dicts()
        shown = [(data["queries"]["id"][q], *hit) for q, found in enumerate(hits) for hit in found]
        assert [(query, ids[chunk], rank) for query, chunk, rank, *_ in shown] == [
            (row["query_id"], row["chunk_id"], row["rank"]) for row in rows
        ]
        for (*_, marks, carried), row in zip(shown, rows, strict=True):
            assert {name for bit, name in flags.items() if marks & bit} == {
                name for name in flags.values() if row[name]
            }
            assert bool(marks & 16) == (row["chunk_key"] is None)
            pairs = zip(carried[::2], carried[1::2], strict=True)
            assert [(passages[p], share) for p, share in pairs] == [
                (c["passage_id"], c["share"]) for c in row["carries"]
            ]


def test_outcomes_are_those_of_the_tables(data, material):
    """Met as a comparison counts it, values of the scores, ranks and missing passages of the details."""
    passages = data["passages"]["id"]
    for system, found in zip(material.systems, data["outcomes"], strict=True):
        assert found["met"] == system.scores.select(met(2))["met"].cast(pl.UInt8).to_list()
        for name, values in zip(data["metrics"], found["values"], strict=True):
            assert values == system.scores[name].cast(pl.Float64).round(6).to_list()
        for row, missing, ranks in zip(
            system.details.sort("query_id").to_dicts(),
            *(found[name] for name in ("missing", "ranks")),
            strict=True,
        ):
            assert [passages[p] for p in missing] == row["missing"]
            seen = {one["passage_id"]: one["found_at"] for one in row["found"] if one["found_at"]}
            assert dict(zip([passages[p] for p in ranks[::2]], ranks[1::2], strict=True)) == seen
        reasons = [None if why is None else data["reasons"][why] for why in found["why"]]
        assert all(
            (why is None) == (state is not None) for why, state in zip(reasons, found["met"], strict=True)
        )
    assert data["outcomes"][0]["error"][data["queries"]["id"].index("q-7")] == "HTTP 504"
    assert data["reasons"][data["outcomes"][0]["why"][data["queries"]["id"].index("q-7")]] == "сбой системы"


def test_groups_are_those_of_every_system(data, material):
    """A query's type is among them."""
    for q, name in enumerate(data["queries"]["id"]):
        flat = data["queries"]["groups"][q]
        shown = {
            (data["slices"][s]["name"], data["slices"][s]["values"][v]["value"])
            for s, v in zip(flat[::2], flat[1::2], strict=True)
        }
        rows = pl.concat([system.groups for system in material.systems]).filter(pl.col("query_id") == name)
        assert shown == set(rows.select("slice", "value").iter_rows())
        assert data["slices"][0]["values"][data["queries"]["type"][q]]["value"] == dict(shown)["type"]


def test_every_symptom_has_a_name_and_a_next_step(data):
    """In the order of scoring, whatever order rows come in."""
    assert [kind["code"] for kind in data["symptom_kinds"]] == list(SYMPTOMS)
    assert all(kind["label"] and kind["next"] for kind in data["symptom_kinds"])
    shown = data["symptoms"][0][data["queries"]["id"].index("q-1")]
    assert sorted(kind for kind, *_ in shown) == list(range(len(SYMPTOMS)))
    assert {(data["passages"]["id"][p], rank, data["chunks"]["id"][c], n) for _, p, rank, c, n in shown} == {
        ("sale", 2, "delivery#.1", 1)
    }
    assert data["symptoms"][0][data["queries"]["id"].index("q-2")] == [(0, None, None, None, None)]


def test_changes_stand_under_their_candidate(data, compared):
    """A baseline, and a system that is not compared, has none."""
    baseline, candidate = data["changes"]
    assert baseline is None
    named = {key: [data["queries"]["id"][q] for q in queries] for key, queries in candidate.items()}
    rows = compared.changes.filter(pl.col("change") == "improvement")
    assert named == {"regressions": [], "improvements": rows["query_id"].to_list()}
    assert [system["role"] for system in data["systems"]] == ["baseline", "candidate"]


def test_a_chunk_of_two_snapshots_stands_once(material, numbers):
    """The same id with other words stands twice, each system with its own."""
    table = numbers.chunks.table
    assert not table.select(pl.all().exclude("chunk")).is_duplicated().any()
    whole = {one["chunk_id"]: one["text"] for one in material.systems[1].hits.to_dicts()}
    shown = numbers.chunks.of(1).join(table.select("chunk", "text"), on="chunk")
    assert all(whole[name] == text for name, text in shown.select("chunk_id", "text").iter_rows())
    assert table.filter(pl.col("chunk_id") == "odd#.1").height == 2


def test_passages_of_the_holdout_stay_away(material, numbers):
    """Only those that some dev query is labelled with have a number."""
    assert set(numbers.passages["passage_id"]) == {"courier", "gone", "guide", "kept", "odd", "sale", "term"}
    fewer = replace(material, queries=material.queries.filter(pl.col("query_id") == "q-1"))
    assert Numbers.of(fewer).passages["passage_id"].to_list() == ["guide", "sale", "term"]


def test_long_texts_of_chunks_are_cut(numbers):
    """With … at the end, and how much is left out; passages stay whole."""
    short, whole = texts(numbers, 5), texts(numbers)
    assert short["left"] == [len(one) - 5 for one in whole["chunks"]]
    assert set(whole["left"]) == {0}
    assert short["passages"] == whole["passages"]
    assert [len(one) for one in short["chunks"]] == [6] * len(whole["chunks"])
    assert all(long.startswith(one[:-1]) for one, long in zip(short["chunks"], whole["chunks"], strict=True))


def test_queries_without_sets(data):
    """Not stated is null, no answer is none."""
    sets = dict(zip(data["queries"]["id"], data["queries"]["sets"], strict=True))
    assert (sets["q-6"], sets["q-3"]) == (None, [])
    assert [[data["passages"]["id"][p] for p in one] for one in sets["q-1"]] == [["guide"], ["term", "sale"]]
    relevant = data["queries"]["relevant"][data["queries"]["id"].index("q-2")]
    assert [(data["passages"]["id"][p], grade) for p, grade in relevant] == [("kept", 1)]
