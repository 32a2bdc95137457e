"""Frozen scenarios: the answers of one recorded run, each with its question, its fragments and its citations."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from assay.errors import InputError, Problem, unquoted
from assay.evidence.fit import misfits
from assay.evidence.shape import card_faults, line_faults
from assay.jsonl import Row, read_all, read_object
from assay.manifest import canonical, sha256
from assay.retrieval.kinds.recorded import STATED
from assay.retrieval.records import by_line, place

ANSWERS, CARD = "answers.jsonl", "card.json"
Span = tuple[int, int]


class Fragment(NamedTuple):
    """A retrieved fragment; what the record does not say is None."""

    chunk_id: str
    rank: int | None
    score: float | None
    doc_id: str | None
    doc_version: str | None
    url: str | None
    sha256: str | None
    text: str | None


class Citation(NamedTuple):
    """A citation as it was shown: ``span`` is where its marker stands, or the words that it is cited for."""

    marker: str | None
    doc_id: str | None
    chunk_id: str | None
    span: Span | None

    def record(self) -> dict[str, Any]:
        """As a row of a ledger holds it."""
        return {**self._asdict(), "span": None if self.span is None else list(self.span)}


class Decline(NamedTuple):
    """What an answer says it cannot say; ``span`` None: the user is not told."""

    part: str
    span: Span | None


@dataclass(frozen=True)
class Answer:
    """One recorded answer.

    Attributes:
        place: ``file:line id``.
        run: ``<system>/<run>``.
        run_id: hash of the run's card and answers.
        value: the line as it stands; the attributes below are read from it.
        card: the run's card with what the line itself states.
    """

    place: str
    run: str
    run_id: str
    value: dict[str, Any]
    card: dict[str, Any]

    @property
    def id(self) -> str:
        """Id of the answer."""
        return str(self.value["answer_id"])

    @property
    def text(self) -> str:
        """The answer; empty where the record has none."""
        return self.value.get("answer") or ""

    @property
    def query(self) -> str | None:
        """The question as it was asked."""
        return self.value.get("query")

    @property
    def query_id(self) -> str | None:
        """Id of the question."""
        return self.value.get("query_id")

    @property
    def scenario_id(self) -> str | None:
        """Id of the scenario."""
        return self.value.get("scenario_id")

    @cached_property
    def retrieved(self) -> list[Fragment]:
        """Retrieved fragments by rank, those without one last."""
        found = [_filled(Fragment, item) for item in self.value.get("retrieved") or ()]
        return sorted(found, key=lambda one: (one.rank is None, one.rank or 0))

    @cached_property
    def citations(self) -> list[Citation]:
        """Citations in the order of the record."""
        return [_filled(Citation, item) for item in self.value.get("citations") or ()]

    @cached_property
    def shown(self) -> Counter[Citation]:
        """How often it has each of its citations, to look one up."""
        return Counter(self.citations)

    @cached_property
    def by_chunk(self) -> dict[str, Fragment]:
        """Retrieved fragments by their ids."""
        return {one.chunk_id: one for one in self.retrieved}

    @cached_property
    def declines(self) -> list[Decline]:
        """What the answer declines to say."""
        return [_filled(Decline, item) for item in self.value.get("declines") or ()]


class Run(NamedTuple):
    """The answers of one recorded run; ``name`` is ``<system>/<run>``."""

    name: str
    run_id: str
    card: dict[str, Any]
    answers: list[Answer]


def _filled(kind: Any, item: Mapping[str, Any]) -> Any:
    values = {name: item.get(name) for name in kind._fields}
    span = values.get("span")
    if span is not None:
        values["span"] = tuple(span)
    return kind(**values)


def read_run(
    files: Mapping[str, bytes], where: str, closed: Callable[[dict[str, Any]], bool] = lambda _: False
) -> tuple[Run, list[Problem]]:
    """The answers of one run, and everything that is wrong with its card and its lines.

    What a record lacks is no fault: see :mod:`assay.evidence.lacking`.

    Args:
        files: bytes of ``answers.jsonl`` and, where it is there, ``card.json``.
        where: ``runs/recorded/<system>/<run>``.
        closed: whether a line answers a closed question: then messages quote nothing of it.
    """
    card, problems = _card(files.get(CARD), f"{where}/{CARD}")
    rows, unread = read_all(files[ANSWERS], f"{where}/{ANSWERS}")
    found = {place(f"{where}/{ANSWERS}", row.line, row.value, "answer_id"): row.value for row in rows}
    repeated = dict(_repeated(rows, found))
    wrong = {spot: [*_faults(value, spot, closed), *repeated.get(spot, ())] for spot, value in found.items()}
    run_id, hashless = _hash(card, found)
    problems += [*unread, *hashless, *chain.from_iterable(wrong.values())]
    name = "/".join(where.split("/")[-2:])
    answers = [
        Answer(spot, name, run_id, value, {**card, **_stated(value)})
        for spot, value in found.items()
        if not wrong[spot]
    ]
    return Run(name, run_id, card, answers), by_line(problems)


def _faults(value: dict[str, Any], spot: str, closed: Callable[[dict[str, Any]], bool]) -> list[Problem]:
    found = [*line_faults(value, spot), *misfits(value, spot)]
    if found and closed(value):
        return unquoted(chain(line_faults(value, spot), misfits(value, spot)))
    return found


def _stated(value: dict[str, Any]) -> dict[str, Any]:
    """What a line states of the card, for itself."""
    return {key: value[key] for key in STATED if value.get(key) is not None}


def _hash(card: dict[str, Any], lines: Mapping[str, dict[str, Any]]) -> tuple[str, list[Problem]]:
    """Hash of a run; the lines without one: with numbers that no JSON holds."""
    rule = "holds an infinite number, or is nested too deeply"
    if data := _written([card, list(lines.values())]):
        return sha256(data), []
    wrong = [spot for spot, value in lines.items() if _written([card, [value]]) is None]
    return "", [Problem(spot, rule, "mend the line") for spot in wrong]


def _written(value: object) -> bytes | None:
    try:
        return canonical(value)
    except (ValueError, RecursionError):
        return None


def _repeated(rows: Iterable[Row], spots: Iterable[str]) -> Iterator[tuple[str, list[Problem]]]:
    """Lines with the id of one before, and what to say of each."""
    first: dict[str, int] = {}
    for row, spot in zip(rows, spots, strict=True):
        answer = row.value.get("answer_id")
        if isinstance(answer, str) and first.setdefault(answer, row.line) != row.line:
            rule = f"stands twice: see line {first[answer]}"
            yield spot, [Problem(spot, rule, "give each answer an id of its own")]


def _card(data: bytes | None, where: str) -> tuple[dict[str, Any], list[Problem]]:
    if data is None:
        return {}, []
    try:
        card = read_object(data, where, "what is known about the run")
    except InputError as error:
        return {}, error.problems
    return card, list(card_faults(card, where))
