import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.documents.folder import Options, read_folder
from assay.exchange.losses import lines_of
from assay.retrieval.documents import read_documents
from exchange.files import docx, paragraph, pdf


def imported(files, **options):
    """The import of files given as texts or bytes, without problems."""
    done = read_folder(_bytes(files), "docs", Options(**options))
    assert not done.problems
    return done


def problems(files, **options):
    return list(map(str, read_folder(_bytes(files), "docs", Options(**options)).problems))


def _bytes(files):
    return {path: data if isinstance(data, bytes) else data.encode() for path, data in files.items()}


def written(done):
    return {document.path: document.data for document in done.documents}


def test_a_folder_of_every_kind_becomes_a_corpus():
    """Ids from paths, titles and languages from the files; what is not read has a reason."""
    done = imported(
        {
            "guides/Возврат.md": "# Возврат **товара**\n\nВернуть можно за 30 дней.\n",
            "guides/delivery.html": '<html lang="en"><title>Delivery</title><p>Two days.',
            "notes.txt": "Склад закрыт.\n",
            "rules.docx": docx(paragraph("Правила", "T") + paragraph("Текст.")),
            "scan.pdf": pdf([[]]),
            "terms.pdf": pdf([["Terms of use."]], title="Terms"),
            "README.md": "# About\n\nAll of it.\n",
            ".hidden.md": "x",
            "empty.md": "\n",
            "old.doc": "x",
        }
    )
    assert [(one.path, one.doc_id, one.title, one.lang, one.source) for one in done.documents] == [
        ("README-1.md", "README", "About", "en", "README.md"),
        ("guides/delivery.md", "guides/delivery", "Delivery", "en", "guides/delivery.html"),
        ("guides/Возврат.md", "guides/Возврат", "Возврат товара", "ru", "guides/Возврат.md"),
        ("notes.md", "notes", "notes", "ru", "notes.txt"),
        ("rules.md", "rules", "Правила", "ru", "rules.docx"),
        ("terms.md", "terms", "Terms", "en", "terms.pdf"),
    ]
    assert [path for path, _ in done.skipped] == [".hidden.md", "empty.md", "old.doc", "scan.pdf"]
    assert dict(done.skipped)["scan.pdf"].startswith("its pages are pictures without text")
    assert list(lines_of(done.losses)) == ["lost: PDF pages without text: 1 (docs/scan.pdf page 1)"]
    assert len(read_documents(written(done), "corpus")) == 6


def test_front_matter_comes_first():
    """What a file says of itself beats options; what it does not say comes from them."""
    front = "---\nid: '007'\ntitle: Имя\nlang: RU\nvalid_from: 2026-03-01\nurl: /a\n---\n# Другое\n"
    (one,) = imported({"shop/a.md": front}, lang="en", version="2026-11", subject_from_folder=True).documents
    assert one.data.decode() == (
        '---\nid: "007"\ntitle: Имя\nversion: "2026-11"\nlang: ru\nsubject: shop\nvalid_from: "2026-03-01"\n'
        'url: "/a"\n---\n# Другое\n'
    )


def test_a_version_is_that_of_the_bytes():
    """Another text, another version; another file changes neither id nor version."""
    first, more, changed = (
        imported(files).documents[0]
        for files in ({"a.md": "Текст."}, {"a.md": "Текст.", "b.md": "Ещё."}, {"a.md": "Текст!"})
    )
    assert first == more
    assert first.doc_id == changed.doc_id
    assert len({read_documents({"a.md": one.data}, "")[0].doc_version for one in (first, changed)}) == 2


@pytest.mark.parametrize(
    ("page", "options", "lang"),
    [
        ("<html lang=en><p>Возврат товара", {}, "ru"),
        ("<html lang=uk><p>Повернення товару", {}, "uk"),
        ("<html lang=de-AT><p>Rückgabe", {}, "de-AT"),
        ("<p>Rückgabe", {"lang": "de"}, "de"),
        ("<p>Return", {}, "en"),
    ],
)
def test_a_language_is_declared_or_seen(page, options, lang):
    """A template's language that the letters speak against is not believed."""
    assert imported({"a.html": page}, **options).documents[0].lang == lang


def test_every_problem_is_told_at_once():
    """By the file that it is in; nothing is raised."""
    found = problems(
        {
            "a.md": "Текст.",
            "a.txt": "Текст.",
            "b.md": "---\nid: [\n---\n",
            "c.md": "123",
            "d.md": "Да\n<<<<<<< HEAD\n",
            "e/f.md": "---\nid: x\n---\nДа",
            "e/f.txt": "Да",
            "g.docx": b"PK",
        }
    )
    assert found == [
        "docs/b.md:3: front matter is not YAML (did not find expected node content); mend it",
        "docs/c.md: is in a language that its letters do not show; say it: option lang, or `lang: …` in its front matter",
        "docs/g.docx: is no DOCX that can be read (BadZipFile); open it and save it anew",
        "docs/a.txt: gives the id 'a', as docs/a.md does; rename one of them, or give it an id in its front matter",
        "docs/e/f.txt: would be written to e/f.md, as docs/e/f.md would; rename one of them",
        "docs/d.md: is a conflict marker of a merge (as corpus/d.md:8); resolve the conflict",
    ]


