"""Which queries belong together, and their means, against loops over the definitions."""

import random
from dataclasses import replace

import polars as pl
import pytest

from assay.scoring import slices
from assay.scoring.metrics import columns
from assay.scoring.scored import score, scores

from .cases import inputs
from .test_aggregate import small, summarised
from .test_reference import drawn

FOLDERS = {"a": "returns", "b": "delivery", "c": None, "d": "returns"}
LENGTHS = {"a": 0, "b": 1500, "c": 1501, "d": 6000, "e": 6001}


def chunks(lengths):
    spans = pl.List(pl.Struct({"start": pl.UInt32, "end": pl.UInt32}))
    rows = {
        "doc_id": list(lengths),
        "spans": pl.Series([[{"start": 0, "end": size}] for size in lengths.values()], dtype=spans),
        "n_chars": pl.Series(list(lengths.values()), dtype=pl.UInt32),
    }
    return pl.DataFrame(rows).lazy()


def documents(folders):
    schema = {"doc_id": pl.String, "folder": pl.String}
    return pl.DataFrame(list(folders.items()), schema=schema, orient="row")


def placed(case, doc_of, folders=FOLDERS, lengths=LENGTHS):
    """The run scored, what is known of the documents, and who belongs to which slice."""
    made = inputs(case)
    known = pl.col("passage_id").replace_strict(doc_of, return_dtype=pl.String)
    about = slices.about_documents(
        made.passages.with_columns(doc_id=known), documents(folders), chunks(lengths)
    )
    scored = score(made)
    return made, scored, slices.membership(scored, about, made.judgements.codes)


def length_class(n):
    return "1–1500" if n <= 1500 else "1501–6000" if n <= 6000 else "6001+"


def expected_members(case, doc_of):
    """Every (slice, value, query id), from the rows of the case alone."""
    found = set()
    for row in case.queries:
        name = row["id"]
        found |= {(kind, row[kind] or "", name) for kind in ("type", "lang", "subject")}
        named = {p for one in row["evidence_sets"] or [] for p in one} | set(row["relevant"] or {})
        for doc in {doc_of[passage] for passage in named} - {None}:
            found.add(("section", FOLDERS.get(doc) or "", name))
            if doc in LENGTHS:
                found.add(("length", length_class(LENGTHS[doc]), name))
        found |= {("reason_code", code, name) for (asked, _), code in case.codes.items() if asked == name}
    return found


def random_documents(seed):
    """A run drawn at random, the documents of its passages, and reason codes of some of its grades."""
    pick, case = random.Random(seed), drawn(seed)
    doc_of = {passage: pick.choice([*LENGTHS, "f", None]) for passage in case.held} | {"p0": "a"}
    graded = sorted(pair for pair in case.grades if pick.random() < 0.5)
    return case.with_(codes={pair: pick.choice(["outdated", "other_product"]) for pair in graded}), doc_of


@pytest.mark.parametrize("seed", range(25))
def test_members_equal_a_loop_over_the_queries(seed):
    """By their own values, by folder and length of the documents of their passages, by reason codes."""
    case, doc_of = random_documents(seed)
    _, scored, members = placed(case, doc_of)
    ids = scored.queries["query_id"]
    rows = [(kind, value, ids[q]) for kind, value, q in members.rows()]
    assert len(set(rows)) == len(rows)
    assert set(rows) == expected_members(case, doc_of)
    assert members.equals(members.sort("slice", "value", "q"))


@pytest.mark.parametrize("seed", range(10))
def test_means_equal_a_loop_over_the_members(seed):
    """Of what was measured; n of it; null where nothing was."""
    case, doc_of = random_documents(seed)
    made, scored, members = placed(case, doc_of)
    table = scores(scored, made.settings)
    shown = slices.slices(table, members, made.settings)
    wanted = expected_members(case, doc_of)
    assert {(kind, value) for kind, values in shown.items() for value in values} == {m[:2] for m in wanted}
    name = f"recall@{case.headline}"
    of_query = dict(table.select("query_id", name).iter_rows())
    for kind, value in {member[:2] for member in wanted}:
        inside = [of_query[q] for k, v, q in wanted if (k, v) == (kind, value) and of_query[q] is not None]
        entry = shown[kind][value][name]
        assert entry["n"] == len(inside)
        assert entry["mean"] == (pytest.approx(sum(inside) / len(inside), abs=1e-11) if inside else None)


