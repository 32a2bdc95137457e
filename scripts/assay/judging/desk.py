"""One answer and one reviewer: everything that is read before claims are shaped or judged."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from shlex import quote

from assay import corpora, git
from assay.disclosure import FIX, kinds, read_public
from assay.errors import InputError, Problem, refuse, shown
from assay.evidence.expected import Expected, Gold, expected
from assay.evidence.reading import read_most
from assay.evidence.reasons import says_nothing
from assay.evidence.record import Answer, Run
from assay.evidence.succession import reviewers
from assay.evidence.table import Claim, Table, is_judged, place
from assay.evidence.unread import of_others
from assay.judging.ids import apart
from assay.labelling.prompting import Words
from assay.ledger import Entry, author_file
from assay.scoring.opening import nameless


@dataclass(frozen=True)
class Desk:
    """What a reviewer works with.

    Attributes:
        root: top folder of the repository.
        who: the reviewer.
        answer: the recorded answer.
        run: its run.
        gold: rows of queries.jsonl by id.
        rows: every row of the ledger about the answer, of whoever.
        adjudicators: whom params.yaml names.
        public: texts that look like personal data and may be shown.
        words: phrases.
        others: what is to be said of answers that could not be read.
    """

    root: Path
    who: str
    answer: Answer
    run: Run
    gold: Gold
    rows: list[Entry]
    adjudicators: list[str]
    public: Collection[str]
    words: Words
    others: tuple[str, ...] = ()

    @cached_property
    def expected(self) -> Expected:
        """The evidence that a careful answer would need."""
        return expected(self.answer, self.gold)

    @cached_property
    def table(self) -> Table:
        """The evidence table of the answer."""
        return Table(self.answer, self.expected, self.rows)

    @cached_property
    def _tables(self) -> dict[str, dict[str, list[Entry]]]:
        """Rows in force by reviewer and id of the claim, in the order of the answer."""
        holders = reviewers(self.rows)
        found: dict[str, dict[str, list[Entry]]] = {}
        ordered = sorted(
            self.table.current, key=lambda row: (place(row), len(row["claim_id"]), row["claim_id"])
        )
        for row in ordered:
            for name in holders[row["row_id"]]:
                found.setdefault(name, {}).setdefault(row["claim_id"], []).append(row)
        return found

    def of(self, reviewer: str) -> dict[str, list[Entry]]:
        """Rows in force of a reviewer's table by id of the claim, in the order of the answer.

        A merge of two branches may leave several about one claim, or two claims with one id
        (:func:`assay.judging.ids.told_apart`). Rulings between reviewers are in no table.
        """
        return self._tables.get(reviewer, {})

    @property
    def reviewers(self) -> list[str]:
        """Who has claims of the answer."""
        return sorted(self._tables)

    def reviewer(self, name: str) -> str:
        """A reviewer by name, whatever its letters' case, or as the ledger's file is called.

        Raises:
            InputError: nobody of that name has claims of the answer.
        """
        ways = {name.casefold(), author_file(name)}
        alike = [one for one in self.reviewers if {one.casefold(), author_file(one)} & ways]
        if name in self.reviewers or len(alike) == 1:
            return name if name in self.reviewers else alike[0]
        known = ", ".join(self.reviewers)
        fix = f"one of: {known}" if known else "leave --from out: nobody has claims of it yet"
        raise InputError(Problem(f"--from {name}", f"has no claims of {self.answer.id}", fix))

    @cached_property
    def claims(self) -> dict[str, Claim]:
        """Claims of the answer by id, whoever has them."""
        return {one.id: one for one in self.table.claims}

    def command(self, verb: str, *words: str) -> str:
        """The command that goes on from here, as the reviewer can type it.

        Args:
            verb: ``new``, ``edit``, ``judge`` or ``show``.
            words: what follows the answer.
        """
        by = () if verb == "show" or self.who == git.usual() else ("--by", self.who)
        return " ".join(("assay evidence", verb, *map(quote, (self.answer.id, *words, *by))))

    def holding(self, rows: list[Entry]) -> "Desk":
        """The same with other rows of the ledger."""
        return replace(self, rows=rows)


def read_desk(root: Path, name: str, who: str, words: Words) -> Desk:
    """Read what belongs to an answer.

    Args:
        root: top folder of the repository.
        name: id of the answer.
        who: the reviewer, as it was typed.
        words: phrases.

    Raises:
        InputError: a name that is none; no such answer; it is closed, or has no text; faults of its run, of rows about
            it, of the gold set or params.yaml.
    """
    refuse(nameless(who))
    found = read_most(root)
    answer = found.answer(name)
    if not answer.text.strip():
        rule = "has no text in the record: there is nothing to take claims from"
        raise InputError(
            Problem(answer.place, rule, f"see `assay answers check {name}`; record it in a new run")
        )
    rows = [row for row in found.rows.values() if row["answer_id"] == answer.id]
    run = found.runs.run(answer.run)
    adjudicators = corpora.settings(root)["adjudicators"]
    others = tuple(of_others(found, words.lang))
    public = read_public(root)
    return Desk(root, who.strip(), answer, run, found.gold, rows, adjudicators, public, words, others)


def unexpected(desk: Desk) -> list[Problem]:
    """What stands in the way of any verdict: nobody has stated the expected evidence."""
    if desk.expected.source is not None:
        return []
    rule = "cannot be judged yet: nobody has stated which evidence a careful answer would need"
    fix = "label its question in gold/ (`assay gold edit`), or record the answer with expected_evidence"
    return [Problem(desk.answer.place, rule, fix)]


def own(desk: Desk) -> dict[str, list[Entry]]:
    """The reviewer's claims in force.

    Raises:
        InputError: there are none.
    """
    found = desk.of(desk.who)
    if not found:
        others = ", ".join(desk.reviewers)
        more = f", or takes over those of {others} with --from" if others else ""
        fix = f"`{desk.command('new')}` proposes them{more}"
        raise InputError(Problem(desk.answer.id, f"has no claims of {desk.who} yet", fix))
    return found


def private(desk: Desk, text: str, where: str) -> list[Problem]:
    """Personal data and secrets in what is to be written: a ledger cannot be mended afterwards."""
    return [Problem(where, f"holds {what}", FIX) for what in kinds(text, desk.public)]


def unsaid(desk: Desk, why: str, where: str) -> list[Problem]:
    """What is wrong with a reason why rows are superseded; an empty one is asked for."""
    if not why or not says_nothing(why):
        return private(desk, why, where)
    return [
        Problem(where, f"{shown(why)} says nothing", "say what the older rows had overlooked, or got wrong")
    ]


def unjudged(rows: dict[str, list[Entry]]) -> list[str]:
    """Ids of claims that have no verdict yet; where two claims have one number, each needs one."""
    return [name for name, found in rows.items() if not all(any(map(is_judged, one)) for one in apart(found))]
