"""A revision reproduced: its files, its environment, its pipeline from nothing, and every hash held against its record."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from assay import params
from assay.audit import inputs, items, running
from assay.audit.checkout import checked_out
from assay.audit.differing import Bytes, explained
from assay.audit.environment import LOCK, Environment, differing, environment, installed, locked
from assay.audit.items import DIFFERS, UNCHECKED, Item
from assay.changes.revisions import commit_of
from assay.corpora import PARAMS
from assay.errors import InputError, Problem
from assay.manifest import sha256
from assay.state import COLLECTED

Say = Callable[..., None]


class Reproduction(NamedTuple):
    """What came out.

    Attributes:
        revision: as it was named.
        commit: its full name.
        packages: locked packages that ran in another version: name → locked, present.
        made: whether the environment was made from the locks.
        items: every item with its verdict.
        why: of what differs, by stage and name: where it differs, as far as data say.
    """

    revision: str
    commit: str
    packages: Mapping[str, tuple[str, str | None]]
    made: bool
    items: list[Item]
    why: dict[tuple[str, str], list[str]]

    @property
    def agrees(self) -> bool:
        """Whether nothing differs, and there is nothing that cannot be checked."""
        return not any(one.verdict in (DIFFERS, UNCHECKED) for one in self.items)


def reproduce(
    root: Path,
    revision: str,
    say: Say,
    *,
    here: bool = False,
    anew: bool = False,
) -> Reproduction:
    """Run a revision's pipeline from nothing, in a folder of its own, and hold what it gives against what is recorded.

    Args:
        root: top folder of the repository, of which nothing is changed.
        revision: a commit, branch or tag.
        say: is told what begins.
        here: run with the packages that are here, whatever the revision's lock holds.
        anew: make the environment even where the one that is here would do.

    Raises:
        InputError: there is no such revision; it recorded nothing; its environment cannot be made.
    """
    commit = commit_of(root, revision)
    say("checkout", name=revision, commit=commit)
    with checked_out(root, commit) as top:
        recorded = running.collected(top)
        if not recorded:
            rule = f"has no {COLLECTED} with what its stages wrote: there is nothing to hold a run against"
            raise InputError(
                Problem(f"{revision} ({commit[:12]})", rule, "name a revision after the first `make repro`")
            )
        used = Environment(Path(sys.executable), made=False) if here else environment(top, say, anew=anew)
        other = differing(locked((top / LOCK).read_bytes(), LOCK), installed()) if here else {}
        found = inputs.restored(top, root)
        running.checkout(top, used.python, [path for path, fault in found.items() if not fault])
        files = _digests(top, recorded)
        failed = running.run(top, used.python, say)
        made = running.made(top)
        kinds = items.kinds(params.parse((top / PARAMS).read_bytes(), PARAMS))
        compared = items.compared(recorded, made, files, found, failed, kinds)
        source = Bytes(root, top, commit)
        why = {
            (one.stage, one.name): explained(one, recorded, made, source)
            for one in compared
            if one.verdict == DIFFERS
        }
    return Reproduction(revision, commit, other, used.made, compared, why)


def _digests(top: Path, recorded: items.Manifests) -> dict[str, str | None]:
    """SHA-256 of every file that stages read or compiled and that is there before any of them ran."""
    names = {path for one, _ in recorded.values() for path in (*one.code, *one.reads)}
    return {
        name: sha256((top / name).read_bytes()) if (top / name).is_file() else None for name in sorted(names)
    }
