"""Which question of the gold set each line of a foreign run answers: by id, else by the question's text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from assay.counting import counted
from assay.errors import InputError, Problem, refuse
from assay.exchange.results import Lines
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


def asked(lines: Lines, topics: Sequence[Topic], *, all_asked: bool) -> Asked:
    """The lines under the ids of the gold set.

    Args:
        lines: what was found.
        topics: the questions of the gold set.
        all_asked: questions without a line were asked, and nothing was found; else they were not asked.

    Raises:
        InputError: two lines of one question; none that the gold set knows.
    """
    done, by_text = Asked(), 0
    ids, texts = {topic.id for topic in topics}, _by_text(topics)
    forms = folded([line.get("query") or "" for line in lines.values], mend=True)
    for line, spot, form in zip(lines.values, lines.spots, forms, strict=True):
        same = texts.get(form, set()) if form else set()
        if line["id"] in ids:
            done.values.append(line)
        elif len(same) == 1:
            done.values.append({**line, "id": next(iter(same))})
            by_text += 1
        else:
            reason = (
                "several questions have this text"
                if same
                else "no question of the gold set has this id or text"
            )
            done.lost.append({"at": spot, "id": line["id"], "query": line.get("query"), "reason": reason})
            continue
        done.spots.append(spot)
    refuse(list(_twice(done)))
    if not done.values:
        raise InputError(
            Problem(GOLD, "knows none of the questions of the file", "import the questions first")
        )
    by_id = len(done.values) - by_text
    done.facts.append(
        f"questions matched: {by_id} by id, {by_text} by text, {len(done.lost)} not in the gold set"
    )
    missing = sorted(ids - {line["id"] for line in done.values})
    if missing and all_asked:
        done.values += [{"id": name, "status": "ok", "retrieved": []} for name in missing]
        done.spots += [GOLD] * len(missing)
    if missing:
        what = (
            "taken as asked, with nothing found: 0 (as trec_eval -c)"
            if all_asked
            else "not asked: not measured"
        )
        shown = ", ".join(missing[:_SHOWN]) + (", …" if len(missing) > _SHOWN else "")
        done.facts.append(
            f"{counted(len(missing), 'question')} of the gold set not in the file ({shown}), {what}"
        )
    return done


def _by_text(topics: Sequence[Topic]) -> dict[str, set[str]]:
    """Ids of the questions by their folded text, as it was asked and as it was sent."""
    found: dict[str, set[str]] = {}
    for text in ("query", "original"):
        forms = folded([getattr(topic, text) for topic in topics], mend=True)
        for topic, form in zip(topics, forms, strict=True):
            found.setdefault(form, set()).add(topic.id)
    return found


def _twice(done: Asked) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for line, spot in zip(done.values, done.spots, strict=True):
        if first.setdefault(line["id"], spot) != spot:
            yield Problem(
                spot, f"question {line['id']!r} is also that of {first[line['id']]}", "remove one of them"
            )
