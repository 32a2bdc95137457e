"""Why a query flips: the change of the labels that decides it, and what of the evidence was found."""

from collections.abc import Iterator

from assay.changes.difference import Change, Difference
from assay.changes.evidence import SetChange
from assay.proposal.field_changes import set_words
from assay.proposal.impact import Flip
from assay.proposal.phrases import Words
from assay.proposal.rescoring import Outcome


def state(outcome: Outcome, words: Words) -> str:
    """An outcome in words: met, not met, or why it was not measured."""
    if outcome.met is None:
        return words("state.unmeasured", reason=reason(outcome.reason, words))
    if not outcome.best:
        return words("state.hit" if outcome.met else "state.miss")
    return words("state.met" if outcome.met else "state.unmet")


def reason(code: str | None, words: Words) -> str:
    """A null reason in words of the report."""
    return words.of_report(f"reason.{code or 'unknown'}")


def cause(flip: Flip, changed: Difference, words: Words) -> str:
    """What of the change decides the flip: an evidence set, words of a passage, the question itself."""
    change = next((one for one in changed.queries if one.id == flip.query_id), None)
    told = list(_of_query(flip, change, changed, words)) if change else []
    if not told or flip.after.reason == "stale" or flip.before.reason == "stale":
        told += _of_passages(flip, changed, words)
    return "; ".join(told or [words("cause.unknown")])


def effect(flip: Flip, words: Words) -> str:
    """What of the evidence was found, as far as that decides the flip."""
    after = flip.after
    if after.met:
        held = after.best or tuple(sorted(after.ranks))
        ranks = [after.ranks[name] for name in held if name in after.ranks]
        first = words("effect.found", passages=" + ".join(held), rank=max(ranks, default=0))
        return first if after.best else words("effect.hit", rank=min(ranks, default=0))
    if after.met is False and after.missing:
        shown = [_missing(name, after, words) for name in after.missing]
        return words("effect.missing", passages=", ".join(shown))
    return ""


def _missing(name: str, outcome: Outcome, words: Words) -> str:
    rank = outcome.ranks.get(name)
    return words("effect.at", name=name, rank=rank) if rank else words("effect.never", name=name)


def _of_query(flip: Flip, change: Change, changed: Difference, words: Words) -> Iterator[str]:
    if change.touches("reworded"):
        yield words("cause.reworded")
    sets = changed.sets(change)
    deciding = [one for one in sets if _decides(one, flip)]
    for one in deciding or sets:
        yield set_words(one, words)
    before, after = ((row or {}).get("evidence_sets") for row in (change.before, change.after))
    if before is None and after is not None:
        yield words("sets.were_none")
    if after is None and before is not None:
        yield words("sets.now_none")
    for name in ("type", "relevant", "as_of", "subject"):
        if name in change.fields:
            yield words("cause.field", field=words(f"field.{name}"))


def _decides(one: SetChange, flip: Flip) -> bool:
    """Whether a set is the one that was met on one side."""
    now = flip.after.met and one.after is not None and set(one.after) == set(flip.after.best)
    then = flip.before.met and one.before is not None and set(one.before) == set(flip.before.best)
    return bool(now or then)


def _of_passages(flip: Flip, changed: Difference, words: Words) -> list[str]:
    """Passages of the query that have other words, or stand elsewhere."""
    mine = {*flip.before.best, *flip.after.best}
    found = []
    for change in changed.passages:
        if change.id in mine or flip.query_id in changed.users.get(change.id, ()):
            key = "cause.text" if "text" in change.fields else "cause.place"
            found.append(words(key, name=change.id))
    return found
