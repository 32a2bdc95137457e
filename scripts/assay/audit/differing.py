"""Where two states of one output differ, as far as the bytes of both are at hand."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from assay import cache, git, params
from assay.audit.items import SEAL, Item, Manifests
from assay.errors import InputError, shown
from assay.manifest import sha256

FIRST = 3  # rows and parts that are told of each output
_PARTS = ("code", "reads", "params", "writes")


class Bytes(NamedTuple):
    """Where the bytes of an output are: those recorded in Git or the caller's cache, those made in the folder.

    Attributes:
        root: top folder of the caller's repository.
        top: the folder in which it was run.
        commit: what is reproduced.
    """

    root: Path
    top: Path
    commit: str

    def recorded(self, path: str, digest: str) -> bytes | None:
        """Bytes with this SHA-256 that the commit or the cache keeps; None: neither does."""
        for data in self._found(path):
            if sha256(data) == digest:
                return data
        return None

    def _found(self, path: str) -> Iterator[bytes]:
        with suppress(InputError):
            yield git.run("show", f"{self.commit}:{path}", cwd=self.root)
        for _, name in self._cached(path):
            for file, _ in cache.objects(self.root, name):
                if file.is_file():
                    yield file.read_bytes()

    def _cached(self, path: str) -> Iterator[tuple[str, str]]:
        """Outputs of dvc.lock at the commit that are the path."""
        lock = params.parse(git.run("show", f"{self.commit}:dvc.lock", cwd=self.root), "dvc.lock")
        for entry in (lock.get("stages") or {}).values():
            for out in entry.get("outs", ()):
                if out.get("path") == path and out.get("md5"):
                    yield path, out["md5"]


def explained(item: Item, recorded: Manifests, made: Manifests, source: Bytes) -> list[str]:
    """Where an item differs: parts of a seal, first rows of a table, first lines of a text; empty: nothing is known.

    Args:
        item: one that differs.
        recorded: what the stages recorded.
        made: the same as computed anew.
        source: where the bytes are.
    """
    if item.name == SEAL:
        return list(_parts(item.stage, recorded, made))
    if item.expected is None or item.actual is None:
        return []
    old = source.recorded(item.name, item.expected)
    path = source.top / item.name
    new = path.read_bytes() if path.is_file() else None
    if old is None or new is None:
        return []
    return list(islice(_rows(item.name, old, new), FIRST))


def _parts(stage: str, recorded: Manifests, made: Manifests) -> Iterator[str]:
    """Files and parameters in which two records of a stage differ."""
    if stage not in recorded or stage not in made:
        return
    old, new = recorded[stage][0], made[stage][0]
    for part in _PARTS:
        before, after = getattr(old, part), getattr(new, part)
        names = [name for name in sorted(before.keys() | after.keys()) if before.get(name) != after.get(name)]
        yield from (f"{part}: {name}" for name in names[:FIRST])
        if len(names) > FIRST:
            yield f"{part}: … {len(names) - FIRST}"


def _rows(name: str, old: bytes, new: bytes) -> Iterator[str]:
    if name.endswith(".parquet"):
        yield from _of_tables(old, new)
        return
    lines = (data.decode("utf-8", "replace").splitlines() for data in (old, new))
    for number, (one, other) in enumerate(zip_longest(*lines), 1):
        if one != other:
            yield f"{number}: {_told(one)} → {_told(other)}"


def _told(value: Any) -> str:
    return "–" if value is None else shown(value)


def _of_tables(old: bytes, new: bytes) -> Iterator[str]:
    """Columns that one of two tables lacks, how many rows they have, and the first rows that differ."""
    import io

    import polars as pl

    before, after = pl.read_parquet(io.BytesIO(old)), pl.read_parquet(io.BytesIO(new))
    if before.schema != after.schema:
        names = sorted(set(before.schema.items()) ^ set(after.schema.items()), key=str)
        yield "; ".join(dict.fromkeys(f"{name}: {kind}" for name, kind in names))
    if before.height != after.height:
        yield f"{before.height} → {after.height}"
    shared = [name for name in before.columns if name in after.columns]
    height = min(before.height, after.height)
    differ = pl.DataFrame({"row": pl.int_range(height, eager=True)}).filter(
        pl.any_horizontal(
            [before[name].head(height).ne_missing(after[name].head(height)) for name in shared]
            or [pl.lit(value=False)]
        )
    )
    for row in differ["row"].head(FIRST):
        one, other = before.row(row, named=True), after.row(row, named=True)
        key = one[before.columns[0]]
        parts = [
            f"{name} {_told(one[name])} → {_told(other[name])}" for name in shared if one[name] != other[name]
        ]
        yield f"{row + 1} ({before.columns[0]} {_told(key)}): {'; '.join(parts[:FIRST])}"
