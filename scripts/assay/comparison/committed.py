"""Outputs as a commit records them: dvc.lock names them by hash, DVC's cache keeps them."""

import hashlib
from pathlib import Path
from typing import Any

from assay import git, params
from assay.cache import objects
from assay.comparison.outputs import Reader
from assay.errors import InputError, Problem
from assay.systems import all_systems

LOCK, PARAMS = "dvc.lock", "params.yaml"
FETCH = "run `dvc fetch --all-commits`; or check that commit out and run `make repro`"


def reader(root: Path, revision: str, commit: str) -> Reader:
    """Reads outputs of the pipeline by their paths, as they were at a commit.

    Args:
        root: top folder of the repository.
        revision: the commit as it was asked for, for messages.
        commit: its hash.

    Raises:
        InputError: the commit has no dvc.lock that can be read.
    """
    where = f"{revision}:{LOCK}"
    stages = params.parse(_file(root, revision, commit, LOCK), where).get("stages") or {}
    try:
        outs = [out for stage in stages.values() for out in stage.get("outs", ())]
        names = {out["path"]: out["md5"] for out in outs if "md5" in out}
    except (AttributeError, LookupError, TypeError):
        raise InputError(Problem(where, "is not as DVC writes it", "name another revision")) from None

    def read(path: str) -> bytes:
        if path not in names:
            raise InputError(Problem(f"{revision}:{path}", f"is no output in {where}", "name another system"))
        file, name = next(objects(root, names[path]))
        if not file.is_file():
            raise InputError(Problem(f"{revision}:{path}", "is not in DVC's cache", FETCH))
        data = file.read_bytes()
        if hashlib.md5(data, usedforsecurity=False).hexdigest() != name:
            raise InputError(
                Problem(f"{revision}:{path}", "is damaged in DVC's cache", f"remove {file.name}; {FETCH}")
            )
        return data

    return read


def listed(root: Path, revision: str, commit: str) -> dict[str, Any]:
    """Settings of the systems of params.yaml at a commit; not checked by today's rules.

    Raises:
        InputError: there is no such file, or it has no such section.
    """
    where, fix = f"{revision}:{PARAMS}", "name another revision"
    values = params.parse(_file(root, revision, commit, PARAMS), where)
    if not isinstance(values.get("systems"), dict):
        raise InputError(Problem(where, "names no systems", fix))
    try:
        found = all_systems(values)
        readable = all(isinstance(settings["snapshot"], str) for settings in found.values())
    except (AttributeError, LookupError, TypeError):
        readable = False
    if not readable:
        rule = "has systems or fusions that are not as a stage can read them"
        raise InputError(Problem(where, rule, fix))
    return found


def _file(root: Path, revision: str, commit: str, path: str) -> bytes:
    try:
        return git.run("cat-file", "blob", f"{commit}:{path}", cwd=root)
    except InputError:
        raise InputError(Problem(f"{revision}:{path}", "is not there", "name another revision")) from None
