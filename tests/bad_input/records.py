"""Recorded answers and evidence tables that are broken: how, and what the check and the stage say."""

from assay.jsonl import dump_row
from evidence import cases

from .ground import data

A, L = f"{cases.WHERE}/answers.jsonl", f"{cases.LEDGER}/a-017/anna.jsonl"
ODD = "Да 👍🏽🇷🇺, cafe\u0301.[1]"


def shop(*answers, **rows):
    """The worked scenario, or other answers in its place; of its claims some have other values."""

    def change(top):
        made = [
            cases.claim(name, minute=n, **rows.get(name.replace("-", "_"), {}))
            for n, name in enumerate(cases.CLAIMS)
        ]
        cases.write_shop(top, *answers, rows=() if answers else made)

    return change


def then(*changes):
    """One after another."""
    return lambda top: [change(top) for change in changes]


def by_hand(top):
    """An edit in the file, as a search and replace makes it."""
    cases.write_shop(top, rows=cases.shop_rows().values())
    (top / L).write_bytes(
        (top / L).read_bytes().replace("Срок возврата 30 дней.".encode(), "Срок 40 дней.".encode())
    )


def forked(top):
    """Two branches supersede one row, and Git keeps the lines of both."""
    first, *rest = cases.shop_rows().values()
    after = {"supersedes": [first["row_id"]], "supersede_reason": "Иначе."}
    sides = [cases.claim("C-017-1", minute=n, envelope=after) for n in (5, 6)]
    cases.write_shop(top, rows=[first, *rest, *sides])


def misplaced(top):
    """A row in the folder of another answer."""
    cases.write_shop(top)
    path = top / cases.LEDGER / "a-018" / "anna.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text(dump_row(cases.claim("C-017-1")) + "\n", "utf-8")


def said(problems, *checks):
    """By the stage, and by checks, which say how many there are first."""
    lines = [problems] if isinstance(problems, str) else problems
    noun = "problem" if len(lines) == 1 else "problems"
    return {"evidence": lines} | {
        f"check --only {name}": [f"{name}: {len(lines)} {noun}", *lines] for name in checks
    }


def mark(start, end):
    """An answer whose mark stands at [15, 18] in code points, at [19, 22] in UTF-16."""
    return {
        **cases.A017,
        "answer": ODD,
        "citations": [{"marker": "[1]", "doc_id": "D-01", "span": [start, end]}],
    }


SPAN = "outside of the answer's 18 code points or empty; count code points of the answer, from 0"
TWICE = f"{L}:6 C-017-1: is in force twice: see {L}:5; its author judges it again (assay evidence judge --supersede), or an adjudicator (--adjudicate)"
RECORDS = {
    "spans of citations out of range": (
        shop(mark(19, 22), {**mark(-1, 2), "answer_id": "A-2"}, {**mark(18, 15), "answer_id": "A-3"}),
        said(
            [
                f"{A}:1 A-017 citations[1]: span is [19, 22], {SPAN}",
                f"{A}:2 A-2 citations[1]: span is [-1, 2], {SPAN}",
                f"{A}:3 A-3 citations[1]: span is [18, 15], {SPAN}",
            ],
            "evidence",
        ),
    ),
    "answers with Windows' line ends": (
        then(shop(), data(lambda lines: lines.replace(b"\n", b"\r\n"), A)),
        said(f"{A}:1: has CR line ends; save it with LF line ends", "evidence"),
    ),
    "one answer in two runs": (
        then(shop(), lambda top: cases.write_shop(top, name="shop/2026-04-01")),
        said(
            "runs/recorded/shop/2026-04-01/answers.jsonl:1 A-017: has the id of an answer in shop/2026-03-02; "
            "a replay is a new answer: give it an id of its own",
            "evidence",
        ),
    ),
    "words that the answer does not have": (
        shop(C_017_4={"quote": [{"start": 0, "end": 12, "text": "Назад примет"}]}),
        said(
            [
                (
                    f"{L}:4 C-017-4: quote[1] is 'Назад примет', but the answer has 'Назад примем' there; "
                    "write a row that supersedes it (assay evidence judge)"
                ),
                (
                    f"{L}: leaves out a sentence of A-017: 'Обычно хватает пяти дней.'; "
                    "put it into a claim, or say why it is immaterial"
                ),
            ],
            "evidence",
        ),
    ),
    "a record that was changed after it was judged": (
        then(
            shop(),
            data(lambda lines: lines.replace(b'"top_k": 2', b'"top_k": 3'), f"{cases.WHERE}/card.json"),
        ),
        said(
            [
                f"{L}:{line} C-017-{line}: run_id is {cases.shop_run().run_id!r}, but {cases.RUN} has "
                f"{cases.run(cases.A017, card={**cases.CARD, 'top_k': 3}).run_id!r}; "
                "restore the record: a recorded run is never changed"
                for line in range(1, 5)
            ]
        ),
    ),
    "a run that is gone": (
        then(shop(), lambda top: (top / A).unlink()),
        said(
            [
                f"{L}:{line} C-017-{line}: is about 'A-017', which no run in runs/recorded holds; "
                "restore the run (`dvc pull`, where it is added to DVC)"
                for line in range(1, 5)
            ]
        ),
    ),
    "a claim edited by hand": (
        by_hand,
        said(
            f"{L}:2: was edited: its hash does not fit; restore it, and add a row that supersedes it",
            "evidence",
        ),
    ),
    "a fork of claims after a merge": (
        forked,
        said(TWICE)
        | {
            "check --only evidence": [
                "evidence: 2 problems",
                (
                    f"{L}:1: is superseded by different decisions: {L}:5, {L}:6; "
                    "an adjudicator (adjudicators in params.yaml) adds a row that supersedes them all"
                ),
                TWICE,
            ]
        },
    ),
    "a claim in the folder of another answer": (
        misplaced,
        said(
            f"{cases.LEDGER}/a-018/anna.jsonl:1: is by 'anna' about 'A-017', "
            "whose rows stand in a-017/anna.jsonl; move it there",
            "evidence",
        ),
    ),
}
