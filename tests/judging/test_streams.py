import json
import os
import subprocess
import sys

import pytest

import pipeline
from conftest import ROOT

from .ground import ODD, current, jsonl, taken_down
from .told import WRONG_TYPED

PLAIN = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
LATIN = {"PYTHONIOENCODING": "latin-1"}
VERDICT = {
    "claim_id": "C-017-1",
    "attachment": "not_attached",
    "attachment_reason": "метка относится к другому",
    "support": "unsupported",
    "support_reason": "p04 исключает распродажу",
    "evidence": ["p04"],
    "contradicts": True,
}


def start(top, *words, closed=None, **environment):
    """A real process; without standard input (0), or with an output that nobody reads (1)."""
    read, write = os.pipe()
    if closed == 1:
        os.close(read)
    process = subprocess.Popen(
        [sys.executable, "-m", "assay", *words],
        cwd=top,
        env={**pipeline.environment(ROOT), **environment},
        stdin=subprocess.PIPE if closed != 0 else None,
        stdout=write if closed == 1 else subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=(lambda: os.close(0)) if closed == 0 else None,  # noqa: PLW1509  # it does nothing else
    )
    os.close(write)
    if closed != 1:
        os.close(read)
    return process


def ended(process, told=None):
    """Exit code, output and errors, which are UTF-8."""
    out, said = process.communicate(told.encode() if isinstance(told, str) else told)
    return process.returncode, (out or b"").decode(), said.decode()


@pytest.fixture
def top(russian):
    """Ada has the claims of one answer, in a repository whose language is Russian."""
    taken_down("A-017")
    return russian


def test_whatever_the_locale_says_all_is_utf_8(top):
    """What is read and what is printed: in a talk, and as lines of JSON."""
    verdict = jsonl({**VERDICT, "claim_id": "C-017-2"})
    talks = [start(top, "evidence", "judge", "A-017", "C-017-1", "--ask", **LATIN)]
    code, out, said = ended(talks[0], WRONG_TYPED)
    assert (code, said, "Связал ли ответ с ним цитату?" in out) == (0, "", True)
    calls = [
        (start(top, "evidence", "judge", "A-017", "--jsonl", "-", **PLAIN), verdict),
        (start(top, "evidence", "new", "A-020", "--no-ask", **LATIN), None),
        (start(top, "evidence", "new", "A-020", "--no-ask", **PLAIN), None),
    ]
    (read, one, other) = [ended(*call) for call in calls]
    assert (read[0], "записано в evidence/claims" in read[2]) == (0, True)
    assert one == other
    assert json.loads(one[1].splitlines()[0])["quote"][0]["text"] in ODD
    rows = current(top)
    assert [rows[f"C-017-{number}"]["support_reason"] for number in (1, 2)] == [
        "p04 исключает распродажу"
    ] * 2


def test_names_of_files_are_found_in_any_locale(top):
    """Python reads them as UTF-8, as Git gives them."""
    (top / "corpus/refunds.md").rename(top / "corpus/возврат денег.md")
    code, out, said = ended(start(top, "gold", "add", "--find", "приняли на складе", **PLAIN))
    assert (code, "приняли на складе" in out) == (0, True), said


def test_closed_standard_input_is_one_message(top):
    """Of every command that reads it."""
    reads = [
        *(("evidence", verb, "A-017", "--jsonl", "-") for verb in ("judge", "new")),
        ("evidence", "edit", "A-017", "--why", "два утверждения", "--jsonl", "-"),
        ("gold", "passage", "add", "--doc", "returns", "--id", "returns#x", "--quote", "-"),
    ]
    done = [ended(process) for process in [start(top, *words, closed=0) for words in reads]]
    fix = "standard input: is closed; pipe into it what is to be read, or name a file\n"
    assert done == [(1, "", fix)] * len(reads)
    code, _, said = ended(start(top, "init", str(top / "new"), "--ask", closed=0))
    assert (code, "Nobody can be asked: standard input or output is closed." in said) == (2, True)


def test_an_output_that_nobody_reads_is_no_traceback(top):
    """As behind `| head`; what was typed in a talk is kept."""
    words = [("evidence", "list"), ("evidence", "new", "A-020", "--no-ask"), ("--help",)]
    assert [ended(process) for process in [start(top, *one, closed=1) for one in words]] == [(1, "", "")] * 3


def test_what_is_typed_and_is_not_utf_8_ends_the_talk(top):
    """What was typed before is kept."""
    code, out, said = ended(start(top, "evidence", "judge", "A-017", "--ask"), b"1\n\xff\xfe\n")
    assert (code, said) == (1, "стандартный ввод: не в UTF-8; закончился; решённое до этого сохранено\n")
    assert '{"claim_id": "C-017-1", "attachment": "attached"}' in out


def test_a_reviewer_whose_name_is_not_utf_8_is_told(top):
    """In one message; by another name all goes on."""
    with (top / ".git/config").open("ab") as file:
        file.write(b"[user]\n\tname = \xcf\xf0\xe8\n")
    words = ("evidence", "judge", "A-017", "--jsonl", "-")
    (refused, read) = [
        ended(process, jsonl(VERDICT))
        for process in (start(top, *words), start(top, *words, "--by", "Ада Пример"))
    ]
    assert refused[:2] == (1, "")
    assert refused[2].startswith("git config user.name: is not UTF-8; set it anew")
    assert (read[0], "дальше: `assay evidence judge A-017 --by 'Ада Пример'`" in read[2]) == (0, True)
