"""What is not set up in a repository, each with the command that sets it up: one line a topic."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from assay import cache, corpora
from assay.counting import counted
from assay.errors import InputError, Problem, of_system
from assay.start import machine
from assay.start.beginning import QUERIES, files, missing
from assay.systems import all_systems

if TYPE_CHECKING:
    from assay.gold.review import Review


class Topic(NamedTuple):
    """One line: what it is about, how it stands, the command that sets it up (none: in order).

    ``stops``: without it `make repro` cannot run.
    """

    topic: str
    text: str
    command: str = ""
    stops: bool = False


def topics(root: Path) -> Iterator[Topic]:
    """All topics, the machine first, then Git and DVC, then what people bring."""
    for check in CHECKS:
        yield from check(root)


def _python(root: Path) -> Iterator[Topic]:
    text, fault = machine.python(root)
    yield Topic("python", text, fault)


def _environment(root: Path) -> Iterator[Topic]:
    differing = machine.differing(root)
    if differing:
        shown = ", ".join(differing[:3]) + (" …" if len(differing) > 3 else "")  # noqa: PLR2004  # enough to see
        text = (
            f"{counted(len(differing), 'package differs', 'packages differ')} from requirements.lock: {shown}"
        )
        yield Topic("environment", text, "make -W requirements.lock .venv/runtime")
    else:
        yield Topic("environment", "as requirements.lock says")


def _office(root: Path) -> Iterator[Topic]:
    del root
    lacking = machine.lacking("mammoth", "pypdf")
    if lacking:
        yield Topic(
            "office", f"DOCX and PDF cannot be imported: {', '.join(lacking)} not installed", "make office"
        )
    else:
        yield Topic("office", "DOCX and PDF can be imported")


def _identity(root: Path) -> Iterator[Topic]:
    for name, example in (("user.name", '"Your Name"'), ("user.email", "you@host")):
        if not machine.git_value(root, "config", name):
            yield Topic("git", f"no {name} for commits", f"git config --global {name} {example}")
            return
    yield Topic("git", f"commits are by {machine.git_value(root, 'config', 'user.name')}")


def _hooks(root: Path) -> Iterator[Topic]:
    hook = root / machine.git_value(root, "rev-parse", "--git-path", "hooks/pre-commit")
    if hook.is_file():
        yield Topic("hooks", "the checks run before each commit")
    else:
        first = "make check; " if machine.lacking("pre_commit") else ""
        yield Topic("hooks", "nothing is checked before a commit", f"{first}pre-commit install")


def _upstream(root: Path) -> Iterator[Topic]:
    if upstream := machine.git_value(root, "rev-parse", "--abbrev-ref", "@{upstream}"):
        yield Topic("upstream", f"commits go to {upstream}")
        return
    branch = machine.git_value(root, "symbolic-ref", "--short", "HEAD") or "main"
    remotes = machine.git_value(root, "remote").split()
    add = "" if remotes else "git remote add origin URL; "
    command = f"{add}git push -u {remotes[0] if remotes else 'origin'} {shlex.quote(branch)}"
    yield Topic("upstream", "commits are in this clone alone", command)


def _remote(root: Path) -> Iterator[Topic]:
    names = cache.remotes(root)
    if names:
        yield Topic("remote", f"outputs go to {', '.join(names)}")
    else:
        text = "outputs are in this clone's cache alone (they can be recomputed)"
        yield Topic("remote", text, "dvc remote add -d storage URL")


def _drivers(root: Path) -> Iterator[Topic]:
    from assay.changes.driver_config import is_enabled

    if is_enabled(root):
        yield Topic("drivers", "Git compares and merges the gold set by id and field")
    else:
        yield Topic("drivers", "Git compares and merges the gold set line by line", "assay git enable")


def _params(root: Path) -> Iterator[Topic]:
    try:
        problems = corpora.faults(root) or corpora.absent(root)
    except OSError as error:
        problems = [of_system(error, "params")]
    if problems:
        yield Topic("params", _said(problems), "assay params", stops=True)
        return
    values = corpora.settings(root)
    yield Topic(
        "params",
        f"{counted(len(values['snapshots']), 'snapshot')}, {counted(len(all_systems(values)), 'system')}",
    )
    adjudicators = values["adjudicators"]
    if adjudicators:
        yield Topic("adjudicators", ", ".join(adjudicators))
    else:
        yield Topic(
            "adjudicators",
            "nobody can settle what two people decided differently",
            "write names into adjudicators of params.yaml",
        )


def _data(root: Path) -> Iterator[Topic]:
    """Documents and questions: none yet, broken, or how many."""
    from assay.gold.repository import review_repository

    try:
        first = missing(root)
        if first:
            topic = "questions" if first[0].where == QUERIES else "corpus"
            yield Topic(topic, f"{first[0].where} {first[0].rule}", first[0].fix, stops=True)
            return
        found = review_repository(root)
    except InputError as error:
        yield Topic("corpus", _said(error.problems), "assay check", stops=True)
        return
    except OSError as error:
        yield Topic("corpus", str(of_system(error, "corpus")), "assay check", stops=True)
        return
    if found.corpus:
        yield Topic("corpus", _said(found.corpus), "assay check --only corpus", stops=True)
    else:
        sources = corpora.sources(root)
        count = sum(len(files(root / source) or [source]) for source in sources)
        yield Topic("corpus", f"{counted(count, 'file')} in {', '.join(sources)}")
    if found.problems:
        yield Topic("questions", _said(found.problems), "assay gold check", stops=True)
    else:
        yield from _labels(found)


def _labels(found: "Review") -> Iterator[Topic]:
    from assay.gold.review import FLAT

    counts, labelled = found.counts, found.labelled
    edit, all_ = "edit gold/queries.jsonl (gold/README.md)", counts["queries"]
    reviewed, flat = all_ - counts["queries unreviewed"], counts[FLAT]
    lists = f" ({flat} by a flat list alone)" if flat else ""
    text = f"{all_}, of which {labelled} labelled{lists}, {reviewed} reviewed"
    yield Topic("questions", text, "" if labelled == reviewed == all_ else edit)
    holdout = counts.get("queries holdout", 0)
    if holdout:
        yield Topic("holdout", f"{counted(holdout, 'question')} kept closed")
    else:
        yield Topic("holdout", "no question is kept closed, so a search can be tuned on all of them", edit)


def _report(root: Path) -> Iterator[Topic]:
    done = (root / "reports/report.md").is_file()
    yield Topic("report", "reports/report.md" if done else "none yet", "" if done else "make repro")


def _said(problems: list[Problem]) -> str:
    return str(problems[0]) if len(problems) == 1 else counted(len(problems), "problem")


CHECKS = (
    _python,
    _environment,
    _office,
    _identity,
    _hooks,
    _drivers,
    _upstream,
    _remote,
    _params,
    _data,
    _report,
)