def test_options_and_folders_that_give_nothing_are_named():
    """Each in its own words."""
    assert problems({"a.md": "Текст."}, lang="Russian", version="a\nb", split_level=9) == [
        "lang: 'Russian' is no language; write a code such as ru or en",
        "version: is 'a\\nb'; write one line of text",
        "split level: is 9; headings have levels 1 to 6",
    ]
    assert problems({"a.png": "x"}) == [
        (
            "docs: holds no file that can become a document (a.png: .png is none of .md, .markdown, .txt, .text, "
            ".html, .htm, .xhtml, .docx, .pdf); give a folder of Markdown, text, HTML, DOCX or PDF files"
        )
    ]


def test_a_big_file_is_split_by_its_headings():
    """Each part has an id below the file's, and a version of its own text."""
    page = "<title>Справка</title><p>Общее.<h2>Срок</h2><p>а<h2>README</h2><p>б<h2>Срок</h2><p>в"
    done = imported({"w/Справка.html": page}, split_level=2)
    assert [(one.path, one.doc_id, one.title) for one in done.documents] == [
        ("w/Справка.md", "w/Справка", "Справка"),
        ("w/Справка/readme-1.md", "w/Справка/readme", "README"),
        ("w/Справка/срок.2.md", "w/Справка/срок.2", "Срок"),
        ("w/Справка/срок.md", "w/Справка/срок", "Срок"),
    ]
    before = {one.doc_id: one.data for one in done.documents}
    more = imported(
        {"w/Справка.html": page.replace("<h2>README", "<h2>Цена</h2><p>г<h2>README")}, split_level=2
    )
    after = {one.doc_id: one.data for one in more.documents}
    assert before.items() <= after.items()
    assert after.keys() - before.keys() == {"w/Справка/цена"}
    again = imported(written(done), split_level=2)
    assert written(again) == written(done)


def test_a_corpus_imports_as_it_is():
    """Front matter that people wrote stays, comments too."""
    front = (
        "---\nid: returns   # never changes\ntitle: 'Возврат: как'\nversion: 1\nlang: ru\n---\n\n# Возврат\n"
    )
    done = imported({"a/returns.md": front, "b.md": "Да.\n"}, version="2", lang="en")
    assert written(done)["a/returns.md"] == front.encode()


_NAMES = st.sampled_from(["a", "Б в", "README", "c.d", "и\u0306"])
_KINDS = st.sampled_from([".md", ".txt", ".html", ".markdown"])
_TEXTS = st.lists(
    st.sampled_from(
        [
            "# Возврат",
            "## Срок",
            "текст и ещё",
            "",
            "---",
            "| a | b |",
            "|---|---|",
            "```",
            "<b>x</b>",
            "\u00a0\u00adя",
            "id: x",
        ]
    ).flatmap(lambda line: st.sampled_from([line, f"{line}\r", f" {line}"])),
    max_size=10,
).map(lambda lines: "\n".join(["Слово", *lines]))
_FILES = st.dictionaries(st.tuples(_NAMES, _KINDS).map("".join), _TEXTS, min_size=1, max_size=4)


@given(_FILES, st.sampled_from([None, 1, 2]))
def test_what_was_imported_imports_the_same(files, level):
    """Same input, same bytes; and a second import changes nothing."""
    options = Options(split_level=level)
    first = read_folder(_bytes(files), "docs", options)
    assert first == read_folder(dict(reversed(_bytes(files).items())), "docs", options)
    if not first.problems:
        again = read_folder(written(first), "corpus", options)
        assert not again.problems
        assert written(again) == written(first)


@given(_TEXTS)
def test_the_body_of_markdown_is_word_for_word(text):
    """Only line ends and the normal form change."""
    (document,) = read_documents(written(imported({"a.md": text})), "corpus")
    assert document.body == unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))


def test_a_file_alone_is_named_once():
    """An import of one file, not of a folder."""
    found = read_folder({"a.md": b"123"}, "docs/a.md")
    assert [problem.where for problem in found.problems] == ["docs/a.md"]


def test_absent_packages_stop_only_what_needs_them(monkeypatch):
    """One problem a kind beside those of other files."""
    monkeypatch.setitem(sys.modules, "mammoth", None)
    assert problems({"a.docx": "x", "b.docx": "x", "c.md": "Текст.", "d.md": "12"})[0] == (
        "docs: 2 DOCX files cannot be read without mammoth; run `make office`"
    )
    assert len(problems({"a.docx": "x", "b.docx": "x", "c.md": "Текст.", "d.md": "12"})) == 2
