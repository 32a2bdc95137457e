"""A folder of files of other tools as documents of the corpus: Markdown with front matter, one a file."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from assay.errors import InputError, Problem, shown
from assay.exchange.documents import front_matter, naming, wikis
from assay.exchange.documents.differences import parted
from assay.exchange.documents.pages import Page, one_line
from assay.exchange.documents.parts import parts
from assay.exchange.documents.readers import lacking, read_page, unread
from assay.exchange.documents.repeats import repeated
from assay.exchange.documents.speech import spoken
from assay.exchange.losses import Loss, Losses
from assay.exchange.records.languages import language_code
from assay.manifest import sha256
from assay.retrieval.documents import read_documents

_SHOWN = 3  # files that are not read, where there are no others
_VERSION = 12  # hex digits of a version made of a text: enough to tell its states apart


@dataclass(frozen=True)
class Options:
    """How a folder is imported.

    Attributes:
        lang: language of texts that do not say theirs; None: by their letters.
        version: version of texts that do not say theirs; None: the begin of the SHA-256 of the file (of a part: of
            its text), so that a changed text has another.
        subject_from_folder: the top folder is the subject of documents that name none.
        split_level: a file with at least two headings of this level becomes one document for each.
        whole_page: HTML pages keep menus and all else that stands around their content.
    """

    lang: str | None = None
    version: str | None = None
    subject_from_folder: bool = False
    split_level: int | None = None
    whole_page: bool = False


@dataclass(frozen=True)
class Written:
    """A document to write: its path below the corpus, its bytes, what it is, and the file that it came from.

    ``made``: its version is made of that file, which states none. A part of a file is ``part`` below the id ``base``.
    """

    path: str
    data: bytes
    doc_id: str
    title: str
    lang: str
    source: str
    made: bool = False
    base: str = ""
    part: str = ""


@dataclass
class Imported:
    """What a folder gives.

    Attributes:
        documents: sorted by path; to be written only where there are no problems.
        losses: what they do not say any more.
        skipped: files that were not read, and why.
        notes: how files were read, where that was a guess.
        problems: every fault of every file.
    """

    documents: list[Written] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def read_folder(files: Mapping[str, bytes], where: str, options: Options | None = None) -> Imported:
    """Read Markdown, text, HTML, DOCX and PDF files; nothing is raised, all faults are in ``problems``.

    Args:
        files: bytes by path below the folder, or of one file by its name.
        where: the name of the folder or of that file for messages.
        options: how.
    """
    options, done, losses = options or Options(), Imported(), Losses()
    done.problems += _faults(options)
    if done.problems:
        return done
    reasons = {path: unread(path, data) for path, data in sorted(files.items())}
    done.skipped = [(path, reason) for path, reason in reasons.items() if reason]
    dumps = (wikis.dump_fault(path, data, _place(where, path)) for path, data in sorted(files.items()))
    done.problems += filter(None, dumps)
    wanted = [path for path, reason in reasons.items() if not reason]
    without = dict(lacking(wanted, where))
    done.problems += without.values()
    for path in wanted:
        if PurePosixPath(path).suffix.lower() not in without:
            _add(done, path, files[path], where, options, losses)
    done.documents.sort(key=lambda document: document.path)
    done.losses = losses.found()
    done.notes += repeated([parted(one.data, one.path).body for one in done.documents])
    done.problems += [*_clashes(done.documents, where), *_invalid(done.documents, where)]
    if not done.documents and not done.problems:
        fix = "give a folder of Markdown, text, HTML, DOCX or PDF files"
        seen = "; ".join(f"{path}: {reason}" for path, reason in done.skipped[:_SHOWN])
        rule = "holds no file that can become a document" + (f" ({seen})" if seen else "")
        done.problems.append(Problem(where, rule, fix))
    return done


def _place(where: str, path: str) -> str:
    """A file for messages; ``where`` may be the file itself."""
    return where if PurePosixPath(where).name == path else f"{where}/{path}"


def _faults(options: Options) -> Iterator[Problem]:
    if options.lang is not None and language_code(options.lang) != options.lang:
        yield Problem("lang", f"{shown(options.lang)} is no language", "write a code such as ru or en")
    if options.version is not None and one_line(options.version) != options.version:
        yield Problem("version", f"is {shown(options.version)}", "write one line of text")
    if options.split_level is not None and options.split_level not in range(1, 7):
        yield Problem("split level", f"is {options.split_level}", "headings have levels 1 to 6")


def _add(done: Imported, path: str, data: bytes, where: str, options: Options, losses: Losses) -> None:
    place = _place(where, path)
    try:
        page = read_page(path, data, place, losses, done.notes, whole_page=options.whole_page)
        if not page.body.strip():
            done.skipped.append((path, page.why))
            return
        level = options.split_level
        found = parts(page.body, level, place, losses) if level else [("", None, page.body)]
        whole = len(found) == 1
        for name, title, body in found:
            source = data if whole else body.encode()
            one = page if whole else replace(page, body=body, ready=False)
            done.documents.append(_written(path, one, name, title, sha256(source)[:_VERSION], place, options))
    except InputError as error:
        done.problems += error.problems


def _written(
    path: str, page: Page, name: str, title: str | None, version: str, place: str, options: Options
) -> Written:
    """One document of a file, or of a part of it that has a name."""
    source, path = path, wikis.named(path)
    base, file = page.values.get("id") or naming.id_of(path), PurePosixPath(path)
    stem = wikis.titled(PurePosixPath(source).stem)
    top = file.parts[0] if options.subject_from_folder and len(file.parts) > 1 else None
    values: dict[str, str | None] = {
        **page.values,
        "id": f"{base}/{name}" if name else base,
        "title": title if name else page.values.get("title") or page.title or one_line(stem),
        "version": page.values.get("version") or options.version or version,
        "lang": page.values.get("lang") or spoken(page.body, page.lang, options.lang),
        "subject": page.values.get("subject") or one_line(top),
        "url": page.values.get("url") or page.url,
    }
    values["title"] = values["title"] or values["id"]
    if not values["lang"]:
        fix = "say it: option lang, or `lang: …` in its front matter"
        raise InputError(Problem(place, "is in a language that its letters do not show", fix))
    same = page.ready and all(values[key] == page.values.get(key) for key in values)
    data = f"{page.front}{page.body}".encode() if same else front_matter.front_bytes(values, page.body)
    target = naming.part_file(path, name) if name else naming.file_of(path)
    made = not (page.values.get("version") or options.version)
    titled = values["title"] or ""
    return Written(target, data, values["id"] or "", titled, values["lang"], source, made, base, name)


def _clashes(documents: list[Written], where: str) -> Iterator[Problem]:
    """Two documents with one id, or in one file."""
    ids: dict[str, Written] = {}
    paths: dict[str, Written] = {}
    for document in documents:
        other = ids.setdefault(document.doc_id, document)
        place = _place(where, document.source)
        if other is not document:
            rule = f"gives the id {document.doc_id!r}, as {_place(where, other.source)} does"
            yield Problem(place, rule, "rename one of them, or give it an id in its front matter")
            continue
        other = paths.setdefault(document.path, document)
        if other is not document:
            rule = f"would be written to {document.path}, as {_place(where, other.source)} would"
            yield Problem(place, rule, "rename one of them")


def _invalid(documents: list[Written], where: str) -> Iterator[Problem]:
    """What the corpus' own reader says of each document, by the file that it came from."""
    for document in documents:
        try:
            read_documents({document.path: document.data}, "corpus")
        except InputError as error:
            for problem in error.problems:
                rule = f"{problem.rule} (as {problem.where})"
                yield Problem(_place(where, document.source), rule, problem.fix)