@pytest.mark.parametrize("seed", range(10))
def test_slices_that_overlap_are_those_with_a_query_in_two_groups(seed):
    """And no others."""
    case, doc_of = random_documents(seed)
    *_, members = placed(case, doc_of)
    wanted = expected_members(case, doc_of)
    values = {}
    for kind, value, name in wanted:
        values.setdefault((kind, name), set()).add(value)
    assert slices.overlapping(members) == sorted({kind for (kind, _), of in values.items() if len(of) > 1})


def test_folders_of_chunks_made_elsewhere_are_those_of_their_documents_ids():
    """There is no table of documents; an address and a bare name tell no folder, a known document its own."""
    ids = ["доставка/курьер", "returns/a/b", "faq", "https://help.example/x", "/data/y", "./z/a", "faq/in"]
    passages = pl.DataFrame({"passage_id": ids, "doc_id": ids})
    found = dict(
        slices.about_documents(passages, documents({"faq/in": None}), chunks(LENGTHS))
        .select("passage_id", "section")
        .iter_rows()
    )
    assert found == {**dict.fromkeys(ids, ""), "доставка/курьер": "доставка", "returns/a/b": "returns"}
    bare = passages.filter(pl.col("doc_id") == "faq")
    assert slices.about_documents(bare, documents({}), chunks(LENGTHS))["section"].to_list() == [None]


def test_slices():
    """By the query's own type, language and subject; never by split; without documents or grades no others."""
    got = summarised(small())
    table = got["slices"]
    assert list(table) == ["lang", "subject", "type"]
    assert table["lang"]["ru"]["recall@3"] == {"mean": 0.5, "n": 1}
    assert table["subject"]["vacuum"]["sufficient@3"] == {"mean": 1.0, "n": 1}
    assert table["subject"][""]["sufficient@3"] == {"mean": 0.0, "n": 2}
    assert table["type"]["no_answer"]["recall@3"] == {"mean": None, "n": 0}
    assert got["overlapping_slices"] == []


def test_a_corpus_without_folders_has_no_sections():
    """One group of everything would say nothing."""
    *_, members = placed(small(), dict.fromkeys("pqrs", "c"))
    assert "section" not in members["slice"]
    assert members.filter(slice="length")["value"].unique().to_list() == ["1501–6000"]


def test_grades_of_the_holdout_make_no_group():
    """A reason code that only a closed query has is shown nowhere."""
    case = small(grades={("q1", "x"): (0, False), ("q7", "x"): (0, False)})
    case = case.with_(codes={("q1", "x"): "outdated", ("q7", "x"): "secret"})
    assert list(summarised(case)["slices"]["reason_code"]) == ["outdated"]


def test_the_summary_knows_folders_and_reason_codes():
    """From what the stage reads; a query with two codes is in both groups."""
    grades = {("q1", "x"): (0, False), ("q1", "y"): (1, False), ("q2", "x"): (0, False)}
    codes = {("q1", "x"): "outdated", ("q1", "y"): "other_product", ("q2", "x"): "outdated"}
    made = inputs(small(grades=grades, codes=codes))
    made = replace(
        made,
        passages=made.passages.with_columns(doc_id=pl.lit("d")),
        documents=documents({"d": "returns"}),
    )
    got = summarised(None, made)
    assert got["slices"]["section"]["returns"]["recall@3"] == {"mean": 0.5, "n": 3}
    assert got["slices"]["length"]["1–1500"]["recall@3"] == {"mean": 0.5, "n": 3}
    assert got["slices"]["reason_code"]["outdated"]["recall@3"] == {"mean": 0.75, "n": 2}
    assert got["slices"]["reason_code"]["other_product"]["recall@3"] == {"mean": 1.0, "n": 1}
    assert got["overlapping_slices"] == ["reason_code"]


def test_a_slice_holds_what_is_at_the_headline_and_in_characters():
    """Not every cut-off again: a summary stays small."""
    case = small()
    kept = summarised(case)["slices"]["lang"]["en"]
    wanted = {
        name
        for name, metric, cutoff in columns(case.settings)
        if cutoff and metric.summary == "mean" and (cutoff.by_characters or cutoff.size == case.headline)
    }
    assert set(kept) == wanted
