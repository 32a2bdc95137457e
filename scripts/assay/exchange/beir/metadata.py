"""Metadata of a BEIR folder under our names: fields that mean something here by name, the rest counted."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from assay.exchange.records.guessing import guess_fields
from assay.exchange.records.mapping import as_kind
from assay.exchange.records.paths import reader
from assay.exchange.records.targets import CHUNK, QUESTION, Target
from assay.exchange.records.unread import unread

OF_QUERIES = {name: QUESTION[name] for name in ("type", "lang", "as_of", "subject")}
OF_DOCUMENTS = {
    name: CHUNK[name] for name in ("doc_id", "section", "url", "lang", "subject", "valid_from", "valid_to")
}


def read_metadata(
    objects: Sequence[str | None], targets: Mapping[str, Target]
) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """Our fields of each record, and how often what stands there is not taken, by its path.

    A value of another kind than its field's (a day that is none, a language without a code) is not taken either.

    Args:
        objects: metadata of each record as JSON, None: it has none.
        targets: our fields that are looked for.
    """
    records: list[dict[str, Any]] = [json.loads(text) if text else {} for text in objects]
    fields = guess_fields(records, targets, {})
    unused = unread(records, fields.values())
    reads = [(name, path, reader(path)) for name, path in fields.items()]
    rows = []
    for record in records:
        row: dict[str, Any] = {}
        for name, path, find in reads:
            value = find(record)
            found = _as(targets[name].kind, value)
            if found is not None:
                row[name] = found
            elif value not in (None, ""):
                unused[path] = unused.get(path, 0) + 1
        rows.append(row)
    return rows, {f"metadata.{path}": count for path, count in unused.items()}


def _as(kind: str, value: Any) -> Any:
    try:
        return as_kind(kind, value)
    except ValueError:
        return None
