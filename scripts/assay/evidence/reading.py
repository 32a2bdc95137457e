"""Everything that evidence tables are made of, read from a repository: records, ledger, gold set."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from assay import corpora
from assay.entries import FIELDS
from assay.errors import InputError, refuse
from assay.evidence import runs
from assay.evidence.expected import Gold
from assay.evidence.gathering import Evidence, gathered, open_answers
from assay.evidence.held import held
from assay.evidence.runs import Runs
from assay.evidence.table import by_id
from assay.files import read_files
from assay.gold.passages import parse_passages
from assay.gold.queries import parse_queries
from assay.ledger import Entry, history

LEDGER, QUERIES, PASSAGES = "evidence/claims", "gold/queries.jsonl", "gold/passages.jsonl"


class Read(NamedTuple):
    """What was read.

    Attributes:
        runs: the recorded answers.
        rows: every row of the ledger by its place.
        gold: rows of queries.jsonl by id.
    """

    runs: Runs
    rows: dict[str, Entry]
    gold: Gold


def read(root: Path) -> Read:
    """Read all of it.

    Raises:
        InputError: what is wrong with the form of any of it; rules between them are :mod:`assay.evidence.rules`.
    """
    parts: tuple[Callable[[Path], Any], ...] = (runs.read, rows, _gold)
    found, problems = [], []
    for part in parts:
        try:
            found.append(part(root))
        except InputError as error:
            problems += error.problems
    refuse(problems)
    return Read(*found)


def _gold(root: Path) -> Gold:
    """Rows of the gold set by id; none where nobody has begun one: records state for themselves what is expected."""
    path = root / QUERIES
    data = path.read_bytes() if path.exists() else b""
    if not data.strip():
        return {}
    frame, problems = parse_queries(data, QUERIES)
    refuse(problems)
    return by_id(frame.iter_rows(named=True))


def rows(root: Path) -> dict[str, Entry]:
    """Every row of the ledger by its place.

    Raises:
        InputError: as :func:`assay.ledger.history`.
    """
    adjudicators = corpora.settings(root)["adjudicators"]
    return history(read_files(root / LEDGER), FIELDS["claims"], LEDGER, adjudicators)


def gather(root: Path) -> Evidence:
    """All evidence tables of a repository, ready to be shown.

    Raises:
        InputError: as :func:`read`; what is wrong with the passages of the gold set.
    """
    return evidence(root, read(root))


def evidence(root: Path, found: Read) -> Evidence:
    """The evidence tables of what was read.

    Raises:
        InputError: what is wrong with the passages of the gold set.
    """
    path = root / PASSAGES
    passages, problems = parse_passages(path.read_bytes() if path.exists() else b"", PASSAGES)
    refuse(problems)
    answers, _ = open_answers(found.runs, found.gold)
    return gathered(found.runs, found.rows.values(), found.gold, held(answers, found.gold, passages))


def absent(root: Path) -> list[str]:
    """Recorded runs that DVC keeps and that are not here: ``dvc pull`` brings them."""
    pointers = (root / runs.FOLDER).glob("*/*.dvc")
    return sorted(path.stem for path in pointers if not path.with_suffix("").exists())
