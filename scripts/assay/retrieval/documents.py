"""Documents of the corpus: Markdown files with YAML front matter."""

import datetime as dt
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import PurePosixPath
from typing import Any

from assay.errors import InputError, Problem, refuse, shown
from assay.manifest import sha256
from assay.params import reason
from assay.retrieval.outline import Heading, outline
from assay.retrieval.records import LANGUAGE, as_date

REQUIRED = ("id", "title", "version", "lang")
OPTIONAL = ("subject", "valid_from", "valid_to", "url")
ID = re.compile(r"[^\W_][\w.-]*(?:/[^\W_][\w.-]*)*")
ID_RULE = "letters, digits, '.', '_' and '-', parts joined by '/', each begun by a letter or digit, no '..'"
SUFFIXES = (".md", ".markdown")
_FRONT = re.compile(r"---\n(.*?)^---(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_CONFLICT = re.compile(r"(?:<{7}|>{7})(?: .*)?")


@dataclass(frozen=True)
class Document:
    """One text and what its front matter says; ``sha256`` is of the file, ``body`` what follows ``---``.

    ``folder`` is the top folder of its file below the source, None where it lies in none.
    """

    doc_id: str
    doc_version: str
    title: str
    lang: str
    subject: str | None
    valid_from: dt.date | None
    valid_to: dt.date | None
    url: str | None
    folder: str | None
    sha256: str
    body: str
    outline: list[Heading] = field(repr=False)


@dataclass(frozen=True)
class _Front:
    values: dict[str, Any]
    text: str
    where: str

    def place(self, key: str) -> str:
        """``file:line key``; the line of the opening ``---`` where the key is absent."""
        match = re.search(rf"^['\"]?{re.escape(key)}['\"]?[ \t]*:", self.text, re.MULTILINE)
        line = self.text.count("\n", 0, match.start()) + 2 if match else 1
        return f"{self.where}:{line} {key}"


def is_document(path: str) -> bool:
    """Whether a file of the corpus is a document: Markdown, no README, not hidden."""
    file = PurePosixPath(path)
    hidden = any(part.startswith(".") for part in file.parts)
    return file.suffix.lower() in SUFFIXES and file.stem.lower() != "readme" and not hidden


def read_documents(files: Mapping[str, bytes], where: str) -> list[Document]:
    """Parse all documents of a corpus, sorted by id.

    Args:
        files: bytes by path below the corpus folder.
        where: the folder's name for messages.

    Raises:
        InputError: no documents; and of every file at once: not UTF-8, byte order mark, CR, not NFC,
            conflict markers, control characters, front matter that is absent, not closed, no YAML, with unknown, missing or
            wrong keys, an empty body, an id twice.
    """
    problems: list[Problem] = []
    found: list[tuple[str, Document]] = []
    for path, data in sorted(files.items()):
        if is_document(path):
            try:
                found.append((f"{where}/{path}", _document(path, data, where)))
            except InputError as error:
                problems += error.problems
    if not found and not problems:
        raise InputError(Problem(where, "holds no documents", "add Markdown files, or check the path"))
    problems += _same_ids(found)
    refuse(problems)
    return sorted((document for _, document in found), key=lambda document: document.doc_id)


def _same_ids(found: list[tuple[str, Document]]) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for path, document in found:
        other = first.setdefault(document.doc_id, path)
        if other != path:
            yield Problem(path, f"id {document.doc_id!r} is also that of {other}", "rename one of them")


def _document(path: str, data: bytes, top: str) -> Document:
    where, (*folders, _) = f"{top}/{path}", PurePosixPath(path).parts
    text, problems = _text(data, where)
    try:
        front, body = _split(text, where)
    except InputError as error:
        raise InputError(problems + error.problems) from None
    problems += _key_problems(front)
    values = {key: _value(front, key, problems) for key in (*REQUIRED, *OPTIONAL)}
    dates = {key: _date(front, key, values.pop(key), problems) for key in ("valid_from", "valid_to")}
    problems += _rule_problems(front, values, dates)
    if not body.strip():
        problems.append(Problem(where, "has no text after the front matter", "write it, or remove the file"))
    refuse(problems)
    return Document(
        doc_id=values["id"] or "",
        doc_version=values["version"] or "",
        title=values["title"] or "",
        lang=values["lang"] or "",
        subject=values["subject"],
        valid_from=dates["valid_from"],
        valid_to=dates["valid_to"],
        url=values["url"],
        folder=folders[0] if folders else None,
        sha256=sha256(data),
        body=body,
        outline=outline(body),
    )


def _text(data: bytes, where: str) -> tuple[str, list[Problem]]:
    problems = []
    if data.startswith(b"\xef\xbb\xbf"):
        mark = "starts with a byte order mark"
        problems.append(Problem(f"{where}:1", mark, "save it as UTF-8 without BOM"))
        data = data[3:]
    if b"\r" in data:
        line = data.count(b"\n", 0, data.index(b"\r")) + 1
        problems.append(Problem(f"{where}:{line}", "has CR line ends", "save it with LF line ends"))
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problems.append(Problem(f"{where}:{line}", "is not UTF-8", "save it as UTF-8"))
        raise InputError(problems) from None
    plain = _CONTROL.sub(" ", text)  # so that YAML does not complain of them again
    normal = unicodedata.is_normalized("NFC", text)
    if plain != text or not normal or "<<<<<<<" in text or ">>>>>>>" in text:
        problems += _line_problems(text, where, normal=normal)  # slow, and nearly every file is sound
    return plain, problems


def _line_problems(text: str, where: str, *, normal: bool) -> Iterator[Problem]:
    for number, row in enumerate(text.split("\n"), 1):
        place = f"{where}:{number}"
        if not normal and not unicodedata.is_normalized("NFC", row):
            normal = True  # the first line stands for all
            yield Problem(place, "is not in Unicode normal form C", "normalise the file to NFC")
        if _CONFLICT.fullmatch(row):
            yield Problem(place, "is a conflict marker of a merge", "resolve the conflict")
        for character in sorted(set(_CONTROL.findall(row))):
            yield Problem(place, f"holds a control character (U+{ord(character):04X})", "remove it")


def _split(text: str, where: str) -> tuple[_Front, str]:
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    if not text.startswith("---\n"):
        raise InputError(Problem(f"{where}:1", "has no front matter", "begin the file with a line ---"))
    match = _FRONT.match(text)
    if not match:
        raise InputError(
            Problem(f"{where}:1", "front matter has no closing ---", "add the line after the last key")
        )
    try:
        values = _yaml().load(match[1])
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 2 if error.problem_mark else 1
        raise InputError(
            Problem(f"{where}:{line}", f"front matter is not YAML ({reason(error.problem)})", "mend the line")
        ) from None
    except (YAMLError, RecursionError) as error:
        raise InputError(Problem(where, f"front matter is not YAML ({reason(error)})", "mend it")) from None
    if not isinstance(values, dict):
        raise InputError(
            Problem(f"{where}:2", "front matter is no table of keys", f"it needs {', '.join(REQUIRED)}")
        )
    return _Front(values, match[1], where), text[match.end() :]


@cache
def _yaml() -> Any:
    """YAML 1.2 whose numbers, dates and booleans stay text: an id ``007`` and a version ``1.10`` as written."""
    from ruamel.yaml import YAML
    from ruamel.yaml.constructor import SafeConstructor

    class TextConstructor(SafeConstructor):
        pass

    for tag in ("int", "float", "bool", "timestamp"):
        TextConstructor.add_constructor(f"tag:yaml.org,2002:{tag}", SafeConstructor.construct_yaml_str)
    yaml = YAML(typ="safe")
    yaml.Constructor = TextConstructor
    return yaml


def _key_problems(front: _Front) -> Iterator[Problem]:
    known = (*REQUIRED, *OPTIONAL)
    for key in front.values:
        if key not in known:
            yield Problem(front.place(str(key)), "is no key of a document", f"use {', '.join(known)}")
    for key in REQUIRED:
        if front.values.get(key) in (None, ""):
            yield Problem(front.place(key), "is missing", "add it to the front matter")


def _value(front: _Front, key: str, problems: list[Problem]) -> str | None:
    value = front.values.get(key)
    if value is None or value == "":
        return None
    if not isinstance(value, str) or not value.isprintable() or value != value.strip():
        problems.append(Problem(front.place(key), f"is {shown(value)}", "write one line of text"))
        return None
    return value


def _date(front: _Front, key: str, value: str | None, problems: list[Problem]) -> dt.date | None:
    date = as_date(value) if value else None
    if value and date is None:
        problems.append(Problem(front.place(key), f"{shown(value)} is no date", "write it as 2026-03-01"))
    return date


def _rule_problems(
    front: _Front, values: dict[str, str | None], dates: dict[str, dt.date | None]
) -> Iterator[Problem]:
    doc_id, lang = values["id"], values["lang"]
    if doc_id and (".." in doc_id or not ID.fullmatch(doc_id)):
        yield Problem(front.place("id"), f"{shown(doc_id)} is no document id", f"use {ID_RULE}")
    if lang and not LANGUAGE.fullmatch(lang):
        yield Problem(front.place("lang"), f"{shown(lang)} is no language", "write a code such as ru or en")
    first, last = dates["valid_from"], dates["valid_to"]
    if first and last and last < first:
        yield Problem(
            front.place("valid_to"), f"{last} is before valid_from {first}", "swap them, or mend one"
        )
