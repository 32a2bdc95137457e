"""What a proposed change touches: labels alone, or the code as well."""

from pathlib import Path

from assay import git

LABELS, CODE = "labels", "code"
# What people label, and what the pipeline makes of it: no test of the code depends on their values.
_LABEL_PATHS = ("gold/", "evidence/", "reports/")
_LABEL_FILES = ("dvc.lock", "README.md")


def scope(root: Path, base: str, head: str = "HEAD") -> str:
    """``labels`` if nothing but labels, decisions and what is generated from them differs, else ``code``.

    Args:
        root: top folder of the repository.
        base: the commit at which the change left its target.
        head: the changed side.

    Raises:
        InputError: a revision is unknown.
    """
    names = git.names("diff", "--name-only", "-z", "--no-renames", base, head, cwd=root)
    own = all(name.startswith(_LABEL_PATHS) or name in _LABEL_FILES for name in names)
    return LABELS if names and own else CODE
