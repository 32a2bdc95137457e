"""What imports wrote into a corpus, kept beside it in Git: so that later ones know what people changed since."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from assay.errors import RESTORE, Problem, refuse
from assay.exchange.documents.front_matter import KEYS
from assay.jsonl import dump_row, read_all
from assay.manifest import sha256

RECORD = ".imported"  # below the source of the documents; hidden files are none


@dataclass(frozen=True)
class Entry:
    """A document as its file gave it.

    Attributes:
        origin: name of the folder or file that was imported.
        front: what the import stated, text by key.
        body: SHA-256 of its text.
    """

    origin: str
    front: Mapping[str, str]
    body: str


def entry(origin: str, front: Mapping[str, str], body: str) -> Entry:
    """The entry of a document with this text."""
    return Entry(origin, dict(front), sha256(body.encode()))


def parse_record(data: bytes, where: str) -> dict[str, Entry]:
    """Entries by path below the folder of the record.

    Raises:
        InputError: every line that is no entry; two lines of one document.
    """
    rows, problems = read_all(data, where)
    found: dict[str, Entry] = {}
    for row in rows:
        place, value = f"{where}:{row.line}", row.value
        if not {"path", "from", "body"} <= value.keys() or not all(
            isinstance(one, str) for one in value.values()
        ):
            problems.append(Problem(place, "says not what an import wrote", RESTORE))
            continue
        if value["path"] in found:
            problems.append(Problem(place, f"is the second line of {value['path']}", "keep one of them"))
        front = {key: value[key] for key in KEYS if key in value}
        found[value["path"]] = Entry(value["from"], front, value["body"])
    refuse(problems)
    return found


def record_bytes(entries: Mapping[str, Entry]) -> bytes:
    """One line a document, sorted by path: branches that import other documents merge."""
    return "".join(f"{dump_row(_row(path, one))}\n" for path, one in sorted(entries.items())).encode()


def _row(path: str, one: Entry) -> dict[str, str]:
    front = {key: one.front[key] for key in KEYS if key in one.front}
    return {"path": path, "from": one.origin, **front, "body": one.body}


def origins(entries: Mapping[str, Entry], name: str, paths: Iterable[str]) -> set[str]:
    """Names under which the same folder was imported before.

    A folder may be named by its date: one that gave documents of which at least half come again is the same.

    Args:
        entries: what is on record.
        name: of the folder or file that is imported now.
        paths: documents that it gives.
    """
    here, all_of = set(paths), dict[str, list[str]]()
    for path, one in entries.items():
        all_of.setdefault(one.origin, []).append(path)
    again = {origin for origin, of in all_of.items() if 2 * len(here.intersection(of)) >= len(of)}
    return again | {name}
