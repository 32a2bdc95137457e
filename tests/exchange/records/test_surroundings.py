import json

from assay.exchange.records.guessing import guess_rows
from assay.exchange.records.recordset import Records
from assay.exchange.records.surroundings import beside
from assay.exchange.records.targets import CHUNK

DOCSTORE = {
    "docstore/metadata": {name: {"doc_hash": "h", "ref_doc_id": "returns.md"} for name in ("a1", "b2")},
    "docstore/data": {
        name: {
            "__data__": {"id_": name, "text": "Срок 30 дней.", "metadata": {"file_name": "returns.md"}},
            "__type__": "1",
        }
        for name in ("a1", "b2")
    },
    "docstore/ref_doc_info": {
        "returns.md": {"node_ids": ["a1", "b2"], "metadata": {"file_name": "returns.md"}}
    },
}


def around(*values, rows=None):
    records = Records(list(values), [f"f:{n}" for n in range(len(values))])
    return beside(records, rows or guess_rows(records, CHUNK))


def test_a_document_store_says_what_of_it_is_not_read():
    """Nothing of the nodes themselves; of the objects that are one a node one path."""
    assert around(json.loads(json.dumps(DOCSTORE))) == [
        (
            'around the records, not read: "docstore/data".*.__type__, "docstore/metadata".*.doc_hash, '
            '"docstore/metadata".*.ref_doc_id, "docstore/ref_doc_info"."returns.md".metadata.file_name, '
            '"docstore/ref_doc_info"."returns.md".node_ids'
        )
    ]


def test_what_tells_of_the_pages_is_read():
    """Totals, shards and the like are held against the records; the rest is named, five paths of it."""
    value = {
        "_scroll_id": "x",
        "timed_out": False,
        "_shards": {"failed": 0},
        "hits": {"total": 1, "hits": [{}]},
    }
    assert around(value, rows="hits.hits") == ["around the records, not read: _scroll_id"]
    many = {**{f"k{n}": n for n in range(1, 8)}, "chunks": [{"id": "a", "text": "b"}]}
    assert around(many) == ["around the records, not read: k1, k2, k3, k4, k5 and 2 more"]
    assert around({"chunks": [{"id": "a", "text": "b"}], "note": "", "none": None}) == []
    assert around({"id": "a", "text": "b"}) == []
