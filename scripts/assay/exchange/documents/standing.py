"""Documents of an import held against those of the corpus and the last import: what people did there since stays."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from assay.exchange.documents.differences import Text, difference, parted
from assay.exchange.documents.front_matter import KEYS, front_bytes
from assay.exchange.documents.record import Entry, entry
from assay.manifest import sha256
from assay.retrieval.documents import OPTIONAL

_NOBODY, _PEOPLE, _FILE, _BOTH = range(4)  # who changed something since the last import
UNKNOWN = "differs from the file, and no import that is on record wrote it"
EDITED = "was edited since the last import, and its file changed too"
READ = "was edited since the last import, and its file, the same as then, is read otherwise now"
FOREIGN = "was imported from {}, and differs"


@dataclass(frozen=True)
class Coming:
    """A document that an import brings; ``made``: its version is made of the file, which states none."""

    data: bytes
    made: bool = False


@dataclass
class Standing:
    """What becomes of documents that are there already.

    Attributes:
        writes: bytes by path, of each document of the import that stays or comes.
        record: what is to be kept of this import, by path.
        kept: what people wrote and the import leaves, by path: keys, or ``text``.
        disputed: what both changed, in words, by path; such documents stay as they are unless they are replaced.
        removed: paths that people took out of the corpus.
        otherwise: documents of which something of people stays, as they would be with what their files say instead.
    """

    writes: dict[str, bytes] = field(default_factory=dict)
    record: dict[str, Entry] = field(default_factory=dict)
    kept: dict[str, list[str]] = field(default_factory=dict)
    disputed: dict[str, str] = field(default_factory=dict)
    removed: list[str] = field(default_factory=list)
    otherwise: dict[str, Text] = field(default_factory=dict)


def standing(
    new: Mapping[str, Coming],
    old: Mapping[str, bytes],
    known: Mapping[str, Entry],
    origin: str,
    same: Collection[str] = (),
    *,
    overwrite: bool = False,
) -> Standing:
    """Hold each document of an import against the corpus and against what the last import gave.

    What only people changed is taken from the corpus, what only the file changed from the file; what both changed is
    disputed.

    Args:
        new: documents of the import by path.
        old: files of the corpus by path.
        known: what imports wrote, by path.
        origin: name of the folder or file that is imported.
        same: names under which it was imported before.
        overwrite: take the file's where a document is disputed, or was removed.
    """
    done = Standing()
    for path, one in sorted(new.items()):
        stated, base = parted(one.data, path), known.get(path)
        done.record[path] = entry(origin, stated.front, stated.body)
        if path not in old:
            if base is None or overwrite:
                done.writes[path] = one.data
            else:
                done.removed.append(path)
            continue
        there, foreign = parted(old[path], path), base is not None and base.origin not in {origin, *same}
        merged, kept, disputed = _merged(one, stated, there, None if foreign else base)
        left = disputed and not overwrite
        if one.made and not foreign and _has_version(base, there) and (left or _has_version(base, merged)):
            # Nobody wrote the version that stays: the import made it of an earlier file.
            front = {**stated.front, "version": there.front["version"]}
            done.record[path] = entry(origin, front, stated.body)
        if left:
            again = READ if one.made and _has_version(base, stated) else EDITED
            reason = UNKNOWN if base is None else FOREIGN.format(base.origin) if foreign else again
            done.disputed[path] = f"{reason} ({difference(there, merged)})"
            done.writes[path], done.otherwise[path] = old[path], merged
            if base and foreign:
                done.record[path] = base
            continue
        done.writes[path] = _bytes(merged, (there, old[path]), (stated, one.data))
        if kept:
            done.kept[path] = kept
            done.otherwise[path] = _instead(there, stated, {*kept} - ({"version"} if one.made else set()))
    return done


def _has_version(base: Entry | None, text: Text) -> bool:
    version = text.front.get("version")
    return base is not None and version is not None and base.front.get("version") == version


def _instead(there: Text, stated: Text, kept: Collection[str]) -> Text:
    """A document of the corpus with what its file says in place of what is people's; of the rest it says nothing."""
    front = {**there.front, **{key: stated.front[key] for key in kept if key in stated.front}}
    return Text(front, stated.body if "text" in kept else there.body)


def _bytes(merged: Text, *forms: tuple[Text, bytes]) -> bytes:
    """The form that says just this, comments and all, else the corpus' own."""
    fitting = (data for text, data in forms if text == merged)
    return next(fitting, None) or front_bytes(merged.front, merged.body)


def _merged(
    coming: Coming, stated: Text, there: Text, base: Entry | None
) -> tuple[Text, list[str], list[str]]:
    """The document as it will be (what both changed as the file has it), what is people's, and what both changed."""
    before = dict(base.front) if base else {}
    known = base is not None
    bodies = [sha256(text.body.encode()) for text in (there, stated)]
    whose = {"text": _whose(bodies[0], bodies[1], base.body if base else None, known=known)}
    for key in KEYS:
        ours, theirs = there.front.get(key), stated.front.get(key)
        whose[key] = _whose(ours, theirs, before.get(key), known=known)
        if whose[key] == _BOTH and theirs is None and key in OPTIONAL:
            whose[key] = _PEOPLE  # the file says nothing of it
    if coming.made and whose["version"] in (_FILE, _BOTH):
        # It names the text: the same text keeps the one it has, another has the file's.
        whose["version"] = _NOBODY if whose["text"] in (_NOBODY, _PEOPLE) else _FILE
    sides = {key: there if who in (_NOBODY, _PEOPLE) else stated for key, who in whose.items()}
    front = {key: value for key in KEYS if (value := sides[key].front.get(key))}
    kept, disputed = ([key for key, who in whose.items() if who == side] for side in (_PEOPLE, _BOTH))
    return Text(front, sides["text"].body), kept, disputed


def _whose(ours: str | None, theirs: str | None, before: str | None, *, known: bool) -> int:
    if ours == theirs:
        return _NOBODY
    if known and before in (ours, theirs):
        return _FILE if before == ours else _PEOPLE
    return _BOTH
