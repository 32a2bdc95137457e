"""The data of the page's explorer as columns: queries, passages, chunks, and what each system did, by number."""

from typing import Any

import polars as pl

from assay.comparison.record import Comparisons
from assay.report import failures
from assay.report.catalogue import Catalogue
from assay.report.inputs import Material
from assay.report.page import slicing
from assay.report.page.hits import hits
from assay.report.page.numbers import Numbers, columns
from assay.report.page.outcomes import changes, outcomes, role
from assay.report.page.plain import text
from assay.report.page.symptoms import kinds, symptoms
from assay.scoring.nulls import REASONS

LONGEST = 2000  # characters of a chunk's text
_QUERIES = {"id": "query_id", "text": "query", "sent": "rewritten"}
_QUERIES |= {name: name for name in ("lang", "status", "as_of", "subject", "rationale")}
_PASSAGES = {"id": "passage_id", "section": "section", "doc": "doc_id"}
_CHUNKS = {"id": "chunk_id", "doc": "doc_id", "title": "title", "section": "section", "subject": "subject"}
_CHUNKS |= {"from": "valid_from", "to": "valid_to"}


def payload(material: Material, compared: Comparisons, numbers: Numbers) -> dict[str, Any]:
    """The explorer's data, ready for JSON, without the texts of passages and chunks.

    Args:
        material: of the report.
        compared: for roles and changes.
        numbers: of the same material.
    """
    say, systems = Catalogue(material.lang), list(enumerate(material.systems))
    groups = slicing.groups(material)
    return {
        "lang": material.lang,
        "texts": material.texts,
        "headline": material.headline,
        "systems": [
            {"name": one.name, "snapshot": one.summary["card"]["snapshot"], "role": role(one, compared)}
            for one in material.systems
        ],
        "metrics": failures.measures(material.headline),
        "slices": slicing.shown(say, groups),
        "queries": {
            **_queries(numbers),
            "type": slicing.types(groups, numbers.queries),
            "groups": slicing.of_queries(groups, numbers.queries),
        },
        "passages": columns(numbers.passages, _PASSAGES),
        "outcomes": [outcomes(one, numbers, material.headline) for one in material.systems],
        "hits": [hits(one.hits, at, numbers) for at, one in systems],
        "chunks": columns(numbers.chunks.table, _CHUNKS),
        "symptoms": [symptoms(one.symptoms, at, numbers) for at, one in systems],
        "symptom_kinds": kinds(say),
        "changes": [changes(one, compared, numbers.queries) for one in material.systems],
        "reasons": [text(say(f"reason.{name}")) for name in REASONS],
    }


def _queries(numbers: Numbers) -> dict[str, list[Any]]:
    rows = numbers.queries
    sets = [
        None if one is None else [numbers.listed(members) for members in one]
        for one in rows["evidence_sets"].to_list()
    ]
    relevant = [
        [[numbers.passage[item["passage_id"]], item["grade"]] for item in one or ()]
        for one in rows["relevant"].to_list()
    ]
    return {**columns(rows, _QUERIES), "sets": sets, "relevant": relevant}


def texts(numbers: Numbers, longest: int = LONGEST) -> dict[str, list[Any]]:
    """Texts of passages and chunks by their numbers; those of chunks end in … where they are longer.

    ``left`` says of each chunk how many characters are left out.

    Args:
        numbers: of the page.
        longest: characters of a chunk's text.
    """
    whole = pl.col("text")
    more = (whole.str.len_chars().cast(pl.Int64).fill_null(0) - longest).clip(0)
    cut = pl.when(more > 0).then(whole.str.head(longest) + "…").otherwise(whole)
    shown = numbers.chunks.table.select(cut.alias("text"), left=more)
    return {
        "passages": numbers.passages["text"].to_list(),
        "chunks": shown["text"].to_list(),
        "left": shown["left"].to_list(),
    }
