"""A verdict as it is said, by flags, a line of JSON or in a talk, and the row of the ledger that it becomes."""

import difflib
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from assay import ledger
from assay.entries import ATTACHMENTS, CORPUS, FIELDS, SUPPORTS, holds
from assay.errors import InputError, Problem, refuse, shown
from assay.evidence.reasons import says_nothing
from assay.evidence.record import Answer, Fragment
from assay.evidence.row import row_faults
from assay.evidence.table import DECLINE, STATEMENT, is_judged
from assay.judging.cases import Case
from assay.judging.citing import Citing
from assay.judging.corpus import FORM, Corpus
from assay.judging.desk import Desk, private
from assay.judging.ids import some
from assay.ledger import Entry
from assay.manifest import sha256

TEXTS = ("attachment_reason", "support_reason", "missing", "observation", "hypothesis", "open_question")
CHOICES = ("attachment", "support", "contradicts", "corpus")
SAID = (
    *("attachment", "citations", "attachment_reason", "support", "evidence", "contradicts", "support_reason"),
    *("missing", "corpus", "corpus_text", "observation", "hypothesis", "open_question"),
)
_OPTIONS = {"attachment": ATTACHMENTS, "support": SUPPORTS, "corpus": CORPUS}
Said = Mapping[str, Any]


def usable(one: Fragment) -> bool:
    """Whether a verdict may rest on a retrieved fragment: its text and its rank are in the record."""
    return bool(one.text and one.text.strip()) and one.rank is not None


def evidence(one: Fragment) -> Entry:
    """A retrieved fragment as a row has it."""
    text = one.text or ""
    about = {name: getattr(one, name) for name in ("chunk_id", "doc_id", "doc_version", "rank")}
    return {**about, "sha256": sha256(text.encode()), "text": text}


def fragment(answer: Answer, name: str) -> Entry:
    """The retrieved fragment of an id, as a row has it.

    Raises:
        InputError: it was not retrieved, or the record does not have its text or rank.
    """
    known = {one.chunk_id: one for one in answer.retrieved}
    if name not in known:
        close = difflib.get_close_matches(name, known, 1)
        fix = f"did you mean {close[0]}?" if close else f"a text read in the corpus is a corpus text: {FORM}"
        raise InputError(Problem(shown(name), "is no retrieved fragment of the record", fix))
    if not usable(known[name]):
        lacks = "rank" if known[name].text else "text"
        rule = f"has no {lacks} in the record: no verdict can rest on it"
        raise InputError(Problem(shown(name), rule, "judge it not_assessable, and say what is missing"))
    return evidence(known[name])


def misshapen(said: Said, where: str) -> list[Problem]:
    """Values that are none of those that a field takes."""
    problems = [
        Problem(where, f"{name} is {shown(said[name])}, must be {rule.words}", "write it anew")
        for name, rule in FIELDS["claims"].items()
        if name in (*TEXTS, *CHOICES) and not _absent(said.get(name)) and not holds(rule, said[name])
    ]
    for name in ("evidence", "corpus_text", "citations"):
        value = said.get(name)
        kinds = (str, dict) if name == "citations" else str
        whole = isinstance(value, list | tuple) and all(isinstance(one, kinds) for one in value)
        if value is not None and not whole:
            problems.append(Problem(where, f"{name} is {shown(value)}, must be a list of texts", "write []"))
    return problems


def _absent(value: Any) -> bool:
    """Whether nothing is said: null, or a blank text."""
    return value is None or (isinstance(value, str) and not value.strip())


def row_of(desk: Desk, one: Case, said: Said, corpus: Corpus, where: str, why: str | None = None) -> Entry:
    """The row of a verdict.

    Args:
        desk: the answer and who judges.
        one: the claim.
        said: values by the names of :data:`SAID`; what is absent is null.
        corpus: where texts that were not retrieved are looked up.
        where: place of the verdict for messages.
        why: why a verdict is superseded; None: it is the first.

    Raises:
        InputError: everything that is wrong with it.
    """
    refuse(misshapen(said, where) + again_faults(one, why, where))
    found, unknown = _resolved(desk, said, corpus, where)
    citations, uncited = _cited(desk, one, said, where)
    lacking = _lacking(one, said, where)
    row = _row(desk, one, said, {"evidence": found, "citations": citations}, why)
    # Each fault once, and all at once: what follows from one that is named is none of its own.
    apart = [*("verdicts" for _ in unknown), *("citations" for _ in uncited), *("whole" for _ in lacking)]
    faults = [*unknown, *uncited, *lacking]
    faults += [Problem(where, *fault) for fault in row_faults(row, desk.answer, apart)]
    if said.get("corpus_text") and row["corpus"] != "holds":
        rule = f"names a text of the corpus, but corpus is {row['corpus']}"
        faults.append(Problem(where, rule, "write holds, or leave it out"))
    typed = "\n".join(str(said[name]) for name in TEXTS if said.get(name))
    refuse([*faults, *private(desk, "\n".join([typed, why or ""]), where)])
    return row


