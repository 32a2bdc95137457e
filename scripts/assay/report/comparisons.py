"""Comparisons in words: plain parts that report.md and the page print alike."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from assay.report.catalogue import Catalogue
from assay.report.markdown import Markdown, code, finished, joined
from assay.report.results import SHARES
from assay.report.sides import setting

SMALLEST = 0.001  # a p below is not told apart in print
LISTED = 10  # ids of queries in a refusal
UNLIKE = 0.05  # share by which two contexts differ in length, that it is told beside the verdict
_SIDES = ("baseline", "candidate")

Entry = Mapping[str, Any]


class Verdict(NamedTuple):
    """What a comparison comes to.

    Attributes:
        verdict: ``better``, ``worse``, ``not_shown`` or ``refused``.
        sentence: the same in words, with its figures.
        facts: what the figures rest on.
        refusals: why there is no comparison.
        notes: what to know before believing it.
    """

    verdict: str
    sentence: Markdown
    facts: list[Markdown]
    refusals: list[Markdown]
    notes: list[Markdown]


def verdict(say: Catalogue, record: Entry, entry: Entry) -> Verdict:
    """One comparison in words.

    Args:
        say: phrases.
        record: comparisons.json.
        entry: one of its comparisons.
    """
    found = entry["metrics"].get(record["primary"])
    return Verdict(
        entry["verdict"],
        _sentence(say, record, entry, found),
        list(_facts(say, record, entry, found)) if found else [],
        [_refusal(say, record, one) for one in entry["refusals"]],
        list(_notes(say, record, entry)),
    )


def _sentence(say: Catalogue, record: Entry, entry: Entry, found: Entry | None) -> Markdown:
    names = {"candidate": code(entry["candidate"]), "baseline": code(record["baseline"])}
    if found is None:
        return say("compare.refused", **names)
    figures = say("compare.unmeasured")
    if found["difference"] is not None:
        signs = {name: signed(record["primary"], found[name]) for name in ("difference", "low", "high")}
        figures = say("compare.figures", **signs, p=p_value(found["p_holm"]), n=found["n"])
        longer = times_read(say, entry)
        if longer:
            figures = joined([figures, longer])
    return say(f"compare.{entry['verdict']}", **names, metric=code(record["primary"]), figures=figures)


def _facts(say: Catalogue, record: Entry, entry: Entry, found: Entry) -> Iterator[Markdown]:
    if found["p_holm"] is not None:
        yield say("compare.p", p=p_value(found["p_holm"]), tests=record["tests"])
    yield say("compare.pairs", **{name: found[name] for name in ("n", "wins", "ties", "losses")})
    if found["p"] is not None:
        sizes = (found["detectable"], found["detectable_holm"])
        shown = [_possible(say, record["primary"], one) for one in sizes]
        yield say("compare.detectable", alone=shown[0], together=shown[1], tests=record["tests"])
    if entry["outcomes"]:
        yield say("compare.outcomes", **entry["outcomes"])


def _notes(say: Catalogue, record: Entry, entry: Entry) -> Iterator[Markdown]:
    if entry["status"] == "restricted":
        yield say("compare.restricted")
        yield from _reading(say, record, entry)
    for rule in sorted(set(entry["left_out"].values())):
        names = [code(name) for name, why in entry["left_out"].items() if why == rule]
        yield say(f"compare.left_out.{rule}", metrics=joined(names))
    found = entry["metrics"].get(record["primary"])
    if found and found["excluded"]:
        reasons = joined(_excluded(say, why, len(names)) for why, names in found["excluded"].items())
        yield say("compare.excluded", metric=code(record["primary"]), reasons=reasons)
    yield settings(say, entry)


def _reading(say: Catalogue, record: Entry, entry: Entry) -> Iterator[Markdown]:
    """How much each side reads, and how many passages its chunks cut."""
    chars = {side: entry["reading"][side]["chars"] for side in _SIDES}
    if None not in chars.values():
        yield say("compare.reading", k=record["headline"], **{side: round(n) for side, n in chars.items()})
    yield say("compare.straddling", **{side: entry["reading"][side]["straddling"] for side in _SIDES})


def _possible(say: Catalogue, metric: str, value: float | None) -> Markdown:
    """A detectable difference; of shares none is above 1."""
    beyond = value is None or (metric.partition("@")[0] in SHARES and value > 1)
    return say("compare.too_few") if beyond else size(metric, value or 0)


def times_read(say: Catalogue, entry: Entry) -> Markdown | None:
    """That a candidate of other chunks reads more, or less, characters; None where it is about the same, or not known."""
    here, there = (entry["reading"][side]["chars"] for side in _SIDES)
    restricted = entry["status"] == "restricted"
    if not restricted or not here or there is None or abs(there / here - 1) < UNLIKE:
        return None
    return say("compare.times_read", times=Markdown(f"{there / here:.1f}"))


def _excluded(say: Catalogue, why: str, n: int) -> Markdown:
    side, _, reason = why.rpartition(": ")
    return say(f"compare.{side}_alone" if side else "compare.both", reason=say.known("reason", reason), n=n)


def settings(say: Catalogue, entry: Entry) -> Markdown:
    """Every setting that differs; of more than one, that the effect belongs to none of them alone."""
    shown = [
        say(
            "compare.setting",
            name=say.known("setting", row["name"]),
            **{side: setting(say, _of_side(row, side), row["name"]) for side in _SIDES},
        )
        for row in entry["settings"]
    ]
    amount = "none" if not shown else "one" if len(shown) == 1 else "several"
    return (
        say("compare.settings.none")
        if not shown
        else say(f"compare.settings.{amount}", settings=joined(shown, "; "))
    )


def _of_side(row: Entry, side: str) -> dict[str, Any]:
    return {} if side in row["absent"] else {row["name"]: row[side]}


def _refusal(say: Catalogue, record: Entry, one: Entry) -> Markdown:
    values = {side: _refused(say, one["rule"], one[side]) for side in _SIDES}
    metric = {"metric": code(record["primary"])} if one["rule"] == "cutoff" else {}
    return say(f"compare.refusal.{one['rule']}", **values, **metric)


def _refused(say: Catalogue, rule: str, value: Any) -> Markdown:
    """An id, ids of questions, a depth, or a share in per cent."""
    if isinstance(value, list):
        more = [say("errors.more", n=len(value) - LISTED)] if len(value) > LISTED else []
        return joined([*map(code, value[:LISTED]), *more]) if value else say("compare.nobody")
    if value is None:
        return say("settings.not_declared")
    return Markdown(f"{100 * value:.1f}") if rule == "errors" else code(str(value))


def metric_table(say: Catalogue, record: Entry, entry: Entry) -> tuple[list[Markdown], list[list[Markdown]]]:
    """Header and rows: each metric with the means of both, the difference, its interval and what it rests on."""
    named = [code(record["baseline"]), code(entry["candidate"])]
    names = ("difference", "interval", "p_holm", "n", "pairs", "effect", "detectable")
    header = [say("head.metric"), *named, *(say(f"head.{name}") for name in names)]
    return header, [
        _metric(say, name, entry["metrics"][name]) for name in record["family"] if name in entry["metrics"]
    ]


def test_table(say: Catalogue, record: Entry, entry: Entry) -> tuple[list[Markdown], list[list[Markdown]]]:
    """Header and rows: what the tests of each metric gave, before and after the correction for their number."""
    names = ("p", "p_error", "p_holm", "t", "p_t")
    header = [say("head.metric"), *(say(f"head.{name}") for name in (*names, "detectable_holm"))]
    found = {name: entry["metrics"][name] for name in record["family"] if name in entry["metrics"]}
    return header, [
        [code(name), *_tests(one), _size(name, one["detectable_holm"])]
        for name, one in found.items()
        if one["p"] is not None
    ]


def _tests(found: Entry) -> list[Markdown]:
    t = finished(None) if found["t"] is None else _with_sign(f"{found['t']:+.2f}")
    p_t = finished(None) if found["p_t"] is None else p_value(found["p_t"])
    return [p_value(found["p"]), Markdown(f"{found['p_error']:.4f}"), p_value(found["p_holm"]), t, p_t]


def _size(metric: str, value: float | None) -> Markdown:
    return finished(None) if value is None else size(metric, value)


def _metric(say: Catalogue, name: str, found: Entry) -> list[Markdown]:
    n = finished(found["n"])
    if found["difference"] is None:
        return [code(name), *[say.not_measured({})] * 5, n, *[finished(None)] * 3]
    means = [size(name, found[side]) for side in _SIDES]
    interval = Markdown(f"{signed(name, found['low'])} … {signed(name, found['high'])}")
    pairs = Markdown(f"{found['wins']} / {found['ties']} / {found['losses']}")
    effect = finished(None) if found["effect"] is None else _with_sign(f"{found['effect']:+.2f}")
    detectable = _size(name, found["detectable"])
    difference = signed(name, found["difference"])
    return [code(name), *means, difference, interval, p_value(found["p_holm"]), n, pairs, effect, detectable]


def signed(metric: str, value: float) -> Markdown:
    """A difference with its sign: shares with three digits, others with one; what is 0 in print has none."""
    return _with_sign(f"{value:+{_form(metric)}}")


def _with_sign(number: str) -> Markdown:
    return Markdown(number.replace("-", "−") if number.strip("+-0.") else number.lstrip("+-"))


def size(metric: str, value: float) -> Markdown:
    """A value without a sign."""
    return Markdown(f"{value + 0.0:{_form(metric)}}")


def _form(metric: str) -> str:
    return ".3f" if metric.partition("@")[0] in SHARES else ".1f"


def p_value(p: float) -> Markdown:
    """Three digits, or that it is less: never 0."""
    return Markdown(f"{p:.3f}") if p >= SMALLEST else finished(f"< {SMALLEST}")
