"""Two runs side by side, for people: what changed and what is not known first, then scenario by scenario."""

from collections.abc import Iterator

from assay.evidence.circumstances import CHANGED, CORPUS, KINDS, UNKNOWN, Fact
from assay.evidence.matching import LIKENESS
from assay.evidence.replay import Replay
from assay.evidence.scenario import EQUAL, Scenario
from assay.evidence.table import DISPUTED, UNJUDGED
from assay.evidence.table import Table as Evidence
from assay.manifest import canonical
from assay.report.page.plain import Table
from assay.report.replay.html import html
from assay.report.replay.printed import Part, markdown, terminal
from assay.report.replay.record import record
from assay.report.replay.scenario import part
from assay.report.replay.words import ReplayWords

FORMS = ("text", "markdown", "html", "json")
TALLY = (
    *("claims_equal", "verdicts", "claim_citations", "unjudged_old", "unjudged_new"),
    *("disputed_old", "disputed_new", "claims_proposed", "claims_new", "claims_gone"),
    *("fragments_new", "fragments_gone", "fragments_moved", "citations_new", "citations_gone"),
    *("declines_new", "declines_gone"),
)


def document(found: Replay, lang: str, form: str, *, texts: bool) -> str:
    """Two runs side by side, in one of :data:`FORMS`.

    Args:
        found: the runs.
        lang: language.
        form: ``text`` is safe for terminals; ``html`` asks for nothing else; ``json`` has ids and codes in place of phrases.
        texts: whether texts of questions, answers and documents are shown.
    """
    say = ReplayWords(lang, texts=texts)
    if form == "json":
        return record(say, found)
    if form == "html":
        before, after = of_runs(say, found), without_pair(say, found)
        return html(say, list(before), [part(say, one) for one in found.scenarios], list(after))
    return (markdown if form == "markdown" else terminal)(say, parts(say, found))


def parts(say: ReplayWords, found: Replay) -> Iterator[Part]:
    """What is said, part by part: the runs, each scenario, what has no other side."""
    yield from of_runs(say, found)
    yield from (part(say, one) for one in found.scenarios)
    yield from without_pair(say, found)


def of_runs(say: ReplayWords, found: Replay) -> Iterator[Part]:
    """What is said of all scenarios together; the first part has the title of the whole."""
    yield _overview(say, found)
    yield _tallied(say, [one for one in found.scenarios if one.comparable])
    changed = _facts(say, found.scenarios, CHANGED)
    if found.scenarios:
        yield Part(say("changed.title"), () if changed.rows else (say("changed.none"),), _filled(changed))
    if (unknown := _facts(say, found.scenarios, UNKNOWN)).rows:
        yield Part(say("unknown.title"), (say("unknown.note"),), (unknown,))


def without_pair(say: ReplayWords, found: Replay) -> Iterator[Part]:
    """Answers that are held against none."""
    if found.repeated:
        yield _repeated(say, found)
    if found.old_only or found.new_only:
        yield _alone(say, found)


def _filled(one: Table) -> tuple[Table, ...]:
    return (one,) if one.rows else ()


def _overview(say: ReplayWords, found: Replay) -> Part:
    lines = [say("replay.note"), say("replay.rule"), *([] if say.texts else [say("replay.withheld")])]
    if any(found.closed):
        lines.append(say("replay.closed", old=found.closed[0], new=found.closed[1]))
    comparable = sum(one.comparable for one in found.scenarios)
    counts = {
        "both": len(found.scenarios) + len(found.repeated),
        "comparable": comparable,
        "incomparable": len(found.scenarios) - comparable,
        "repeated": len(found.repeated),
        "old_only": len(found.old_only),
        "new_only": len(found.new_only),
    }
    rows = [[say(f"replay.{name}"), n] for name, n in counts.items()]
    title = say("replay.title", old=found.old, new=found.new)
    return Part(title, tuple(lines), (Table([say("replay.what"), say("replay.n")], rows, right=1),))


