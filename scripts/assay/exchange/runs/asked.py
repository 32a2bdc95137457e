"""Which question of the gold set each line of a foreign run answers: by id, else by the question's text."""

from collections import Counter
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
_UNKNOWN, _SEVERAL = "not in the gold set", "with a text that several questions have"
_OTHER = "with the id of a question that another line has the text of"


@dataclass
class Asked:
    """Lines under the ids of the gold set.

    Attributes:
        values: the lines.
        spots: address of each.
        lost: how many lines are of no question of the gold set, by reason: of what other people asked, no more is kept.
        facts: counts.
    """

    values: list[dict[str, Any]] = field(default_factory=list)
    spots: list[str] = field(default_factory=list)
    lost: Counter[str] = field(default_factory=Counter)
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
    ways = [_question(line, form, known, texts) for line, form in zip(lines.values, forms, strict=True)]
    done, problems = Asked(), []
    if lines.guessed_id and _ids_of_records(lines, ways):
        ways = [_by_words(form, texts) for form in forms]
        done.facts.append(f"{lines.guessed_id} is no id of a question of the gold set: told by their texts")
    by_text = {name for name, way in ways if way == "text"}
    kept: dict[str, tuple[dict[str, Any], str]] = {}
    counts: Counter[str] = Counter()
    for line, spot, form, (name, way) in zip(lines.values, lines.spots, forms, ways, strict=True):
        if name is None or (way == "unlike" and name in by_text):
            done.lost[way if name is None else _OTHER] += 1
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


def _ids_of_records(lines: Lines, ways: Sequence[tuple[str | None, str]]) -> bool:
    """Whether guessed ids are those of records, which the gold set's happen to equal: texts agree with fewer of them
    than not.
    """
    like = sum(way == "id" for _, way in ways)
    return all(line.get("query") for line in lines.values) and like < sum(way == "unlike" for _, way in ways)


def _question(
    line: Mapping[str, Any], form: str, known: Mapping[str, Topic], texts: Mapping[str, set[str]]
) -> tuple[str | None, str]:
    """Id of the question, and by what: of two that the id and the text name, the text decides."""
    same = texts.get(form, set()) if form else set()
    if line["id"] in known and (not form or not same or line["id"] in same):
        return line["id"], "id" if not form or same else "unlike"
    return _by_words(form, texts)


def _by_words(form: str, texts: Mapping[str, set[str]]) -> tuple[str | None, str]:
    """Id of the question that has this text, or why there is none."""
    same = texts.get(form, set()) if form else set()
    if len(same) == 1:
        return next(iter(same)), "text"
    return None, _SEVERAL if same else _UNKNOWN


def _said(line: dict[str, Any], form: str, topic: Topic, texts: Mapping[str, set[str]]) -> dict[str, Any]:
    text = line.get("query")
    if text in (None, topic.query, topic.original) or topic.id not in texts.get(form, set()):
        return line if line["id"] == topic.id else {**line, "id": topic.id}
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
    lost = [
        f"{done.lost[why]} {why}" for why in (_UNKNOWN, _SEVERAL, _OTHER) if done.lost[why] or why == _UNKNOWN
    ]
    done.facts.append(f"questions matched: {by_id} by id, {by_text} by text, {', '.join(lost)}")
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
