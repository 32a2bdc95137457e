"""What an import of documents says of itself: counts, what is kept, and each change in a few words."""

from collections.abc import Iterable, Iterator, Mapping

from assay.counting import counted
from assay.errors import Problem
from assay.exchange.documents.differences import changed_lines, difference, parted
from assay.exchange.documents.folder import Imported
from assay.exchange.documents.standing import Standing
from assay.exchange.plan import SHOWN
from assay.retrieval.documents import is_document

_LINES = 5  # of a document that people and its file both changed
_DOCUMENTS = 20  # of which people keep another text than their files have


def count_lines(
    got: Imported, held: Standing, old: Mapping[str, bytes], gone: Iterable[str]
) -> Iterator[str]:
    """How many documents are new, changed and the same; those of other origin; files that were passed over."""
    new = held.writes
    fresh = len(new.keys() - old.keys())
    held_back = f", {len(held.disputed)} in dispute" if held.disputed else ""
    same = sum(old.get(path) == data for path, data in new.items())
    counts = (
        f"{fresh} new, {len(new) - fresh - same} changed, {same - len(held.disputed)} the same{held_back}"
    )
    yield f"{counted(len(new), 'document')}: {counts}"
    rest = sum(is_document(path) for path in old.keys() - new.keys() - set(gone))
    if rest:
        yield f"{counted(rest, 'document')} of the corpus not in this import: left as they are"
    reasons: dict[str, list[str]] = {}
    for path, reason in got.skipped:
        reasons.setdefault(reason, []).append(path)
    for reason, paths in sorted(reasons.items()):
        yield f"{counted(len(paths), 'file')} passed over ({reason}): {_listed(paths[:SHOWN], len(paths))}"


def kept_lines(held: Standing, old: Mapping[str, bytes], source: str, *, settled: bool) -> Iterator[str]:
    """What people did that stays, and each document whose file says otherwise.

    Args:
        held: what becomes of the documents.
        old: files of the corpus by path.
        source: folder of the corpus.
        settled: whether people said that what is in dispute stays.
    """
    by_key: dict[str, list[str]] = {}
    for path, keys in held.kept.items():
        for key in keys:
            by_key.setdefault(key, []).append(path)
    for key, paths in sorted(by_key.items()):
        shown = _listed(paths[:SHOWN], len(paths))
        yield f"kept as people wrote it: {key} of {counted(len(paths), 'document')} ({shown})"
    for path, words in held.disputed.items() if settled else ():
        yield f"kept as it is: {source}/{path} {words}"
    said = [*_otherwise(held, old, source)]
    yield from (f"kept as people wrote it; its file says otherwise: {words}" for words in said[:_DOCUMENTS])
    if len(said) > _DOCUMENTS:
        yield f"… and {counted(len(said) - _DOCUMENTS, 'more document')} whose file says otherwise"
    for path in held.removed:
        yield f"not brought back: {source}/{path}, which people removed (--existing replace brings it back)"


def _otherwise(held: Standing, old: Mapping[str, bytes], source: str) -> Iterator[str]:
    for path in held.kept:
        there, instead = parted(old[path], path), held.otherwise[path]
        if there != instead:
            lines = " ".join(changed_lines(there, instead, _LINES - 1))
            yield f"{source}/{path} ({difference(there, instead)})" + (f": {lines}" if lines else "")


def disputes(held: Standing, old: Mapping[str, bytes], source: str) -> Iterator[Problem]:
    """A problem for each document that people and its file both changed, with the lines that differ."""
    fix = "--existing keep leaves it so, --existing replace takes the file's"
    for path, words in held.disputed.items():
        lines = changed_lines(parted(old[path], path), held.otherwise[path], _LINES)
        yield Problem(f"{source}/{path}", words, "\n    ".join([fix, *lines]))


def change_words(held: Standing, old: Mapping[str, bytes], source: str) -> dict[str, str]:
    """How each changed document changes, by its path in the repository."""
    return {
        f"{source}/{path}": difference(parted(old[path], path), parted(data, path))
        for path, data in held.writes.items()
        if path in old and old[path] != data
    }


def preview(held: Standing, old: Mapping[str, bytes]) -> Iterator[str]:
    """The first changed documents, each with a line that goes and one that comes, then new ones."""
    changed = [path for path, data in held.writes.items() if path in old and old[path] != data]
    for path in changed[:SHOWN]:
        before, after = parted(old[path], path), parted(held.writes[path], path)
        yield f"changed {path}: {' '.join(changed_lines(before, after, 2)) or difference(before, after)}"
    fresh = [path for path in held.writes if path not in old]
    for path in fresh[:SHOWN]:
        front = parted(held.writes[path], path).front
        yield f"new {path}: {front.get('id')} ({front.get('lang')}) {front.get('title')}"


def _listed(shown: list[str], count: int) -> str:
    return ", ".join([*shown, *(["…"] if count > len(shown) else [])])
