import datetime as dt
import hashlib
import unicodedata

import pytest

from assay.errors import InputError
from assay.retrieval.documents import ID_RULE, is_document, read_documents


def faults(files):
    with pytest.raises(InputError) as caught:
        read_documents(files, "corpus")
    return str(caught.value).splitlines()


def test_a_document_is_its_front_matter_and_body(make):
    """The body is what follows the closing line, nothing stripped; the hash is of the whole file."""
    data = make.markdown(
        "\n# Возврат\n\nТекст.\n\n",
        id="returns/final-sale",
        title="Возврат: что и как".join("''"),
        lang="ru",
        subject="furniture",
        valid_from='"2026-03-01"',
        valid_to="2026-10-31",
        url="/help/returns",
    )
    (document,) = read_documents({"returns.md": data}, "corpus")
    assert document.doc_id == "returns/final-sale"
    assert document.title == "Возврат: что и как"
    assert document.body == "\n# Возврат\n\nТекст.\n\n"
    assert (document.valid_from, document.valid_to) == (dt.date(2026, 3, 1), dt.date(2026, 10, 31))
    assert (document.subject, document.url) == ("furniture", "/help/returns")
    assert document.sha256 == hashlib.sha256(data).hexdigest()
    assert [mark.heading for mark in document.outline] == ["Возврат"]


def test_numbers_stay_as_they_are_written(make):
    """An id 007 and a version 1.10 are texts, also without quotes; null is absent."""
    (document,) = read_documents({"a.md": make.markdown(id="007", version="1.10", subject="null")}, "corpus")
    assert (document.doc_id, document.doc_version, document.subject) == ("007", "1.10", None)


def test_documents_come_sorted_by_id(make):
    """Whatever the folder, order is by id."""
    files = {"a.md": make.markdown(id="z"), "z/b.md": make.markdown(id="a"), "README.md": b"not one"}
    assert [document.doc_id for document in read_documents(files, "corpus")] == ["a", "z"]


def test_the_folder_is_the_top_one_below_the_source(make):
    """None for a file that lies in none."""
    paths = ("a.md", "returns/b.md", "returns/old/c.md")
    files = {path: make.markdown(id=f"{n}") for n, path in enumerate(paths)}
    made = read_documents(files, "data/corpus")
    assert [document.folder for document in made] == [None, "returns", "returns"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.md", True),
        ("x/A.MD", True),
        ("README.md", False),
        ("x/readme.md", False),
        (".git/a.md", False),
        ("a.png", False),
    ],
)
def test_which_files_are_documents(path, expected):
    """Markdown that is no README and not hidden."""
    assert is_document(path) is expected


def test_an_empty_corpus_is_an_error():
    """A wrong path must not become an empty snapshot."""
    assert faults({"README.md": b""}) == ["corpus: holds no documents; add Markdown files, or check the path"]


def test_control_characters_are_named(make):
    """Beside all else that is wrong with the file; YAML does not complain of them again."""
    data = make.markdown("# T\n\n30\0\x0b\0 дней.\n\tТабуляция\n\x85\n", lang="Russian", title="a\x07b")
    line = data[: data.index(b"30\0")].count(b"\n") + 1
    assert faults({"x.md": data}) == [
        "corpus/x.md:3: holds a control character (U+0007); remove it",
        f"corpus/x.md:{line}: holds a control character (U+0000); remove it",
        f"corpus/x.md:{line}: holds a control character (U+000B); remove it",
        f"corpus/x.md:{line + 2}: holds a control character (U+0085); remove it",
        "corpus/x.md:5 lang: 'Russian' is no language; write a code such as ru or en",
    ]
    assert faults({"x.md": b"\xef\xbb\xbfa\0\n"}) == [
        "corpus/x.md:1: starts with a byte order mark; save it as UTF-8 without BOM",
        "corpus/x.md:1: holds a control character (U+0000); remove it",
        "corpus/x.md:1: has no front matter; begin the file with a line ---",
    ]


def test_an_id_twice_names_both_files(make):
    """Ids are unique in the whole corpus."""
    files = {"a.md": make.markdown(), "b/c.md": make.markdown()}
    assert faults(files) == ["corpus/b/c.md: id 'returns' is also that of corpus/a.md; rename one of them"]


BAD_ID = f"is no document id; use {ID_RULE}"
KEYS = "id, title, version, lang, subject, valid_from, valid_to, url"


