"""A recording as a person orders it: prepared, asked, written."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.corpora import PARAMS
from assay.counting import counted
from assay.errors import InputError, Problem, near
from assay.exchange.runs.run_table import Source
from assay.gold.repository import NAMES
from assay.recording import chunks, places, request, run, session
from assay.recording import settings as entries
from assay.recording.client import Client
from assay.recording.journal import Journal, Response
from assay.recording.mapping import is_answer
from assay.recording.progress import Progress
from assay.recording.secrets import Secrets
from assay.recording.settings import Recording
from assay.retrieval import topics
from assay.retrieval.foreign import Foreign


@dataclass(frozen=True)
class Prospect:
    """What is going to be asked.

    Attributes:
        values: params.yaml.
        recording: the entry of it.
        questions: the requests, by query id; of all ``total`` topics, or the first of them.
        headers: of each request, filled.
        hidden: what of them is secret.
    """

    values: dict[str, Any]
    recording: Recording
    questions: Sequence[request.Prepared]
    total: int
    headers: Mapping[str, str]
    hidden: Secrets

    def client(self, keep: Callable[[Response], None]) -> Client:
        """Who asks."""
        return Client(self.recording, self.headers, self.hidden, keep)


@dataclass(frozen=True)
class Order:
    """What a person wants: a run's name, an earlier run to take over, how often, whether anew, with responses; and
    whether the service searches the documents as they are here, though it returns other words too (``same``).

    ``now`` is the time in UTC, as 2026-11-01T09:30:00Z.
    """

    now: str
    name: str | None = None
    retry: str | None = None
    repeat: int | None = None
    fresh: bool = False
    raw: bool = True
    same: bool = False


@dataclass(frozen=True)
class Done:
    """A run that is written: its folder, of each pass the lines of results, the last responses and what the pipeline
    reads, and on which chunks it is scored (None: their texts are not known).
    """

    place: places.Place
    rows: list[list[dict[str, Any]]]
    responses: list[list[Response]]
    passes: list[Foreign]
    source: Source | None


def prospect(
    root: Path, values: dict[str, Any], system: str, limit: int | None, environment: Mapping[str, str]
) -> Prospect:
    """Requests for the topics of the gold set, as retrieval gets them: all of them, without labels and split.

    Raises:
        InputError: faults of the entry, of the questions, of a template that a question does not fill; variables
            of the environment that are not set.
    """
    recording = entries.read(values, system, PARAMS)
    path = NAMES["queries"]
    asked = topics.from_queries((root / path).read_bytes(), path)
    prepared = request.prepare(recording, asked[:limit], PARAMS)
    headers, hidden = request.headers(recording, environment, PARAMS)
    return Prospect(values, recording, prepared, len(asked), headers, hidden)


def perform(root: Path, what: Prospect, order: Order, say: Callable[[str], None]) -> Done:
    """Ask everything that has no answer yet, then write the run.

    Raises:
        InputError: the run is there already, is being written, or was begun with other requests; the service is
            gone. What has come is kept in the folder of the run under way.
    """
    top = root / places.RECORDED / what.recording.system
    old = top / order.retry if order.retry else None
    times = session.passes_of(old) if old else order.repeat or 1
    place = places.choose(top, order.name, order.now[:10], fresh=order.fresh)
    if place.discarded:
        say(f"thrown away: {counted(place.discarded, 'response')} of {near(place.part)}")
    request_of = {**run.request_of(what.recording), "retry": order.retry}
    asked = {**what.recording.asked(), "retry": order.retry}
    with Journal(place.part, asked, order.now) as journal:
        under_way = session.Session(what.recording, what.questions, journal)
        _refuse_loss(journal, what, times, place)
        say(f"each response goes into {near(place.part)} as it comes; leave that folder out of commits")
        for turn in range(1, times + 1):
            if old:
                under_way.take_over(old, turn)
            _ask(under_way, what, turn, times, say)
        passes = [(under_way.rows(turn), under_way.responses(turn)) for turn in range(1, times + 1)]
        card = run.card_of(what.recording, journal.since, list(_notes(what, order, times)))
        folder = near(place.final)
        found_by = [rows for rows, _ in passes]
        source = chunks.found_in(root, what.values, what.recording, folder, found_by, old, same=order.same)
        passes = [(chunks.lines(source, rows), responses) for rows, responses in passes]
        files = run.files_of(card, request_of)
        found = run.write(place, files, passes, table=chunks.own_table(root, source), raw=order.raw)
    rows_of, responses_of = [rows for rows, _ in passes], [responses for _, responses in passes]
    return Done(place, rows_of, responses_of, found, source)


def _refuse_loss(journal: Journal, what: Prospect, times: int, place: places.Place) -> None:
    """A run under way holds more than is wanted now: writing it would throw the rest away."""
    most = max((turn for turn, _ in journal.last), default=1)
    if most > times:
        rule = f"was begun with --repeat, and has come to time {most}"
        raise InputError(
            Problem(near(place.part), rule, f"give --repeat {most} or more, or --run another name")
        )
    asked = {one.id for one in what.questions}
    if len(asked) < what.total and any(name not in asked for _, name in journal.last):
        rule = f"has answers beyond the first {len(asked)} questions"
        raise InputError(Problem(near(place.part), rule, "leave out --limit, or give --run another name"))


def _ask(
    under_way: session.Session, what: Prospect, turn: int, times: int, say: Callable[[str], None]
) -> None:
    total = len(what.questions)
    name = what.recording.system + (f" ({turn} of {times})" if times > 1 else "")
    known = {one.id: one for one in what.questions}
    there = total - len(under_way.pending(turn))
    if there:
        say(f"{name}: {there} of {total} answers are there already")
    with Progress(total, there, name) as progress:

        def told(response: Response) -> None:
            progress.step(failed=not is_answer(response, known[response.id], what.recording))

        under_way.ask(what.client(under_way.journal.keep), turn, told)


def _notes(what: Prospect, order: Order, times: int) -> list[str]:
    found = []
    if len(what.questions) < what.total:
        found.append(f"a try: the first {len(what.questions)} of {what.total} questions were asked")
    if times > 1:
        found.append(f"asked {times} times")
    if order.retry:
        found.append(f"answers of run {order.retry} taken over, what failed there asked again")
    return found
