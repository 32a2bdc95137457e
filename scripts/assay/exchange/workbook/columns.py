"""The sheets for experts: their columns, what each is called and says in English and in Russian."""

from collections.abc import Mapping
from typing import NamedTuple

from assay.changes.terms import TERMS
from assay.gold.fields import FOUND_BY, SPLITS, STATUSES
from assay.gold.queries import NO_ANSWER, TYPES

_WIDE, _MIDDLE, _NARROW = 60, 30, 14


class Column(NamedTuple):
    """One column.

    Attributes:
        name: of the field; of a column that is only read, a name of its own.
        headings: in English, in Russian.
        docs: what stands in it and how it is written, in English, in Russian.
        form: how a value is written in a cell (:mod:`assay.exchange.workbook.forms`); empty: only to be read.
        width: in characters.
        choices: values to choose from.
        closed: whether there are no other values.
    """

    name: str
    headings: tuple[str, str]
    docs: tuple[str, str]
    form: str = "text"
    width: int = _MIDDLE
    choices: tuple[str, ...] = ()
    closed: bool = False


_ID = ("id", "id")
QUERIES = (
    Column(
        "id",
        _ID,
        (
            "Name of the question. Leave it as it is; leave it empty in a new row: one is made of the words.",
            "Имя вопроса. Не меняйте его; в новой строке оставьте пустым: оно будет составлено по тексту.",
        ),
        width=_NARROW,
    ),
    Column("query", TERMS["field.query"], ("As it was asked.", "Как его задали."), width=_WIDE),
    Column(
        "evidence_sets",
        TERMS["field.evidence_sets"],
        (
            (
                "One set a line; passages that are needed together with + between them: p1 + p2. Each line alone is "
                "enough. Empty: not labelled yet. The words `no answer`: the corpus has none."
            ),
            (
                "По набору на строке; отрывки, нужные вместе, через +: p1 + p2. Каждой строки достаточно самой по себе. "
                "Пусто: ещё не размечено. Слова «нет ответа»: в корпусе ответа нет."
            ),
        ),
        "sets",
    ),
    Column(
        "texts",
        ("words of the passages", "тексты отрывков"),
        (
            "The passages of the sets, to be read; changes here are not taken.",
            "Отрывки из наборов, для чтения; изменения здесь не учитываются.",
        ),
        "",
        _WIDE,
    ),
    Column(
        "rationale",
        TERMS["field.rationale"],
        (
            "Why the sets suffice, or why nothing does.",
            "Почему наборов достаточно или почему ничего не подходит.",
        ),
        width=_WIDE,
    ),
    Column(
        "why",
        TERMS["field.why"],
        (
            "A line a passage: `p1: why it is relevant`. A line that begins with spaces goes on with the one above.",
            "По строке на отрывок: «p1: почему он нужен». Строка с отступом продолжает предыдущую.",
        ),
        "reasons",
        _WIDE,
    ),
    Column(
        "relevant",
        TERMS["field.relevant"],
        (
            "Passages in no set, a line each: `p3: 1` (helps) or `p3: 2` (answers).",
            "Отрывки вне наборов, по строке: «p3: 1» (помогает) или «p3: 2» (отвечает).",
        ),
        "grades",
    ),
    Column(
        "expected_answer",
        TERMS["field.expected_answer"],
        ("A right answer, in short.", "Верный ответ, кратко."),
        width=_WIDE,
    ),
    Column(
        "claims",
        TERMS["field.claims"],
        (
            "What a right answer must say, a line each, with the passages that support it: `c1: words [p1, p2]`.",
            "Что должен сказать верный ответ, по строке, с отрывками: «c1: текст [p1, p2]».",
        ),
        "claims",
        _WIDE,
    ),
    Column(
        "unanswerable",
        TERMS["field.unanswerable"],
        (
            "Parts that the corpus cannot answer, a line each.",
            "Части, на которые в корпусе нет ответа, по строке.",
        ),
        "lines",
    ),
    Column(
        "type",
        TERMS["field.type"],
        (
            f"Kind of question. {NO_ANSWER}: the corpus cannot answer it.",
            f"Вид вопроса. {NO_ANSWER}: в корпусе ответа нет.",
        ),
        width=_NARROW,
        choices=TYPES,
    ),
    Column(
        "as_of",
        TERMS["field.as_of"],
        (
            "Day for which it is asked, as 2026-11-01. Empty: any.",
            "Дата, на которую спрашивают: 2026-11-01. Пусто: любая.",
        ),
        "day",
        _NARROW,
    ),
    Column(
        "subject",
        TERMS["field.subject"],
        ("Product or department. Empty: any.", "Продукт или подразделение. Пусто: любое."),
        width=_NARROW,
    ),
    Column(
        "split",
        TERMS["field.split"],
        (
            "dev: scored every time; holdout: kept closed.",
            "dev: считается каждый раз; holdout: закрытая часть.",
        ),
        width=_NARROW,
        choices=SPLITS,
        closed=True,
    ),
    Column(
        "lang", TERMS["field.lang"], ("Code of its language: ru, en.", "Код языка: ru, en."), width=_NARROW
    ),
    Column(
        "history",
        TERMS["field.history"],
        (
            "Of a follow-up question, a line a turn: `user: words`, `assistant: words`.",
            "У уточняющего вопроса, по строке на реплику: «user: текст», «assistant: текст».",
        ),
        "turns",
    ),
    Column(
        "rewritten",
        TERMS["field.rewritten"],
        ("The question as it stands alone.", "Вопрос, понятный без предыдущих реплик."),
    ),
    Column(
        "found_by",
        TERMS["field.found_by"],
        (
            "How the evidence was found; never by ranked search.",
            "Как найдены основания; не поиском с ранжированием.",
        ),
        width=_NARROW,
        choices=FOUND_BY,
        closed=True,
    ),
    Column(
        "reviewed_by",
        TERMS["field.reviewed_by"],
        ("Who reviewed it, a line each; two for holdout.", "Кто проверил, по строке; для holdout двое."),
        "lines",
        _NARROW,
    ),
    Column(
        "checked_corpus",
        TERMS["field.checked_corpus"],
        (
            "Id of the corpus in which no answer was found.",
            "Идентификатор корпуса, в котором ответа не нашли.",
        ),
        width=_NARROW,
    ),
    Column(
        "status",
        TERMS["field.status"],
        (
            "reviewed, or unreviewed: counted, but barred from gates.",
            "reviewed: проверено; unreviewed: ещё нет.",
        ),
        width=_NARROW,
        choices=STATUSES,
        closed=True,
    ),
)
PASSAGES = (
    Column(
        "id",
        _ID,
        (
            "Name of the passage, without spaces. Leave it as it is; in a new row choose one, or leave it empty.",
            "Имя отрывка, без пробелов. Не меняйте его; в новой строке придумайте или оставьте пустым.",
        ),
    ),
    Column(
        "doc_id",
        TERMS["field.doc_id"],
        ("Id of the document in which it stands.", "Идентификатор документа, где он стоит."),
    ),
    Column(
        "text",
        TERMS["field.text"],
        (
            "The words of the document. Changed ones are looked for there, and have to stand there once.",
            "Слова документа. Изменённые ищутся в нём и должны стоять там один раз.",
        ),
        width=_WIDE,
    ),
    Column("section", TERMS["field.section"], ("To be read.", "Для чтения."), ""),
    Column("users", ("used by", "используется в"), ("To be read.", "Для чтения."), "", _NARROW),
)
SHEETS: Mapping[str, tuple[Column, ...]] = {"queries": QUERIES, "passages": PASSAGES}
