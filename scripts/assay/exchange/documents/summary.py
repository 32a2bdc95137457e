"""What an import of documents says of itself: counts, what is kept, and each change in a few words."""

from collections.abc import Iterable, Iterator, Mapping

from assay.counting import counted
from assay.errors import Problem
from assay.exchange.documents.differences import difference, first_lines, parted
from assay.exchange.documents.folder import Imported
from assay.exchange.documents.standing import Standing
from assay.exchange.plan import SHOWN
from assay.retrieval.documents import is_document


def count_lines(
    got: Imported, held: Standing, old: Mapping[str, bytes], gone: Iterable[str]
) -> Iterator[str]:
    """How many documents are new, changed and the same; those of other origin; files that were passed over."""
    new = held.writes
    fresh = len(new.keys() - old.keys())
    same = sum(old.get(path) == data for path, data in new.items())
    yield f"{counted(len(new), 'document')}: {fresh} new, {len(new) - fresh - same} changed, {same} the same"
    rest = sum(is_document(path) for path in old.keys() - new.keys() - set(gone))
    if rest:
        yield f"{counted(rest, 'document')} of the corpus not in this import: left as they are"
    reasons: dict[str, list[str]] = {}
    for path, reason in got.skipped:
        reasons.setdefault(reason, []).append(path)
    for reason, paths in sorted(reasons.items()):
        yield f"{counted(len(paths), 'file')} passed over ({reason}): {_listed(paths[:SHOWN], len(paths))}"


def kept_lines(held: Standing, source: str) -> Iterator[str]:
    """What people did that stays."""
    by_key: dict[str, list[str]] = {}
    for path, keys in held.kept.items():
        for key in keys:
            by_key.setdefault(key, []).append(path)
    for key, paths in sorted(by_key.items()):
        shown = _listed(paths[:SHOWN], len(paths))
        yield f"kept as people wrote it: {key} of {counted(len(paths), 'document')} ({shown})"
    for path, words in held.disputed.items():
        yield f"kept as it is: {source}/{path} {words}"
    for path in held.removed:
        yield f"not brought back: {source}/{path}, which people removed (--existing replace brings it back)"


def disputes(held: Standing, source: str) -> Iterator[Problem]:
    """A problem for each document that people and its file both changed."""
    fix = "--existing keep leaves it so, --existing replace takes the file's (--dry-run shows first)"
    yield from (Problem(f"{source}/{path}", words, fix) for path, words in held.disputed.items())


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
        yield f"changed {path}: {' '.join(first_lines(before, after)) or difference(before, after)}"
    fresh = [path for path in held.writes if path not in old]
    for path in fresh[:SHOWN]:
        front = parted(held.writes[path], path).front
        yield f"new {path}: {front.get('id')} ({front.get('lang')}) {front.get('title')}"


def _listed(shown: list[str], count: int) -> str:
    return ", ".join([*shown, *(["…"] if count > len(shown) else [])])
