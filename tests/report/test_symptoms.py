"""Symptoms by system: counted over queries, in both reports."""

from dataclasses import replace

import polars as pl
import pytest

import shop
from assay.report import symptoms
from assay.report.catalogue import Catalogue
from assay.report.symptom_phrases import KINDS


def with_symptoms(made, *systems):
    """The shop's material whose systems show the given pairs of query and symptom."""
    whole = shop.material(made)
    tables = [
        pl.DataFrame(rows, schema={"query_id": pl.String, "symptom": pl.String}, orient="row")
        for rows in systems
    ]
    found = [replace(one, symptoms=rows) for one, rows in zip(whole.systems, tables, strict=True)]
    return replace(whole, systems=found)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_queries_are_counted_once_a_symptom(made, lang):
    """However many passages show it; the most frequent first, ties in the order in which they are explained."""
    say = Catalogue(lang)
    material = with_symptoms(
        made,
        [("q1", "neighbour"), ("q1", "neighbour"), ("q2", "neighbour"), ("q2", "topic_missing")],
        [("q3", "cut_at_border"), ("q1", "neighbour")],
    )
    header, rows = symptoms.overview(say, material)
    assert header[2:] == ["`alpha`", "`beta`"]
    assert [(row[0], *row[2:]) for row in rows] == [
        (say("symptom.neighbour"), 2, 1),
        (say("symptom.topic_missing"), 1, 0),
        (say("symptom.cut_at_border"), 0, 1),
    ]
    assert [row[1] for row in rows] == [
        say(f"symptom.{kind}.next") for kind in ("neighbour", "topic_missing", "cut_at_border")
    ]


def test_no_symptom_is_no_table(made):
    """Where every query is met."""
    assert symptoms.overview(Catalogue("en"), with_symptoms(made, [], [])).rows == []


def test_the_counts_are_those_of_the_tables(made):
    """Of what the score stage wrote."""
    material = shop.material(made)
    _, rows = symptoms.overview(Catalogue("en"), material)
    counted = {row[0]: row[2:] for row in rows}
    for kind in KINDS:
        expected = [
            one.symptoms.filter(pl.col("symptom") == kind)["query_id"].n_unique() for one in material.systems
        ]
        assert counted.get(Catalogue("en")(f"symptom.{kind}"), [0, 0]) == expected
