"""What an import of results writes: a recorded run, its chunk table, and the system's entry in params.yaml."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay.corpora import PARAMS, settings, source_files
from assay.counting import counted
from assay.errors import InputError, Problem, refuse
from assay.exchange import chunks, locating, run_chunks
from assay.exchange.asked import asked
from assay.exchange.plan import SHOWN, Plan
from assay.exchange.results import Lines
from assay.exchange.saving import set_entry
from assay.gold.repository import read_corpus
from assay.jsonl import dump_row
from assay.params import NAME, NAME_RULE
from assay.retrieval.kinds.recorded import CARD, CHUNKS, RESULTS
from assay.retrieval.topics import Topic, from_queries

UNMATCHED = "unmatched.jsonl"
QUERIES = "gold/queries.jsonl"


@dataclass(frozen=True)
class Where:
    """Where a run belongs, and what is known of it.

    Attributes:
        system: its name in params.yaml.
        run: name of the folder below runs/recorded/<system>/.
        snapshot: of this repository, that it searched; None: the first of params.yaml.
        trust: ids without texts are those of the snapshot as it is now.
        depth: results that were asked for.
        all_asked: questions that the file does not name were asked, and nothing was found.
        card: what is stated of the system, as card.json has it.
    """

    system: str
    run: str
    snapshot: str | None = None
    trust: bool = False
    depth: int | None = None
    all_asked: bool = False
    card: Mapping[str, Any] = field(default_factory=dict)

    @property
    def folder(self) -> str:
        """The run's folder, from the root."""
        return f"runs/recorded/{self.system}/{self.run}"


def plan_run(
    root: Path, lines: Lines, table: Sequence[Mapping[str, Any]] | None, where: Where, params: bytes
) -> Plan:
    """A recorded run.

    Its chunks are: those of ``table``, the run's own; else those of the snapshot, where it has every id with the
    text that was recorded; else the texts of the results themselves, placed in the documents.

    Args:
        root: the repository.
        lines: what was found, by question.
        table: all chunks of the date of the run; None: not known.
        where: system, run, and what is known.
        params: params.yaml, to which the system's entry is added.

    Raises:
        InputError: every fault; a run that is there already; ids of which nobody knows the text.
    """
    refuse([*lines.problems, *_name_problems(root, where)])
    plan = Plan(facts=list(lines.facts), losses=list(lines.losses))
    kept = asked(lines, _topics(root), all_asked=where.all_asked)
    plan.facts += kept.facts
    values, spots, lost = kept.values, kept.spots, kept.lost
    found, problems = run_chunks.returned(values, spots)
    refuse(problems)
    card = {"mode": "retrieve_only", **where.card}
    own, snapshot = _own_chunks(root, found, table, where, plan, card)
    if own is not None:
        values = [_bare(line) for line in values]
        plan.writes[f"{where.folder}/{CHUNKS}"] = chunks.chunks_bytes(own)
        entry = {"source": f"{where.folder}/{CHUNKS}", "chunking": "ready"}
        params = set_entry(params, ("snapshots", snapshot), entry)
    ordered = sorted(values, key=lambda line: str(line["id"]))
    data = "".join(f"{dump_row(line)}\n" for line in ordered).encode()
    plan.writes[f"{where.folder}/{RESULTS}"] = data
    plan.writes[f"{where.folder}/{CARD}"] = f"{json.dumps(card, ensure_ascii=False, indent=1)}\n".encode()
    _add_unmatched(plan, where, lost)
    system = {
        "kind": "recorded",
        "snapshot": snapshot,
        "input": where.folder,
        "depth": where.depth,
        "foreign": "error",
        "repeats": "keep",
    }
    plan.writes[PARAMS] = set_entry(params, ("systems", where.system), system)
    plan.preview = [dump_row(line) for line in ordered[:SHOWN]]
    _check(root, plan, where, system)
    plan.following = [f"next: make repro (system {where.system!r} is set in {PARAMS})"]
    if where.depth is None:
        plan.following.append("how many results were asked for is not declared; --depth N says it")
    return plan


def _name_problems(root: Path, where: Where) -> list[Problem]:
    names = {"--system": where.system, "--run": where.run}
    problems = [
        Problem(f"{what} {name}", NAME_RULE, "choose another name")
        for what, name in names.items()
        if not NAME.fullmatch(name)
    ]
    if not problems and (root / where.folder).exists():
        problems.append(
            Problem(where.folder, "is there already, and a run is never changed", "choose another --run")
        )
    return problems


