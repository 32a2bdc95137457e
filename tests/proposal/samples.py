"""A small change with one of everything: rows of both sides, and the difference."""

from assay.changes.difference import difference
from assay.changes.revisions import Side
from assay.gold.fields import QUERY
from assay.gold.passages import passages_bytes
from assay.gold.queries import queries_bytes
from assay.manifest import sha256


def query(name, sets=None, **values):
    row = dict.fromkeys(QUERY) | {"relevant": {}, "why": {}, "status": "reviewed", "reviewed_by": ["anna"]}
    about = {"id": name, "query": f"What about {name}?", "lang": "en", "type": "exact", "split": "dev"}
    return row | about | {"evidence_sets": sets} | values


def passage(name, text, **values):
    where = {
        "doc_id": name.partition("#")[0],
        "doc_version": "v1",
        "section": "Terms",
        "start": 0,
        "end": len(text),
    }
    return {"id": name, **where, "text": text, "sha256": sha256(text.encode()), **values}


BEFORE = [
    query("q-alike", [["guide#all"]]),
    query("q-gone", [["rules#3.1"]], split="holdout", rationale="One rule is enough."),
    query("q-less", [["rules#3.1", "rules#3.3"]]),
    query("q-more", [["guide#all"]]),
    query("q-new-labels"),
    query("q-none", [], type="no_answer"),
    query("q-other", [["rules#3.1", "rules#3.3"]], why={"rules#3.1": "the rule"}),
    query("q-words", [["guide#all"]], query="Can I return a started service within 14 days?"),
]
AFTER = [
    query(
        "q-added",
        [["rules#4.2"]],
        query="Новый вопрос <script>alert(1)</script> | *x* @team",
        lang="ru",
        as_of="2026-01-01",
    ),
    query("q-alike", [["guide#all"]]),
    query("q-less", [["rules#3.1"]]),
    query("q-more", [["guide#all", "rules#3.3"], ["rules#4.2"]], reviewed_by=["anna", "boris"]),
    query("q-new-labels", [["guide#all"]]),
    query("q-none", [["guide#all"]]),
    query("q-other", [["rules#4.2"]], why={"rules#4.2": "it holds both"}),
    query("q-words", [["guide#all"]], query="Can I return a started service within 30 days?"),
]
OLD_PASSAGES = [
    passage("guide#all", "The full guide says that a started service is refunded in part."),
    passage("rules#3.1", "A service is refunded."),
    passage("rules#3.3", "A started service is refunded in part."),
    passage("rules#old", "Nobody needs this."),
]
NEW_PASSAGES = [
    passage("guide#all", "The full guide says that a started service is refunded in full.", doc_version="v2"),
    passage("rules#3.1", "A service is refunded."),
    passage("rules#3.3", "A started service is refunded in part.", start=10, end=48),
    passage("rules#4.2", "4.2. A service is refunded, a started one in part."),
    passage("rules#lone", "No query names this."),
]


def side(name, queries, passages):
    return Side(name, "0" * 40, queries_bytes(queries), passages_bytes(passages))


def change():
    return difference(side("old", BEFORE, OLD_PASSAGES), side("new", AFTER, NEW_PASSAGES))
