"""What a folder gives, met with the corpus: each document at its place there, and those that are gone."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from assay.exchange.documents.folder import Imported
from assay.exchange.documents.gone import gone_from
from assay.exchange.documents.moves import moved
from assay.exchange.documents.record import Entry, origins
from assay.exchange.documents.standing import Coming, Standing, standing


@dataclass(frozen=True)
class Meeting:
    """An import held against the corpus.

    Attributes:
        held: what becomes of each document of the import.
        gone: documents that an earlier import wrote and this one does not give; whether they are as it wrote them.
        known: what was on record, by path.
        name: of the folder or file that is imported.
    """

    held: Standing
    gone: Mapping[str, bool]
    known: Mapping[str, Entry]
    name: str

    def record(self, removes: Collection[str]) -> dict[str, Entry]:
        """What is to be on record after it, where these paths are removed; gone documents are still this folder's."""
        gone = {path: replace(self.known[path], origin=self.name) for path in self.gone}
        after = {**self.known, **gone, **self.held.record}
        return {path: one for path, one in after.items() if path not in removes}


def held_against(
    got: Imported,
    old: Mapping[str, bytes],
    known: Mapping[str, Entry],
    where: tuple[str, str],
    *,
    overwrite: bool,
) -> Meeting:
    """Hold what a folder gives against the corpus.

    Args:
        got: what it gives.
        old: files of the corpus by path.
        known: what imports wrote, by path.
        where: the folder below the corpus that the import writes to ("" or with a slash at its end), and its name.
        overwrite: as :func:`standing` takes it.
    """
    below, name = where
    away = moved({f"{below}{one.path}": one.doc_id for one in got.documents}, old, known)
    known = {away.get(path, path): one for path, one in known.items()}
    new = {
        away.get(path, path): Coming(one.data, made=one.made)
        for one in got.documents
        for path in [f"{below}{one.path}"]
    }
    names = origins(known, name, new)
    # What is gone from the folder and from the corpus is done with: it may come again as a new one.
    known = {
        path: one for path, one in known.items() if path in old or path in new or one.origin not in names
    }
    held = standing(new, old, known, name, names, overwrite=overwrite)
    return Meeting(held, gone_from(old, known, names, new), known, name)
