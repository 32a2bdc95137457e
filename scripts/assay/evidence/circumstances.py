"""Under what two answers to one question came about: what agrees, what changed, what is not known."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from assay.evidence.record import Answer, Fragment
from assay.manifest import sha256

SAME, CHANGED, UNKNOWN = "same", "changed", "unknown"
QUERY, CORPUS, VERSION, TEXT, RETRIEVAL = "query", "corpus", "source_version", "text", "retrieval"
_CARD = {
    CORPUS: ("snapshot_id", "corpus_version"),
    "locale": ("locale",),
    "prompt_version": ("prompt_version",),
    "model": ("model",),
    "generation_config": ("generation_config",),
    "application_revision": ("application_revision",),
    RETRIEVAL: ("algorithm", "embedding_model", "chunk_size", "chunk_overlap", "top_k", "reranker"),
    "filters": ("filters",),
}
KINDS = (QUERY, CORPUS, VERSION, TEXT, *list(_CARD)[1:])


class Fact(NamedTuple):
    """One thing that two records may agree in.

    Attributes:
        kind: one of :data:`KINDS`.
        name: the field, the source or the fragment.
        old: what the old record states: a value, versions, a text; None: nothing.
        new: what the new one does.
        state: ``same``, ``changed``, or ``unknown``: one of them, or neither, states it.
    """

    kind: str
    name: str
    old: Any
    new: Any
    state: str


def facts(old: Answer, new: Answer) -> list[Fact]:
    """Everything that two records of one scenario may agree in, by kind.

    Sources are those that either answer cites and both records name, and others of which the version differs;
    fragments are those that were retrieved for both.
    """
    found = [_fact(QUERY, "query", old.query, new.query), *_versions(old, new), *_texts(old, new)]
    for kind, names in _CARD.items():
        found += [_fact(kind, name, old.card.get(name), new.card.get(name)) for name in names]
    return sorted(found, key=lambda one: KINDS.index(one.kind))


def hindrances(found: Sequence[Fact]) -> list[str]:
    """Kinds that keep two answers from being comparable; none: question, corpus and pointers agree.

    What neither record states is not taken to be equal. Of the corpus one id that agrees is enough, where no other
    differs; of sources and fragments that both have, all must agree.

    Args:
        found: as :func:`facts` gives them.
    """
    states = {
        kind: [one.state for one in found if one.kind == kind] for kind in (QUERY, CORPUS, VERSION, TEXT)
    }
    hinders = {
        QUERY: SAME not in states[QUERY],
        CORPUS: SAME not in states[CORPUS] or CHANGED in states[CORPUS],
        VERSION: not {*states[VERSION]} <= {SAME},
        TEXT: not {*states[TEXT]} <= {SAME},
    }
    return [kind for kind, hindering in hinders.items() if hindering]


def _fact(kind: str, name: str, old: Any, new: Any) -> Fact:
    known = old is not None and new is not None
    return Fact(kind, name, old, new, (SAME if old == new else CHANGED) if known else UNKNOWN)


def _versions(old: Answer, new: Answer) -> Iterator[Fact]:
    """Versions of the sources that both records name."""
    cited = _cited(old) | _cited(new)
    sides = [_by_source(old), _by_source(new)]
    for name in sorted(sides[0].keys() & sides[1].keys()):
        was, now = (side[name] for side in sides)
        state = _agreement(was, now)
        if name in cited or state == CHANGED:
            yield Fact(VERSION, name, _listed(was), _listed(now), state)


def _agreement(was: set[str | None], now: set[str | None]) -> str:
    """Whether versions are the same: one record may have a version more, from the same corpus, but not each."""
    known = was - {None}, now - {None}
    if known[0] and known[1] and not (known[0] <= known[1] or known[1] <= known[0]):
        return CHANGED
    return UNKNOWN if None in was | now or not known[0] or not known[1] else SAME


def _listed(versions: set[str | None]) -> list[str] | None:
    return sorted(version for version in versions if version is not None) or None


def _by_source(answer: Answer) -> dict[str, set[str | None]]:
    """Versions of each source that was retrieved, or cited all the same: of such a one none is known."""
    found: dict[str, set[str | None]] = {}
    for one in answer.retrieved:
        if one.doc_id is not None:
            found.setdefault(one.doc_id, set()).add(one.doc_version)
    for name in _cited(answer):
        found.setdefault(name, {None})
    return found


def _cited(answer: Answer) -> set[str]:
    """Sources that an answer cites, by their ids or by those of fragments."""
    documents = {one.chunk_id: one.doc_id for one in answer.retrieved}
    named = {one.doc_id or documents.get(one.chunk_id or "") for one in answer.citations}
    return {name for name in named if name is not None}


def _texts(old: Answer, new: Answer) -> Iterator[Fact]:
    """Texts of the fragments that were retrieved for both; that it is not recorded which those were."""
    if any(answer.value.get("retrieved") is None for answer in (old, new)):
        yield Fact(TEXT, "retrieved", None, None, UNKNOWN)
    before = {one.chunk_id: one for one in old.retrieved}
    for one in sorted(new.retrieved, key=lambda one: one.chunk_id):
        was = before.get(one.chunk_id)
        if was is not None:
            known = _fact(TEXT, one.chunk_id, _hash(was), _hash(one))
            yield known._replace(old=was.text, new=one.text)


def _hash(one: Fragment) -> str | None:
    return one.sha256 if one.text is None else sha256(one.text.encode())
