"""What flags say of a question, put into its draft: the same rules for a new question and one that is there."""

import unicodedata
from collections.abc import Mapping
from typing import Any

from assay.errors import InputError, Problem, refuse
from assay.labelling import drafting, ids
from assay.labelling.choosing import BY_NUMBER, chosen
from assay.labelling.drafting import Alteration, Draft
from assay.labelling.holding import Labels

Given = Mapping[str, Any]
_PLAIN = (
    *("query", "lang", "type", "split", "as_of", "subject", "rewritten", "rationale", "expected_answer"),
    *("found_by", "checked_corpus", "status"),
)
_LOOKS = ("documents", "outline", "read", "find")
_MANNERS = (*_LOOKS, "ask", "dry_run", "id", "name")


def says_something(given: Given) -> bool:
    """Whether any flag says something of the question."""
    return any(value not in (None, (), False) for key, value in given.items() if key not in _MANNERS)


def said(given: Given) -> set[str]:
    """Fields that flags give, and the ways to say that there are no sets."""
    names = {"type_": "type", "sets": "evidence_sets", "whys": "why", "turns": "history"}
    return {names.get(key, key) for key, value in given.items() if value not in (None, (), False)}


def looks(given: Given) -> bool:
    """Whether a flag asks to look at the corpus."""
    return any(given[name] for name in _LOOKS)


def filled(draft: Draft, given: Given, labels: Labels, *, settled: bool = True) -> Draft:
    """The draft with all that flags say.

    Args:
        draft: the question as it is; it is changed.
        given: values of the flags of :mod:`assay.labelling.options`.
        labels: the gold set with its corpus.
        settled: whether nothing will be asked, so that what follows from other fields is filled in now.

    Raises:
        InputError: every passage that cannot be made, every set that names none.
    """
    references = _passages(draft, given, labels)
    for key in given.get("clear", ()):
        draft.row[key] = None
    _sets(draft, given, labels, references)
    for key in _PLAIN:
        value = given["type_" if key == "type" else key]
        if value is not None:
            draft.row[key] = _nfc(value)
    _reasons(draft, given, labels, references)
    if given["turns"]:
        draft.row["history"] = [{"role": role, "text": _nfc(text)} for role, text in given["turns"]]
    for key in ("unanswerable", "reviewed_by"):
        if given[key]:
            draft.row[key] = list(map(_nfc, given[key]))
    if settled:
        if not given["status"] and given["reviewed_by"]:
            draft.row["status"] = status(draft.row)
        if not given["found_by"]:
            draft.settle()
    return draft


def status(row: Mapping[str, Any]) -> str:
    """``reviewed`` where as many people checked it as its split needs."""
    needed = 2 if row["split"] == "holdout" else 1
    return "reviewed" if len(set(row["reviewed_by"] or [])) >= needed else "unreviewed"


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _passages(draft: Draft, given: Given, labels: Labels) -> dict[str, str]:
    """Ids by ``p1``, ``p2`` …; new passages go into the draft, labelled stretches keep their ids."""
    names, problems = _names(given), []
    references: dict[str, str] = {}
    for number, (of, words) in enumerate(given["passages"], 1):
        mark = f"p{number}"
        try:
            row, text = chosen(labels, of, _nfc(words), names.get(mark, "new"))
            references[mark] = ids.labelled(draft, labels, row, text, names.get(mark, ""))
        except InputError as error:
            problems += error.problems
            continue
        draft.ways.add("browse" if BY_NUMBER.fullmatch(words.strip()) else "text_find")
    refuse(problems)
    return references


def _names(given: Given) -> dict[str, str]:
    count = len(given["passages"])
    marks = {f"p{number}" for number in range(1, count + 1)}
    refuse(
        [
            Problem(f"--passage-id {mark}", "is none of the passages", "write p1 for the first --passage")
            for mark, _ in given["names"]
            if mark not in marks
        ]
    )
    return {mark: _nfc(name) for mark, name in given["names"]}


def _sets(draft: Draft, given: Given, labels: Labels, references: Mapping[str, str]) -> None:
    known = {**labels.passages, **draft.passages}

    def sets_of(key: str, flag: str) -> list[list[str]]:
        return [drafting.members(one, references, known, flag) for one in given.get(key) or ()]

    if sum(map(bool, (given["no_answer"], given["unlabelled"], given["sets"]))) > 1:
        rule = "--no-answer, --unlabelled and --set exclude one another"
        raise InputError(Problem(draft.row["id"], rule, "give one of them"))
    if given["no_answer"]:
        draft.row = drafting.unanswerable(draft.row, labels.corpus.ids)
    elif given["unlabelled"]:
        draft.row = drafting.with_sets(draft.row, None)
    elif given["sets"]:
        draft.row = drafting.with_sets(draft.row, sets_of("sets", "--set"))
    alteration = Alteration(
        [
            (_number(number, "--add-to-set"), drafting.members(name, references, known, "--add-to-set")[0])
            for number, name in given.get("joined") or ()
        ],
        [(_number(number, "--remove-from-set"), name) for number, name in given.get("parted") or ()],
        given.get("removed") or (),
        sets_of("more_sets", "--add-set"),
    )
    draft.row = drafting.altered(draft.row, alteration, draft.row["id"])


def _number(text: str, flag: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise InputError(Problem(flag, f"{text!r} is no number of a set", "sets are counted from 1"))
    return int(text)


def _reasons(draft: Draft, given: Given, labels: Labels, references: Mapping[str, str]) -> None:
    known, row = {**labels.passages, **draft.passages}, draft.row

    def one(name: str, flag: str) -> str:
        return drafting.members(name, references, known, flag)[0]

    if given["relevant"]:
        graded = {one(name, "--relevant"): _grade(grade) for name, grade in given["relevant"]}
        row["relevant"] = {**(row["relevant"] or {}), **graded}
    if given["whys"]:
        row["why"] = {
            **(row["why"] or {}),
            **{one(name, "--why"): _nfc(text) for name, text in given["whys"]},
        }
    if given["claims"]:
        stated = {
            name: {
                "id": name,
                "text": _nfc(text),
                "passages": drafting.members(of, references, known, "--claim"),
            }
            for name, text, of in given["claims"]
        }
        kept = [claim for claim in row["claims"] or [] if claim["id"] not in stated]
        row["claims"] = sorted([*kept, *stated.values()], key=lambda claim: claim["id"])


def _grade(text: str) -> int | str:
    """A grade; what is none is left to the rules of the field."""
    return int(text) if text in ("1", "2") else text
