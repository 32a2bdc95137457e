"""Documents that people put elsewhere in the corpus since an import wrote them."""

from collections.abc import Mapping

from assay.exchange.documents.differences import parted
from assay.exchange.documents.record import Entry
from assay.retrieval.documents import is_document


def moved(ids: Mapping[str, str], old: Mapping[str, bytes], known: Mapping[str, Entry]) -> dict[str, str]:
    """Where documents stand that are not where the last import wrote them, by the path that it wrote.

    Args:
        ids: of the documents of an import, by path.
        old: files of the corpus by path.
        known: what imports wrote, by path.
    """
    away = {path: doc_id for path, doc_id in ids.items() if path not in old}
    # Moved before an earlier import, which put it on record where it stands.
    found = {one.front.get("id", ""): path for path, one in known.items() if path in old and path not in ids}
    if away.keys() & known.keys():
        strange = [
            path for path in sorted(old) if is_document(path) and path not in known and path not in ids
        ]
        here = {parted(old[path], path).front.get("id", ""): path for path in strange}
        lost = {known[path].front.get("id", "") for path in away if path in known}
        found |= {doc_id: path for doc_id, path in here.items() if doc_id in lost}
    return {path: found[doc_id] for path, doc_id in away.items() if doc_id in found}
