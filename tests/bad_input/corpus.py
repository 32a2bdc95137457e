"""Documents and ready-made chunks that are broken."""

import shutil

from pipeline import write_rows

from .ground import ID_RULE, MARKER, D, data, everywhere, front

CORPUS = {
    "empty corpus": (
        lambda top: (shutil.rmtree(top / "corpus"), (top / "corpus").mkdir()),
        everywhere(
            "corpus: holds no documents; add Markdown files, or check the path",
            "corpus check",
            "snapshot@fine",
            "gold check",
        ),
    ),
    "duplicate document id": (
        front("id: sofas", "id: returns", "sofas"),
        everywhere(
            "corpus/sofas.md: id 'returns' is also that of corpus/returns.md; rename one of them",
            "corpus check",
            "snapshot@fine",
            "gold check",
        ),
    ),
    "valid_to before valid_from": (
        front("valid_from", "valid_to: 2026-02-28\nvalid_from"),
        everywhere(
            f"{D}:6 valid_to: 2026-02-28 is before valid_from 2026-03-01; swap them, or mend one",
            "corpus check",
            "snapshot@fine",
        ),
    ),
    **{
        f"document id {name}": (
            front("id: returns", f"id: {name}"),
            everywhere(f"{D}:2 id: {name!r} is no document id; {ID_RULE}", "corpus check", "snapshot@fine"),
        )
        for name in ("../returns", "a/../b", "returns#term", "/returns")
    },
    "encoding of a document": (
        data(lambda file: b"\xef\xbb\xbf" + file.replace(b"\n", b"\r\n") + b"\xff", D),
        everywhere(
            [
                f"{D}:1: starts with a byte order mark; save it as UTF-8 without BOM",
                f"{D}:1: has CR line ends; save it with LF line ends",
                f"{D}:13: is not UTF-8; save it as UTF-8",
            ],
            "corpus check",
            "snapshot@fine",
        ),
    ),
    "conflict markers in a document": (
        data(lambda file: file + b"<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n", D),
        everywhere([f"{D}:{line}: {MARKER}" for line in (13, 17)], "corpus check", "snapshot@fine"),
    ),
    "empty document": (
        data(lambda _: b"", D),
        everywhere(
            f"{D}:1: has no front matter; begin the file with a line ---", "corpus check", "snapshot@fine"
        ),
    ),
    "links that would be left out": (
        lambda top: ((top / "corpus/a.md").symlink_to("a.md"), (top / "corpus/all").symlink_to("..")),
        everywhere(
            [
                "corpus/a.md: is a link that leads nowhere; put what is meant in its place",
                "corpus/all: is a linked folder; put what is meant in its place",
            ],
            "corpus check",
            "snapshot@fine",
            "gold check",
        ),
    ),
    "all faults of all documents at once": (
        lambda top: (front("lang: en", "lang: English")(top), front("id: sofas", "id: a b", "sofas")(top)),
        everywhere(
            [
                f"{D}:5 lang: 'English' is no language; write a code such as ru or en",
                f"corpus/sofas.md:2 id: 'a b' is no document id; {ID_RULE}",
            ],
            "corpus check",
            "snapshot@fine",
        ),
    ),
    **{
        f"ready-made chunk of document {name}": (
            lambda top, name=name: write_rows(
                top / "cut/chunks.jsonl", [{"chunk_id": "a", "text": "x", "doc_id": name}]
            ),
            everywhere(
                f"cut/chunks.jsonl:1 a: doc_id {name!r} is no document id; use printable characters, no '#', no '..' and no '/' in front",
                "corpus check cut",
                "snapshot@cut",
            ),
        )
        for name in ("../a", "a#b", "/a")
    },
    "ready-made chunks, one of them half a line": (
        data(
            lambda _: b'{"chunk_id": "a"}\n{"chunk_id": "b", "te\n{"chunk_id": "c", "text": " "}\n',
            "cut/chunks.jsonl",
        ),
        everywhere(
            [
                "cut/chunks.jsonl:1 a: text is missing; add it",
                "cut/chunks.jsonl:2: is not JSON at column 19 (Unterminated string starting at); mend the line",
                "cut/chunks.jsonl:3 c: text is empty; write it, or remove the chunk",
            ],
            "corpus check cut",
            "snapshot@cut",
        ),
    ),
    "ready-made chunks of no ids and texts": (
        data(lambda _: b'{"chunk_id": 7, "text": ""}\n{"chunk_id": "b", "text": " "}\n', "cut/chunks.jsonl"),
        everywhere(
            [
                "cut/chunks.jsonl:1: chunk_id is 7, must be a text; put it in quotes",
                "cut/chunks.jsonl:2 b: text is empty; write it, or remove the chunk",
            ],
            "corpus check cut",
            "snapshot@cut",
        ),
    ),
}
