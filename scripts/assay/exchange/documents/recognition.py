"""Parts of a split file with equal headings, recognised by their texts: one put in before them renames none."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import chain, count
from pathlib import PurePosixPath

from assay.exchange.documents.differences import parted
from assay.exchange.documents.folder import Written
from assay.exchange.documents.front_matter import front_bytes
from assay.exchange.documents.naming import part_file
from assay.exchange.documents.record import Entry
from assay.exchange.documents.wikis import named
from assay.manifest import sha256

_PLACE = re.compile(r"\.(\d+)(?=/|$)")  # which of equal headings; slugs have no full stops


def recognised(
    documents: list[Written], old: Mapping[str, bytes], known: Mapping[str, Entry]
) -> list[Written]:
    """Documents of which parts with equal headings have the names that an earlier import gave to their texts.

    The same text keeps its name, then the most similar one; a new part gets one that is free.

    Args:
        documents: of an import, each part named by its place in its file.
        old: files of the corpus by path.
        known: what imports wrote, by path.
    """
    groups: dict[tuple[str, str], list[Written]] = defaultdict(list)
    for one in documents:
        if one.part:
            groups[one.base, _PLACE.sub("", one.part)].append(one)
    before: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    bases = {one.base for one in documents if one.part}
    for path, entry in known.items():
        for base, name in _splits(entry.front.get("id", ""), bases):
            before[base, _PLACE.sub("", name)][name] = path
    ids = {one.doc_id for one in documents}
    found = [one for one in documents if not one.part]
    for (base, key), group in groups.items():
        own = {one.doc_id for one in group}
        paths = {
            name: path
            for name, path in before[base, key].items()
            if (doc_id := f"{base}/{name}") in own or doc_id not in ids
        }
        found += _named(sorted(group, key=lambda one: _places(one.part)), paths, old, known)
    return sorted(found, key=lambda one: one.path)


def _splits(doc_id: str, bases: Collection[str]) -> Iterator[tuple[str, str]]:
    """The file and the name of a part, by its id."""
    for above in PurePosixPath(doc_id).parents:
        if above.as_posix() in bases:
            yield above.as_posix(), doc_id.removeprefix(f"{above.as_posix()}/")


def _places(name: str) -> tuple[int, ...]:
    """Its order among equal headings."""
    return tuple(int(match[1]) if (match := _PLACE.search(part)) else 1 for part in name.split("/"))


def _named(
    group: list[Written], paths: Mapping[str, str], old: Mapping[str, bytes], known: Mapping[str, Entry]
) -> Iterator[Written]:
    """Parts with equal headings in the order of the file, each under its name.

    Args:
        group: the parts.
        paths: where each earlier name stood.
        old: files of the corpus by path.
        known: what imports wrote, by path.
    """
    if {one.part for one in group} == paths.keys() and len(group) == 1:
        yield from group
        return
    bodies = [parted(one.data, one.path).body for one in group]
    names = sorted(paths, key=_places)
    given: dict[int, str] = {}
    for at, body in enumerate(bodies):
        same = (name for name in names if known[paths[name]].body == sha256(body.encode()))
        name = next((name for name in same if name not in given.values()), None)
        if name is not None:
            given[at] = name
    rest = [name for name in names if name not in given.values() and paths[name] in old]
    texts = {name: parted(old[paths[name]], paths[name]).body for name in rest}
    given.update(_alike({at: body for at, body in enumerate(bodies) if at not in given}, texts))
    key = _PLACE.sub("", group[0].part)
    own = [one.part for one in group]
    more = (name for name in (f"{key}.{number}" for number in count(2)) if name not in own)
    free = (name for name in chain(own, more) if name not in paths)
    for at, one in enumerate(group):
        yield _renamed(one, given.get(at) or next(free))


def _alike(bodies: Mapping[int, str], texts: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """The most similar pairs first, each part and each name once."""
    from rapidfuzz.fuzz import ratio

    pairs = [(-ratio(body, text), at, name) for at, body in bodies.items() for name, text in texts.items()]
    parts, names = set(bodies), set(texts)
    for _, at, name in sorted(pairs, key=lambda pair: (*pair[:2], _places(pair[2]))):
        if at in parts and name in names:
            parts.remove(at)
            names.remove(name)
            yield at, name


def _renamed(one: Written, name: str) -> Written:
    if name == one.part:
        return one
    text, doc_id = parted(one.data, one.path), f"{one.base}/{name}"
    front = {**text.front, "id": doc_id}
    path = part_file(named(one.source), name)
    return replace(one, path=path, data=front_bytes(front, text.body), doc_id=doc_id, part=name)