def again_faults(one: Case, why: str | None, where: str) -> list[Problem]:
    """Whether it is said why a verdict is superseded, where there is one."""
    if one.judged and not (why or "").strip():
        said = ", ".join(sorted({f"{row['support'] or row['kind']} by {row['by']}" for row in one.older}))
        return [
            Problem(where, f"is judged already: {said}", "give --supersede with the reason to judge again")
        ]
    if why and not one.judged:
        return [Problem("--supersede", f"{one.name} is not judged yet", "leave it out")]
    if why and says_nothing(why):
        fix = "say what the older verdict had overlooked, or got wrong"
        return [Problem(where, f"the reason to judge it again, {shown(why)}, says nothing", fix)]
    return []


def _cited(desk: Desk, one: Case, said: Said, where: str) -> tuple[list[Entry], list[Problem]]:
    """Citations that the claim has by what is said: those that are named, none where none is attached, else its own."""
    own, named, answer = one.base["citations"], said.get("citations"), desk.answer
    if said.get("attachment") == "not_attached" and not named:
        return [], []
    if named is not None:
        quote = tuple((words["start"], words["end"]) for words in one.base["quote"])
        try:
            own = [answer.citations[at].record() for at in Citing(answer).attached(named, quote)]
        except InputError as error:
            return [], [Problem(where, f"{fault.where} {fault.rule}", fault.fix) for fault in error.problems]
    if said.get("attachment") == "attached" and not own:
        shown_there = some(shown(citation.marker) for citation in answer.citations)
        fix = f"name it by citations (--citation), of {shown_there}; or judge it not_attached"
        return [], [Problem(where, "is said to be attached, but the claim cites nothing", fix)]
    return own, []


def _lacking(one: Case, said: Said, where: str) -> list[Problem]:
    """Verdicts that have to be given, and are not."""
    needed = {STATEMENT: ("attachment", "support", "corpus"), DECLINE: ("corpus",)}.get(one.base["kind"], ())
    implied = said.get("support") == "supported" or said.get("contradicts")
    return [
        Problem(where, f"lacks {name}", f"give {name} (--{name}): {' | '.join(_OPTIONS[name])}")
        for name in needed
        if _absent(said.get(name)) and not (name == "corpus" and implied)
    ]


def _resolved(desk: Desk, said: Said, corpus: Corpus, where: str) -> tuple[list[Entry], list[Problem]]:
    """Fragments and texts of the corpus that are named, the retrieved ones by rank, each once."""
    found: dict[str, Entry] = {}
    problems: list[Problem] = []
    looked_up: dict[str, Callable[[str], Entry]] = {
        "evidence": lambda name: fragment(desk.answer, name),
        "corpus_text": lambda stated: corpus.evidence(stated, desk.answer),
    }
    for kind, look_up in looked_up.items():
        for named in said.get(kind) or ():
            try:
                row = look_up(named)
                found[row["chunk_id"]] = row
            except InputError as error:
                problems += [
                    Problem(where, f"{kind}: {one.where} {one.rule}", one.fix) for one in error.problems
                ]
    return sorted(found.values(), key=lambda row: (row["rank"] is None, row["rank"] or 0)), problems


def _row(desk: Desk, one: Case, said: Said, found: Mapping[str, list[Entry]], why: str | None) -> Entry:
    base = one.base
    stated = {name: _text(said.get(name)) for name in TEXTS}
    choices = {name: said.get(name) or None for name in CHOICES}
    if base["kind"] == STATEMENT and choices["support"] is not None:
        choices["contradicts"] = bool(choices["contradicts"])
        if choices["corpus"] is None and (choices["support"] == "supported" or choices["contradicts"]):
            choices["corpus"] = "holds"  # the fragment that says so is of the corpus
    if stated["observation"] is None and not is_judged(base):
        stated["observation"] = base["observation"]
    kept = {name: base[name] for name in FIELDS["claims"]}
    names = [row["row_id"] for row in one.between]
    values = {**kept, **stated, **choices, **found, "adjudicates": names or None}
    older = [row["row_id"] for row in one.older]
    reason = (why or "").strip() or desk.words("row.judged")
    return ledger.new_row(values, desk.who, older, reason if older else None)


def _text(value: str | None) -> str | None:
    return unicodedata.normalize("NFC", value).strip() or None if value is not None else None
