"""Stage: recorded answers with the claims that people found in them, held against the records."""

from assay.stage import Stage  # isort: skip   (first: records what is imported after it)

from assay.collecting import uncollected
from assay.entries import FIELDS
from assay.errors import refuse
from assay.evidence import rules, runs, stored
from assay.evidence.closed import Holdout
from assay.evidence.gathering import gathered, open_answers
from assay.evidence.held import held
from assay.evidence.table import by_id
from assay.gold.passages import parse_passages
from assay.gold.queries import parse_queries
from assay.ledger import history
from assay.tables import write_table

with Stage("evidence") as stage, uncollected():
    queries, wrong = parse_queries(
        stage.read("gold", "queries.jsonl"), stage.path("gold", "queries.jsonl").as_posix()
    )
    gold = by_id(queries.iter_rows(named=True))
    holdout = Holdout(gold)
    found, problems = runs.parse(
        stage.read_folder("recorded", named=runs.NAMES),
        stage.path("recorded").as_posix(),
        lambda line: bool(wrong) or holdout.asks(line),
    )
    passages, faults = parse_passages(
        stage.read("gold", "passages.jsonl"), stage.path("gold", "passages.jsonl").as_posix()
    )
    refuse([*problems, *wrong, *faults])
    closed = holdout.answers(found.answers.values())
    rows = history(
        stage.read_folder("claims"),
        FIELDS["claims"],
        stage.path("claims").as_posix(),
        closed=lambda row: holdout.asks(row) or str(row.get("answer_id")) in closed,
    )
    refuse(list(rules.check(rows, found, closed)))
    answers, _ = open_answers(found, closed)
    evidence = gathered(found, rows.values(), gold, held(answers, gold, passages), closed)
    write_table(stage, "out", "answers.parquet", stored.answers(evidence), key=stored.KEYS["answers"])
    write_table(stage, "out", "claims.parquet", stored.claims(evidence), key=stored.KEYS["claims"])
    stage.write_json("out", "card.json", {"closed": evidence.closed})