def _topics(root: Path) -> list[Topic]:
    path = root / QUERIES
    data = path.read_bytes() if path.exists() else b""
    return from_queries(data, QUERIES) if data.strip() else []


def _own_chunks(
    root: Path,
    found: list[dict[str, Any]],
    table: Sequence[Mapping[str, Any]] | None,
    where: Where,
    plan: Plan,
    card: dict[str, Any],
) -> tuple[list[dict[str, Any]] | None, str]:
    """The run's own chunk table, or None where the snapshot's is it; and the name of the snapshot."""
    corpus = read_corpus(root)
    if table is None:
        name = _searched(root, found, where, plan, card)
        if name is not None:
            return None, name
        refuse(_textless(found, where))
    made = run_chunks.placed(found if table is None else table, corpus, complete=table is not None)
    refuse(made.problems)
    plan.facts += locating.counts(made.located)
    if made.unmatched:
        plan.writes[f"{where.folder}/{UNMATCHED}"] = "".join(f"{line}\n" for line in made.unmatched).encode()
    return made.rows, where.system


def _searched(
    root: Path, found: list[dict[str, Any]], where: Where, plan: Plan, card: dict[str, Any]
) -> str | None:
    """Name of the snapshot that the run searched: every id is there, with the text that was recorded."""
    from assay.retrieval.snapshot import build
    from assay.tables import text_sha256

    known = settings(root)["snapshots"]
    name = where.snapshot or next(iter(known))
    if name not in known:
        raise InputError(Problem(f"--snapshot {name}", "is no snapshot", f"one of: {', '.join(known)}"))
    source = known[name]["source"]
    made = build(name, known[name], source_files(root, source), source)
    hashes = dict(made.chunks.select("chunk_id", "sha256").iter_rows())
    alike = sum(
        row["chunk_id"] in hashes
        and (where.trust if row["text"] is None else text_sha256(row["text"]) == hashes[row["chunk_id"]])
        for row in found
    )
    plan.facts.append(f"chunks: {alike} of {len(found)} are chunks of snapshot {name!r}")
    if alike < len(found):
        return None
    if any(row["text"] is None for row in found):
        card["snapshot"], card["snapshot_id"] = name, made.card["snapshot_id"]
    return name


def _textless(found: list[dict[str, Any]], where: Where) -> list[Problem]:
    ids = [row["chunk_id"] for row in found if row["text"] is None and row["start"] is None]
    if not ids:
        return []
    shown = ", ".join(ids[:SHOWN]) + (f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else "")
    rule = f"{counted(len(ids), 'chunk')} without a text ({shown}): needs the chunk table of that date"
    fix = "give it as --chunks FILE; or --trust-ids, if the run searched a snapshot of this repository as it is now"
    return [Problem(where.folder, rule, fix)]


def _bare(line: Mapping[str, Any]) -> dict[str, Any]:
    """A line without what the chunk table says."""
    if "retrieved" not in line:
        return dict(line)
    return {
        **line,
        "retrieved": [
            {key: item[key] for key in ("chunk_id", "rank", "score") if key in item}
            for item in line["retrieved"]
        ],
    }


def _add_unmatched(plan: Plan, where: Where, lost: Sequence[Mapping[str, Any]]) -> None:
    path = f"{where.folder}/{UNMATCHED}"
    if lost:
        plan.writes[path] = (
            plan.writes.get(path, b"") + "".join(f"{dump_row(dict(row))}\n" for row in lost).encode()
        )
    if path in plan.writes:
        number = plan.writes[path].count(b"\n")
        plan.facts.append(f"{counted(number, 'line')} of what was not matched, with reasons: {path}")


def _check(root: Path, plan: Plan, where: Where, system: Mapping[str, Any]) -> None:
    """Read the run as the pipeline will.

    Raises:
        InputError: whatever the pipeline would refuse.
    """
    from assay.params import parse
    from assay.retrieval import contract
    from assay.retrieval.snapshot import build

    name = str(system["snapshot"])
    entry = parse(plan.writes[PARAMS], PARAMS)["snapshots"][name]
    source = entry["source"]
    files = {CHUNKS: plan.writes[source]} if source in plan.writes else source_files(root, source)
    made = build(name, entry, files, source)
    own = {
        path.rpartition("/")[2]: data
        for path, data in plan.writes.items()
        if path.startswith(f"{where.folder}/")
    }
    contract.run(contract.Request(_topics(root), made.chunks, made.card, system, own))
