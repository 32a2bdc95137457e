"""A small repository, and a workbook of it in which cells are edited as people and programs do."""

import io

import openpyxl
from click.testing import CliRunner

import pipeline
from assay.__main__ import assay
from assay.errors import InputError
from assay.exchange.records.workbook import open_workbook
from assay.exchange.workbook import base
from assay.exchange.workbook.columns import SHEETS
from assay.exchange.workbook.merge import merged
from assay.exchange.workbook.phrases import Words
from assay.exchange.workbook.reading import language_of, read_pages
from assay.exchange.workbook.titles import TITLES
from assay.gold.fields import QUERY
from assay.gold.passages import make_passage, passages_bytes
from assay.gold.queries import queries_bytes
from assay.gold.quotations import spans
from assay.gold.repository import read_corpus

PARAMS = """\
snapshots:
  main: {source: corpus, chunking: structure, size: 300, overlap: 0}
systems:
  one: {kind: bm25, snapshot: main, input: params.yaml, depth: 10, filter: true, stem: true, k1: 1.2, b: 0.75}
score: {k: [5], chars: [1000], headline: 5, cover: 1.0, stale: exclude, extra_queries: error, twins: true}
report: {lang: %s, include_text: true}
compare: {baseline: null, candidates: null, primary: null, metrics: null, resamples: 1000, seed: 1, max_error_share: 0.05}
gates: []
fusions: {}
adjudicators: []
"""
BODY = """\
# Возврат

Вернуть товар можно в течение 30 дней. Заявку подают «на сайте».

## Деньги

Деньги приходят за 3 дня. Доставка стоит 300 рублей.
"""
FRONT = "---\nid: returns\ntitle: Возврат\nversion: v1\nlang: ru\n---\n"
WORDS = {
    "returns#term": "Вернуть товар можно в течение 30 дней.",
    "returns#site": "Заявку подают «на сайте».",
    "returns#money": "Деньги приходят за 3 дня.",
    "007": "Доставка стоит 300 рублей.",
}


def query(name, text, sets, **more):
    row = {**dict.fromkeys(QUERY), "id": name, "query": text, "lang": "ru", "type": "exact", "split": "dev"}
    return row | {"status": "unreviewed", "evidence_sets": sets, "relevant": {}, "why": {}, **more}


QUERIES = [
    query(
        "q-1",
        "В какой срок можно вернуть товар?",
        [["returns#term"], ["returns#site", "returns#money"]],
        rationale="Срок назван.",
        why={"returns#term": "Называет срок."},
        claims=[{"id": "c1", "text": "30 дней", "passages": ["returns#term", "returns#money"]}],
        as_of="2026-11-01",
    ),
    query("q-2", "Сколько стоит доставка?", [["007"]], relevant={"returns#money": 1}, subject="007"),
    query(
        "q-3", "Можно ли оплатить картой?", [], type="no_answer", rationale="=1+1", unanswerable=["картой"]
    ),
    query(
        "q-4",
        "а деньги?",
        None,
        history=[{"role": "user", "text": "Вернул товар"}],
        rewritten="Когда деньги?",
    ),
]


def make(top, lang="en"):
    """A repository whose gold set is in order, committed on main."""
    for name in ("corpus", "gold", "evidence"):
        (top / name).mkdir(parents=True)
    (top / "params.yaml").write_text(PARAMS % lang)
    (top / "corpus" / "returns.md").write_text(FRONT + BODY, "utf-8")
    (top / "gold" / "CHANGELOG.md").write_text("# Changes\n\n- Earlier.\n")
    documents = read_corpus(top).documents
    body = documents["body"][0]
    passages = [
        make_passage(documents, "returns", span=spans(words, body)[0], id=name)
        for name, words in WORDS.items()
    ]
    (top / "gold" / "passages.jsonl").write_bytes(passages_bytes(passages))
    write(top, QUERIES)
    pipeline.git(top, "init", "-q", "-b", "main")
    pipeline.commit(top, "start")
    return top


def write(top, queries):
    (top / "gold" / "queries.jsonl").write_bytes(queries_bytes(queries))


def rows(top, kind="queries"):
    """Rows of a file of the gold set by id."""
    return {row["id"]: row for row in pipeline.rows(top / "gold" / f"{kind}.jsonl")}


def run(*words):
    """Output, notes and the lines of what was refused, of a command of gold."""
    done = CliRunner().invoke(assay, ["gold", *map(str, words)])
    if done.exception is None:
        return done.stdout, done.stderr, []
    assert isinstance(done.exception, InputError), done.exc_info
    return done.stdout, done.stderr, [str(problem) for problem in done.exception.problems]


def bring(*words):
    return run("import", "--xlsx", "expert.xlsx", *words)


class Sheets:
    """The exported workbook of any language, opened to be edited by ids and English names."""

    def __init__(self, path):
        self.path, self.book = path, openpyxl.load_workbook(path)

    def __getitem__(self, title):
        return self.book[next(one for one in TITLES[title] if one in self.book.sheetnames)]

    def cell(self, name, column, title="queries"):
        page = self[title]
        headings = next(one.headings for one in SHEETS[title] if column in one.headings)
        at = next(cell.column for cell in page[1] if cell.value in headings)
        row = next(cell.row for cell in page["A"] if cell.value == name)
        return page.cell(row, at)

    def put(self, name, column, value, title="queries"):
        """Write a value of any type into a cell; its address."""
        cell = self.cell(name, column, title)
        cell.value = value
        return f"expert.xlsx {self[title].title}!{cell.coordinate}"

    def add(self, title="queries", **values):
        """A row at the end; its number."""
        page = self[title]
        number = page.max_row + 1
        for cell in page[1]:
            if (key := str(cell.value).replace(" ", "_")) in values:
                page.cell(number, cell.column).value = values.pop(key)
        assert not values
        return number

    def remove(self, name, title="queries"):
        self[title].delete_rows(self.cell(name, "id", title).row)

    def save(self):
        """Save it as another program would: styles, codes and hidden sheets in its own way."""
        self.book.save(self.path)


def merge(data, here, decided=None):
    """What a workbook makes of the gold set as it is here."""
    opened = open_workbook(data, "x.xlsx")
    words = Words(language_of(opened.book))
    exported = base.read(opened.book, "x.xlsx", words)
    pages = read_pages(opened, "x.xlsx", words)
    return merged(None, pages, exported, here, words, decided=decided, remove=lambda _: False)


def copy_of(data):
    """The same workbook, saved by openpyxl."""
    target = io.BytesIO()
    openpyxl.load_workbook(io.BytesIO(data)).save(target)
    return target.getvalue()