def _tallied(say: ReplayWords, scenarios: list[Scenario]) -> Part:
    title = say("tally.title", n=len(scenarios))
    if not scenarios:
        return Part(title, (say("tally.none"),))
    tallies = [tallied(one) for one in scenarios]
    rows = [[say(f"tally.{name}"), sum(one[name] for one in tallies)] for name in TALLY]
    table = Table([say("replay.what"), say("replay.n")], rows, right=1)
    return Part(title, (say("tally.note", least=LIKENESS),), (table,))


def tallied(one: Scenario) -> dict[str, int]:
    """How much of a comparable scenario differs, and how much of it can differ, by the names of :data:`TALLY`."""
    same = [pair for pair in one.claims if pair.match == EQUAL]
    states = {
        f"{state}_{name}": sum(side is not None and side.state == state for side in sides)
        for state in (UNJUDGED, DISPUTED)
        for name, sides in (("old", [pair.old for pair in same]), ("new", [pair.new for pair in same]))
    }
    return {**one.tally, "claims_equal": len(same), **states}


def _facts(say: ReplayWords, scenarios: list[Scenario], state: str) -> Table:
    """A row a fact of that state, with the scenarios of which it is one."""
    facts: dict[bytes, tuple[Fact, list[str]]] = {}
    for one in scenarios:
        for fact in one.facts:
            if fact.state == state and not _settled(fact, one):
                facts.setdefault(canonical(fact), (fact, []))[1].append(one.name)
    # Fields of a kind that neither record states of the same scenarios stand in one row.
    rows: dict[bytes, tuple[list[Fact], list[str]]] = {}
    for key, (fact, names) in facts.items():
        silent = fact.old is None and fact.new is None
        rows.setdefault(canonical([fact.kind, names]) if silent else key, ([], names))[0].append(fact)
    head = [say("replay.what"), *(say(f"head.{name}") for name in ("field", "old", "new", "scenarios"))]
    return Table(head, [_fact(say, *row, len(scenarios)) for row in sorted(rows.values(), key=_order)])


def _settled(fact: Fact, one: Scenario) -> bool:
    """Whether another id of the corpus has said already whether it is the same."""
    known = any(other.kind == CORPUS and other.state != UNKNOWN for other in one.facts)
    return fact.kind == CORPUS and fact.state == UNKNOWN and known


def _order(row: tuple[list[Fact], list[str]]) -> tuple[int, list[str]]:
    return KINDS.index(row[0][0].kind), row[1]


def _fact(say: ReplayWords, facts: list[Fact], names: list[str], n: int) -> list[str]:
    where = say("scenarios.all", n=n) if len(names) == n else say.joined(names)
    first = facts[0]
    values = (say.value(first, value) for value in (first.old, first.new))
    return [say(f"fact.{first.kind}"), say.joined(map(say.fact, facts)), *values, where]


def _repeated(say: ReplayWords, found: Replay) -> Part:
    head = [say("alone.scenario"), say("head.old"), say("head.new")]
    rows = [
        [one.name, *(say.joined(table.answer.id for table in side) for side in (one.old, one.new))]
        for one in found.repeated
    ]
    return Part(say("repeated.title"), (say("repeated.note"),), (Table(head, rows),))


def _alone(say: ReplayWords, found: Replay) -> Part:
    head = [say("field.answer_id"), say("alone.run"), say("alone.scenario"), say("field.query")]
    rows = [
        [
            table.answer.id,
            run,
            _named(say, table),
            say.quote(table.answer.query) if table.answer.query else "",
        ]
        for run, side in ((found.old, found.old_only), (found.new, found.new_only))
        for table in side
    ]
    return Part(say("alone.title"), (), (Table(head, rows),))


def _named(say: ReplayWords, table: Evidence) -> str:
    return table.answer.scenario_id or table.answer.query_id or say("alone.unnamed")
