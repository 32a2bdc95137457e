"""Real repositories that hold a gold set and nothing else, and what Git makes of two branches of one."""

import os
import shutil
import subprocess

from assay.changes import driver_config
from assay.gold.passages import passages_bytes
from assay.gold.queries import queries_bytes
from conftest import ROOT

QUERIES, PASSAGES = "gold/queries.jsonl", "gold/passages.jsonl"
PARAMS = "report: {{lang: {lang}, include_text: true}}\n"


class Clone:
    """A work tree of Git with the tool's own .gitattributes."""

    def __init__(self, top):
        self.top = top

    def git(self, *words, check=True, **settings):
        """What Git does: exit status, and what it prints on both streams."""
        done = subprocess.run(
            ["git", *words], cwd=self.top, capture_output=True, env=os.environ | settings, check=False
        )
        done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
        assert done.returncode == 0 or not check, f"{words}\n{done.stdout}\n{done.stderr}"
        return done

    def read(self, name=QUERIES):
        return (self.top / name).read_bytes()

    def write(self, data, name=QUERIES):
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def commit(self, data, name=QUERIES, message="change"):
        self.write(data, name)
        self.git("add", "-A")
        self.git("commit", "-qm", message)

    def branches(self, ours, theirs, name=QUERIES):
        """A commit on each of two branches; `main` is checked out. None: that branch leaves the file as it is."""
        self.git("checkout", "-qb", "other")
        if theirs is not None:
            self.commit(theirs, name, "theirs")
        self.git("checkout", "-q", "main")
        if ours is not None:
            self.commit(ours, name, "ours")


def make(top, queries=(), passages=(), lang="en", *, enable=True):
    """A repository with one commit; the drivers are set up unless told otherwise."""
    top.mkdir(parents=True)
    clone = Clone(top)
    clone.git("init", "-q", "-b", "main")
    shutil.copyfile(ROOT / ".gitattributes", top / ".gitattributes")
    clone.write(PARAMS.format(lang=lang).encode(), "params.yaml")
    clone.write(queries_bytes(queries))
    clone.write(passages_bytes(passages), PASSAGES)
    clone.git("add", "-A")
    clone.git("commit", "-qm", "start")
    if enable:
        driver_config.enable(top)
    return clone