@pytest.mark.parametrize(
    ("front", "message"),
    [
        ({"id": "../x"}, f"2 id: '../x' {BAD_ID}"),
        ({"id": "a..b"}, f"2 id: 'a..b' {BAD_ID}"),
        ({"id": "/a"}, f"2 id: '/a' {BAD_ID}"),
        ({"id": "'a#b'"}, f"2 id: 'a#b' {BAD_ID}"),
        ({"id": "a//b"}, f"2 id: 'a//b' {BAD_ID}"),
        ({"id": "a b"}, f"2 id: 'a b' {BAD_ID}"),
        ({"id": "[a]"}, "2 id: is ['a']; write one line of text"),
        ({"title": '"a\\nb"'}, "3 title: is 'a\\nb'; write one line of text"),
        ({"title": None}, "1 title: is missing; add it to the front matter"),
        ({"version": ""}, "4 version: is missing; add it to the front matter"),
        ({"lang": "Russian"}, "5 lang: 'Russian' is no language; write a code such as ru or en"),
        ({"valid_from": "01.03.2026"}, "6 valid_from: '01.03.2026' is no date; write it as 2026-03-01"),
        ({"valid_from": "20260301"}, "6 valid_from: '20260301' is no date; write it as 2026-03-01"),
        ({"valid_to": "2026-02-30"}, "6 valid_to: '2026-02-30' is no date; write it as 2026-03-01"),
        (
            {"valid_from": "2026-03-01", "valid_to": "2026-02-28"},
            "7 valid_to: 2026-02-28 is before valid_from 2026-03-01; swap them, or mend one",
        ),
        ({"author": "x"}, f"6 author: is no key of a document; use {KEYS}"),
    ],
)
def test_wrong_front_matter_is_named_with_its_line(make, front, message):
    """File, line, key, rule and what to do."""
    assert faults({"a.md": make.markdown(**front)}) == [f"corpus/a.md:{message}"]


@pytest.mark.parametrize(
    ("data", "messages"),
    [
        (b"# Text\n", ["corpus/a.md:1: has no front matter; begin the file with a line ---"]),
        (
            b"---\nid: a\n",
            ["corpus/a.md:1: front matter has no closing ---; add the line after the last key"],
        ),
        (
            b"---\n- a\n---\n",
            ["corpus/a.md:2: front matter is no table of keys; it needs id, title, version, lang"],
        ),
        (
            b"---\nid: [a\n---\ntext\n",
            ["corpus/a.md:3: front matter is not YAML (did not find expected ',' or ']'); mend the line"],
        ),
        (
            b"---\nid: a\nid: b\n---\ntext\n",
            ['corpus/a.md:3: front matter is not YAML (found duplicate key "id"); mend the line'],
        ),
        (b"---\nid: a\n---\n\xff\n", ["corpus/a.md:4: is not UTF-8; save it as UTF-8"]),
    ],
)
def test_files_that_cannot_be_read(data, messages):
    """No front matter, not closed, no YAML, not UTF-8."""
    assert faults({"a.md": data}) == messages


def test_faults_of_the_encoding(make):
    """Byte order mark, CR, decomposed letters and conflict markers are all named at once."""
    decomposed = unicodedata.normalize("NFD", "Ёлка").encode()
    data = (
        b"\xef\xbb\xbf"
        + make.markdown().replace(b"\n", b"\r\n")
        + decomposed
        + b"\n<<<<<<< HEAD\n=======\n>>>>>>> a\n"
    )
    assert faults({"a.md": data}) == [
        "corpus/a.md:1: starts with a byte order mark; save it as UTF-8 without BOM",
        "corpus/a.md:1: has CR line ends; save it with LF line ends",
        "corpus/a.md:8: is not in Unicode normal form C; normalise the file to NFC",
        "corpus/a.md:9: is a conflict marker of a merge; resolve the conflict",
        "corpus/a.md:11: is a conflict marker of a merge; resolve the conflict",
    ]


def test_a_document_without_text_is_an_error(make):
    """White space is no text."""
    message = "corpus/a.md: has no text after the front matter; write it, or remove the file"
    assert faults({"a.md": make.markdown("\n \n")}) == [message]


def test_all_faults_of_all_files_come_at_once(make):
    """Nobody has to run it once a fault."""
    files = {
        "a.md": make.markdown(id="../a", lang="??"),
        "b.md": b"nothing",
        "c.md": make.markdown(id="same"),
        "d.md": make.markdown(id="same"),
    }
    assert [message.split(":")[0] for message in faults(files)] == [
        "corpus/a.md",
        "corpus/a.md",
        "corpus/b.md",
        "corpus/d.md",
    ]
