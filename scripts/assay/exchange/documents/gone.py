"""Documents that an earlier import wrote, and whose files are not in the folder any more."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from assay.exchange.documents.differences import parted
from assay.exchange.documents.record import Entry
from assay.manifest import sha256

if TYPE_CHECKING:
    import polars as pl

_SHOWN = 5  # passages of a document


def gone_from(
    old: Mapping[str, bytes], known: Mapping[str, Entry], names: Iterable[str], coming: Iterable[str]
) -> dict[str, bool]:
    """Paths of documents that are still in the corpus, sorted, and whether they are as the import wrote them.

    Args:
        old: files of the corpus by path.
        known: what imports wrote, by path.
        names: under which the folder was imported before.
        coming: paths that it gives now.
    """
    paths = {path for path, one in known.items() if one.origin in set(names)} - set(coming)
    return {path: _untouched(old[path], path, known[path]) for path in sorted(paths & old.keys())}


def _untouched(data: bytes, path: str, base: Entry) -> bool:
    text = parted(data, path)
    return sha256(text.body.encode()) == base.body and text.front == base.front


def labelled(passages: "pl.DataFrame | None") -> dict[str, list[str]]:
    """Ids of passages by the document that they are labelled in."""
    rows = [] if passages is None else passages.select("doc_id", "id").sort("id").rows()
    found: dict[str, list[str]] = {}
    for doc_id, name in rows:
        found.setdefault(doc_id, []).append(name)
    return found


def gone_lines(
    gone: Mapping[str, bool],
    old: Mapping[str, bytes],
    labelled: Mapping[str, list[str]],
    source: str,
    *,
    remove: bool,
) -> Iterator[str]:
    """A line for each: the passages labelled in it, and what becomes of it.

    Args:
        gone: as :func:`gone_from` gives them.
        old: files of the corpus by path.
        labelled: passages by document id.
        source: folder of the corpus.
        remove: whether those that are as the import wrote them are removed.
    """
    for path, untouched in gone.items():
        passages = labelled.get(parted(old[path], path).front.get("id", ""), [])
        shown = ", ".join(passages[:_SHOWN]) + (", …" if len(passages) > _SHOWN else "")
        words = f"labelled in it: {shown}" if passages else "nothing is labelled in it"
        if remove and untouched:
            end = "removed"
        elif remove:
            end = f"kept, since people edited it: `git rm {source}/{path}` removes it"
        else:
            end = f"kept: `git rm {source}/{path}` or --remove-gone removes it"
        yield f"gone from the folder: {source}/{path} ({words}); {end}"
