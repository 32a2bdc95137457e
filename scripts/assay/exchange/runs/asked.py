"""Which question of the gold set each line of a foreign run answers: by id, else by the question's text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assay.counting import counted
from assay.errors import InputError, Problem, refuse
from assay.exchange.runs.results import REPEATS, Lines
from assay.folding import folded
from assay.retrieval.topics import Topic

GOLD = "gold/queries.jsonl"
_SHOWN = 3


@dataclass
class Asked:
    """Lines under the ids of the gold set.

    Attributes:
        values: the lines.
        spots: address of each.
        lost: lines of which the gold set does not know the question, each with the reason.
        facts: counts.
    """

    values: list[dict[str, Any]] = field(default_factory=list)
    spots: list[str] = field(default_factory=list)
    lost: list[dict[str, Any]] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)


def asked(lines: Lines, topics: Sequence[Topic], *, all_asked: bool, repeated: str = "refuse") -> Asked:
    """The lines under the ids of the gold set.

    A text that is equal but for case, white space and the like is the gold set's question: it is written as that
    one, and as it was asked into ``sent``.

    Args:
        lines: what was found.
        topics: the questions of the gold set.
        all_asked: questions without a line were asked, and nothing was found; else they were not asked.
        repeated: what of several lines of one question: ``refuse``, or the ``first`` or ``last`` counts.

    Raises:
        InputError: two lines of one question; none that the gold set knows.
    """
    known, texts = {topic.id: topic for topic in topics}, _by_text(topics)
    forms = folded([line.get("query") or "" for line in lines.values], mend=True)
    kept: dict[str, tuple[dict[str, Any], str]] = {}
    done, counts, problems = Asked(), dict.fromkeys(("id", "text", "unlike"), 0), []
    for line, spot, form in zip(lines.values, lines.spots, forms, strict=True):
        name, way = _question(line, form, known, texts)
        if name is None:
            done.lost.append({"at": spot, "id": line["id"], "query": line.get("query"), "reason": way})
            continue
        if name in kept and repeated == "refuse":
            rule = f"question {name!r} is also that of {kept[name][1]}"
            problems.append(Problem(spot, rule, REPEATS))
        if name not in kept or repeated == "last":
            kept[name] = _said(line, form, known[name], texts), spot
        counts[way] += 1
    refuse(problems)
    done.values, done.spots = [line for line, _ in kept.values()], [spot for _, spot in kept.values()]
    _count(done, counts)
    _add_missing(done, sorted(known.keys() - kept.keys()), all_asked=all_asked)
    return done


def _question(
    line: Mapping[str, Any], form: str, known: Mapping[str, Topic], texts: Mapping[str, set[str]]
) -> tuple[str | None, str]:
    """Id of the question, and by what: of two that the id and the text name, the text decides."""
    same = texts.get(form, set()) if form else set()
    if line["id"] in known and (not form or not same or line["id"] in same):
        return line["id"], "id" if not form or same else "unlike"
    if len(same) == 1:
        return next(iter(same)), "text"
    if same:
        return None, "several questions have this text"
    return None, "no question of the gold set has this id or text"


def _said(line: dict[str, Any], form: str, topic: Topic, texts: Mapping[str, set[str]]) -> dict[str, Any]:
    text = line.get("query")
    if text in (None, topic.query, topic.original) or topic.id not in texts.get(form, set()):
        return {**line, "id": topic.id}
    mine = topic.query if folded([topic.query], mend=True) == [form] else topic.original
    return {**line, "id": topic.id, "query": mine, "sent": line.get("sent") or text}


def _count(done: Asked, counts: Mapping[str, int]) -> None:
    """What was matched by what, in words.

    Raises:
        InputError: nothing was.
    """
    if not done.values:
        rule = "knows none of the questions of the file"
        raise InputError(Problem(GOLD, rule, "import the questions first"))
    by_id, by_text = counts["id"] + counts["unlike"], counts["text"]
    done.facts.append(
        f"questions matched: {by_id} by id, {by_text} by text, {len(done.lost)} not in the gold set"
    )
    more = by_id + by_text - len(done.values)
    if more:
        done.facts.append(f"{counted(more, 'line')} more of the same questions: one of each counts")
    if counts["unlike"]:
        number = counted(counts["unlike"], "question")
        done.facts.append(f"{number} had another text when asked than in the gold set: not measured")


def _add_missing(done: Asked, missing: Sequence[str], *, all_asked: bool) -> None:
    """Say which questions of the gold set have no line, and give them an empty one where they were asked."""
    if not missing:
        return
    what = "not asked: not measured"
    if all_asked:
        what = "taken as asked, with nothing found: 0 (as trec_eval -c)"
        done.values += [{"id": name, "status": "ok", "retrieved": []} for name in missing]
        done.spots += [GOLD] * len(missing)
    shown = ", ".join(missing[:_SHOWN]) + (", …" if len(missing) > _SHOWN else "")
    number = counted(len(missing), "question")
    done.facts.append(f"{number} of the gold set not in the file ({shown}), {what}")


def _by_text(topics: Sequence[Topic]) -> dict[str, set[str]]:
    """Ids of the questions by their folded text, as it was asked and as it was sent."""
    found: dict[str, set[str]] = {}
    for text in ("query", "original"):
        forms = folded([getattr(topic, text) for topic in topics], mend=True)
        for topic, form in zip(topics, forms, strict=True):
            found.setdefault(form, set()).add(topic.id)
    return found
