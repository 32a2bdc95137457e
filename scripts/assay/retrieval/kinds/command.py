"""A local program of the team's own: topics on its standard input, results on its standard output.

Each line of input is one topic (``assay.retrieval.topics.Topic`` as JSON), each line of output the results of
one (``assay.retrieval.foreign``). The environment variable ``ASSAY_CHUNKS`` names a temporary JSON Lines file
of the snapshot's chunks: ``chunk_id``, ``text``, ``doc_id``, ``doc_version``, ``title``, ``section``, ``lang``,
``subject``, ``url``, ``valid_from``, ``valid_to``. A ``.py`` file runs under this Python, anything else by itself. A
topic that the program leaves out counts as not asked. Nothing is kept unless all of it is right.

The program is one file, or a folder with ``main.py`` or an executable ``main`` and everything that these import
or read: DVC watches just that, so a change of anything else would re-run nothing.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import polars as pl

from assay.errors import InputError, Problem, near, refuse
from assay.retrieval import foreign
from assay.retrieval.contract import Request, Returned
from assay.retrieval.frames import ASKED, ROWS
from assay.retrieval.topics import to_bytes

FIELDS = ("chunk_id", "text", "doc_id", "doc_version", "title", "section", "lang", "subject", "url")
DATES = ("valid_from", "valid_to")
_FIRST, _LAST = 2, 3  # lines of stderr in a message: what it was doing, and the end of a traceback
_WIDTH = 200  # of such a line
# Runs a program as Python does, and writes down which modules it has loaded, however it came to them.
_RECORDED = """
import atexit, json, os, runpy, sys
def tell(place=sys.argv.pop(1)):
    files = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    with open(place, "w", encoding="utf-8") as file:
        json.dump(sorted(os.path.abspath(name) for name in files if name), file)
atexit.register(tell)
sys.argv = sys.argv[1:]
sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
runpy.run_path(sys.argv[0], run_name="__main__")
"""
_PYTHON = {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}


def retrieve(request: Request) -> Returned:
    """What the program finds for the topics.

    Settings: ``input`` (the program or its folder), ``arguments``, ``timeout`` (seconds), ``depth``, ``filter``.

    Raises:
        InputError: the program cannot be started, fails, or is not done in time; it imports what is no part of
            it; its output is not the format, or names queries or chunks that it was not given. With what it
            said on stderr, in short.
    """
    start = _start(Path(request.settings["input"]))
    program = start.as_posix()
    output, said = _run(request, start)
    try:
        found = foreign.read(output, f"output of {program}")
        refuse([*found.problems, *_unknown(request, found)])
    except InputError as error:
        raise InputError([*error.problems, *_stderr(program, said)]) from None
    texts = pl.DataFrame(
        {
            "query_id": [topic.id for topic in request.topics],
            "query_sha256": [topic.sha256 for topic in request.topics],
            "text": [topic.query for topic in request.topics],
        }
    )
    asked = found.asked.join(texts, on="query_id", how="left").with_columns(sent=pl.coalesce("sent", "text"))
    rows = found.rows.with_columns(foreign=pl.lit(value=False), n_chars=pl.lit(None))
    return Returned(
        rows.select(pl.col(name).cast(dtype) for name, dtype in ROWS.items()),
        asked.select(pl.col(name).cast(dtype) for name, dtype in ASKED.items()),
        may_vary=[f"whatever {program} computes"],
    )


def _start(given: Path) -> Path:
    """The file to start."""
    starts = [given, given / "main.py", given / "main"]
    start = next((path for path in starts if path.is_file()), None)
    if start is None:
        fix = "correct input in params.yaml: a program, or a folder with main.py or main"
        raise InputError(Problem(given.as_posix(), "is no program", fix))
    return start


def _unwatched(record: Path, start: Path, given: Path) -> list[Problem]:
    """Modules of the repository that the program has loaded, and that are no part of what DVC watches."""
    loaded = [Path(name) for name in json.loads(record.read_bytes())] if record.is_file() else []
    here, installed = Path.cwd(), Path(sys.prefix)
    own = [path for path in loaded if path.is_relative_to(here) and not path.is_relative_to(installed)]
    fix = "put it with the program into one folder, the program as main.py, and name the folder as input"
    return [
        Problem(start.as_posix(), f"imports {near(path)}, which is no part of its input", fix)
        for path in own
        if not path.is_relative_to(given.absolute())
    ]


def _unknown(request: Request, found: foreign.Foreign) -> list[Problem]:
    topics = {topic.id for topic in request.topics}
    strange = [query for query in found.places if query not in topics]
    rows = found.rows.join(request.chunks, on="chunk_id", how="anti", maintain_order="left")
    rule = f"{{}} not in snapshot {request.card['name']!r}"
    return [
        *(
            Problem(found.places[query], "is no topic it was given", "return ids as given")
            for query in strange
        ),
        *found.name(rows, rule, "return chunk_id as in the file $ASSAY_CHUNKS"),
    ]


def _stderr(program: str, said: bytes) -> list[Problem]:
    lines = [_plain(line) for line in said.decode("utf-8", "replace").strip().splitlines()]
    if len(lines) > _FIRST + _LAST:
        lines[_FIRST:-_LAST] = ["…"]
    return [Problem(f"stderr of {program}", " | ".join(lines))] if lines else []


def _plain(line: str) -> str:
    """A line that does nothing to a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in line[:_WIDTH])


def _run(request: Request, start: Path) -> tuple[bytes, bytes]:
    """Standard output and error of the program; files, not pipes, so that no child can block the end."""
    program, seconds = start.as_posix(), request.settings["timeout"]
    with tempfile.TemporaryDirectory(prefix="assay-") as folder:
        place = Path(folder)
        (place / "topics.jsonl").write_bytes(to_bytes(request.topics))
        request.chunks.select(*FIELDS, pl.col(DATES).cast(pl.String)).write_ndjson(place / "chunks.jsonl")
        code = _execute(request, start, place)
        said = (place / "stderr").read_bytes()
        if code is None:
            raise InputError(
                [Problem(program, f"was stopped after {seconds} s", "raise timeout"), *_stderr(program, said)]
            )
        if code != 0:
            how = f"signal {-code}" if code < 0 else f"exit code {code}"
            raise InputError([Problem(program, f"ended with {how}", "mend it"), *_stderr(program, said)])
        refuse(_unwatched(place / "modules", start, Path(request.settings["input"])))
        return (place / "stdout").read_bytes(), said


def _execute(request: Request, program: Path, place: Path) -> int | None:
    recorded = [sys.executable, "-c", _RECORDED, str(place / "modules"), str(program)]
    command = recorded if program.suffix == ".py" else [str(program.resolve())]
    given = {"ASSAY_CHUNKS": str(place / "chunks.jsonl"), **_PYTHON}
    with (
        (place / "topics.jsonl").open("rb") as topics,
        (place / "stdout").open("wb") as output,
        (place / "stderr").open("wb") as said,
    ):
        try:
            process = subprocess.Popen(
                [*command, *request.settings["arguments"]],
                stdin=topics,
                stdout=output,
                stderr=said,
                env={**{name: os.environ[name] for name in os.environ if name != "PYTHONPATH"}, **given},
                start_new_session=True,
            )
        except OSError as error:
            fix = "make it executable (chmod +x), or check its first line"
            raise InputError(Problem(str(program), f"cannot be started ({error.strerror})", fix)) from None
        try:
            return process.wait(request.settings["timeout"])
        except subprocess.TimeoutExpired:
            return None
        finally:
            # The whole session: children it left behind, too.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
