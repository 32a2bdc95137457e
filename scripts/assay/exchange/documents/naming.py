"""Names of imported documents: ids and files, made of the path alone, so that other files do not change them."""

import re
import unicodedata
from pathlib import PurePosixPath

from assay.manifest import sha256
from assay.retrieval.documents import SUFFIXES, is_document
from assay.retrieval.outline import Heading, slug

_OTHER = re.compile(r"[^\w.-]+")
_LONGEST = 80  # characters of one part: with two bytes a letter well below what file systems take
_PLACE = re.compile(r"~(\d+)")


def id_of(path: str) -> str:
    """Document id of a file: its path without the suffix, letters and digits of any script kept, the rest hyphens."""
    file = PurePosixPath(unicodedata.normalize("NFC", path))
    return "/".join(_part(name) for name in file.with_suffix("").parts)


def _part(name: str) -> str:
    kept = _OTHER.sub("-", name)
    kept = re.sub(r"\.{2,}", ".", kept).strip("-._")
    # Signs on letters (as Hindi writes vowels) have no place in an id: without the hash two words would be one.
    signs = any(unicodedata.category(character).startswith("M") for character in name)
    return _short(kept, name, marked=signs or not kept)


def _short(part: str, name: str, *, marked: bool = False) -> str:
    if len(part) <= _LONGEST and not marked:
        return part
    return f"{part[: _LONGEST - 9]}-{sha256(name.encode())[:8]}".lstrip("-")


def file_of(path: str) -> str:
    """Markdown file below the corpus that a source becomes; ``README.md``, which is skipped there, is ``README-1.md``."""
    file = PurePosixPath(unicodedata.normalize("NFC", path))
    if file.suffix.lower() not in SUFFIXES:
        file = file.with_suffix(".md")
    return (file if is_document(file.name) else file.with_name(f"{file.stem}-1{file.suffix}")).as_posix()


def part_file(path: str, name: str) -> str:
    """Markdown file below the corpus that a part of a source becomes."""
    return file_of(PurePosixPath(path).with_suffix("").joinpath(f"{name}.md").as_posix())


def part_of(heading: Heading) -> str:
    """Name of a part of a document under a heading: its anchor, the second of equal ones ``name.2``."""
    names = [_PLACE.sub(r".\1", part) for part in (heading.anchor or slug(heading.heading)).split("/")]
    return "/".join(_short(f"section{name[1:]}" if name.startswith("-") else name, name) for name in names)
