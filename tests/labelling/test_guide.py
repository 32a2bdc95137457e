import os
import pty
import select
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from assay.labelling.cli import add, edit
from conftest import ROOT

from .ground import QUERIES, did, files, gold, run

# Question, id, type, as of, subject; a set of two passages: found words, then sentences; why, why; rationale,
# answer; a claim and its passages; reviewers; write.
TOLD = (
    "Сколько дней на возврат в праздники?\n\nmulti_condition\n2026-01-05\n\n"
    "+\n30 дней\n2\n1\nд\n2\n2\n1\n\n\n"
    "Срок.\nДобавка.\nВместе дают ответ.\n33 дня.\n33 дня в праздники.\n1 2\n\n\n\n"
)


def test_a_question_is_told_in_russian(russian):
    """Documents are read and searched, known passages keep their ids, the person is the reviewer."""
    out = did(add, "--ask", told=TOLD)
    assert gold(russian)["q-4"] == {
        **QUERIES[0],
        "id": "q-4",
        "query": "Сколько дней на возврат в праздники?",
        "type": "multi_condition",
        "as_of": "2026-01-05",
        "evidence_sets": [["returns#term", "holidays#more"]],
        "why": {"returns#term": "Срок.", "holidays#more": "Добавка."},
        "rationale": "Вместе дают ответ.",
        "expected_answer": "33 дня.",
        "claims": [
            {"id": "c1", "text": "33 дня в праздники.", "passages": ["returns#term", "holidays#more"]}
        ],
        "found_by": "text_find",
        "reviewed_by": ["Ада Пример"],
    }
    assert "уже размечен как returns#term" in out
    assert " !" not in out
    assert out.index("holidays @2 › Сроки") < out.index("returns @2 › Срок возврата")


def test_a_name_that_is_not_utf_8_ends_no_talk(top):
    """Nobody is proposed as the reviewer then; all that was told is written."""
    with (top / ".git/config").open("ab") as file:
        file.write(b"[user]\n\tname = \xcf\xf0\xe8\n")
    did(add, "--ask", told=TOLD)
    assert (gold(top)["q-4"]["expected_answer"], gold(top)["q-4"]["reviewed_by"]) == ("33 дня.", None)


def test_a_new_passage_is_asked_for_its_id(top):
    """Words typed from a section; an id that is taken is asked for again."""
    told = "How long?\n\n\n\n\n+\n1\n2\nGoods can\nreturns#term\nbad id\nhelp#goods\n\n\n\n\n\n\n-\n\n"
    out = did(add, "--ask", told=told)
    assert gold(top)["q-4"]["evidence_sets"] == [["help#goods"]]
    assert gold(top)["q-4"]["status"] == "unreviewed"
    assert gold(top)["q-4"]["found_by"] == "browse"
    assert gold(top, "passages")["help#goods"]["text"] == "Goods can"
    assert "! the id returns#term is already used" in out
    assert "without spaces" in out


@pytest.mark.parametrize(("typed", "ids"), [("", ["q-4", "q-5"]), ("q-4", ["q-4"])])
def test_an_id_that_was_offered_is_another_one_where_it_is_taken_meanwhile(top, monkeypatch, typed, ids):
    """One that was typed is not."""
    from assay.labelling.guide import Guide

    finish = Guide.finish

    def slowly(guide):
        held = finish(guide)
        monkeypatch.setattr(Guide, "finish", finish)
        did(add, "--query", "Другой?", "--unlabelled")
        return held

    monkeypatch.setattr(Guide, "finish", slowly)
    words = ("--ask", "--query", "Сколько?", "--set", "returns#term", "--type", "exact")
    code, out, said = run(add, *words, told=f"{typed}\n\n\nСказано.\nТак.\n\n\n-\n\n")
    assert (code, sorted(gold(top))[3:]) == (len(ids) == 1, ids), out + said
    assert [gold(top)[name]["query"] for name in ids] == ["Другой?", "Сколько?"][: len(ids)]


def test_flags_are_not_asked_for_again(top):
    """What they say stands."""
    words = ("--ask", "--query", "Сколько?", "--set", "returns#term", "--type", "exact", "--id", "q-z")
    did(add, *words, told="\n\nСказано.\nТак.\n\n\n-\n\n")
    assert gold(top)["q-z"]["why"] == {"returns#term": "Сказано."}
    assert gold(top)["q-z"]["rationale"] == "Так."


def test_a_broken_rule_is_said_and_can_be_mended(top):
    """Nothing is written before it is."""
    told = "Сколько?\n\n\n\n\n+\nreturns#term\n\n+\nreturns#term\nд\nreturns#reason\n\n\n\n\n\n\n\n-\n\n9\n-2\n\n\n"
    out = did(add, "--ask", told=told)
    assert "! gold/queries.jsonl:4 q-4: evidence set 2 contains set 1; remove the larger one" in out
    assert gold(top)["q-4"]["evidence_sets"] == [["returns#term"]]


@pytest.mark.parametrize("cut", range(1, TOLD.count("\n")))
def test_a_talk_that_ends_early_writes_nothing(top, cut):
    """Wherever that is."""
    before = files(top)
    code, out, said = run(add, "--ask", told="\n".join(TOLD.split("\n")[:cut]))
    assert code == 1
    assert "! " not in out  # it is the end, and no wrong answer
    assert "standard input: ended before all was answered; nothing is written" in said
    assert files(top) == before


def test_leaving_writes_nothing(top):
    """At the last question."""
    before = files(top)
    assert did(edit, "q-1", "--ask", told="12\nДругое.\n0\n").endswith("nothing is written\n")
    assert files(top) == before


def test_an_empty_answer_keeps_what_is_there(top):
    """Of every field."""
    before = files(top)
    told = "".join(f"{number}\n\n" for number in range(1, 20) if number != 11) + "11\n\n\n\n"
    out = did(edit, "q-1", "--ask", told=told)
    assert out.endswith("nothing changed, nothing is written\n")
    assert files(top) == before


def test_every_field_can_be_changed(top):
    """And made null with a hyphen."""
    told = (
        "1\nСколько есть дней?\n2\nru\n3\nСколько?\nassistant: 30.\n\n4\nСколько дней?\n5\nexact\n6\nholdout\n"
        "7\n2026-01-01\n8\nтовары\n9\n+1\nholidays#more\n\n10\n+\nreturns#reason\n1\n\n"
        "11\nСрок.\nДобавка.\n-\n12\n-\n13\n33\n14\nДа, можно.\n1 2\n\n15\nза границей\n\n16\n-\n"
        "17\nАнна; Олег\n18\nabc\n19\nunreviewed\n\n"
    )
    out = did(edit, "q-1", "--ask", told=told)
    row = gold(top)["q-1"]
    assert " !" not in out
    assert row["history"] == [{"role": "user", "text": "Сколько?"}, {"role": "assistant", "text": "30."}]
    assert (row["split"], row["as_of"], row["subject"], row["found_by"]) == (
        "holdout",
        "2026-01-01",
        "товары",
        None,
    )
    assert row["evidence_sets"] == [["returns#term", "holidays#more"]]
    assert row["relevant"] == {"returns#reason": 1}
    assert row["why"] == {"returns#term": "Срок.", "holidays#more": "Добавка."}
    assert (row["rationale"], row["expected_answer"], row["unanswerable"]) == (None, "33", ["за границей"])
    assert row["claims"][0]["passages"] == ["returns#term", "holidays#more"]
    assert (row["reviewed_by"], row["status"], row["checked_corpus"]) == (
        ["Анна", "Олег"],
        "unreviewed",
        "abc",
    )


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("12\nПрав\x1b[Aило\nПравило\n0\n", "holds a character that cannot be printed"),
        ("99\n0\n", "! write a number from 1 to 19"),
        ("6\nlater\ndev\n0\n", "! write one of: dev, holdout"),
        ("7\nвчера\n2026-01-01\n0\n", "as_of is 'вчера', must be a day"),
        ("9\n-7\n\n0\n", "has no evidence set 7"),
        ("9\nчто?\n\n0\n", "! write +, +2, -2, -2.1, 0 or ?"),
        ("9\n+\nнет таких слов\n\n\n0\n", "no document has the words «нет таких слов»"),
        ("9\n+\n3\nпричины не нужны\n\n\n\n0\n", "these words are not there"),
        ("9\n+\n?английск\n?english\n\n\n0\n", "help-en — Returns in English"),
    ],
)
@pytest.mark.usefixtures("top")
def test_a_wrong_answer_is_asked_for_again(told, said):
    """With what is allowed."""
    assert said in did(edit, "q-1", "--ask", told=told)


def test_labels_that_change_under_their_reviewers_are_said(top):
    """They may want to look again."""
    out = did(edit, "q-1", "--ask", told="9\n+1\nreturns#reason\n\n\n")
    assert "note: the labels are others now, the reviewers as before: Анна" in out
    assert gold(top)["q-1"]["evidence_sets"] == [["returns#term", "returns#reason"]]


def test_what_was_told_is_shown_where_it_cannot_be_written(top, monkeypatch):
    """Somebody else changed the question meanwhile."""
    from assay.labelling.guide import Guide

    finish = Guide.finish

    def slowly(guide):
        held = finish(guide)
        path = top / "gold/queries.jsonl"
        path.write_text(path.read_text("utf-8").replace("Правило одно.", "Иначе."), "utf-8")
        return held

    monkeypatch.setattr(Guide, "finish", slowly)
    code, out, said = run(edit, "q-1", "--ask", told="12\nДолго думали.\n\n")
    assert (code, "q-1: was changed by somebody else meanwhile" in said) == (1, True)
    head, _, lines = out.partition("nothing is written; these would have been the lines:\n")
    assert '"rationale": "Долго думали."' in lines
    assert "{" not in head
    assert gold(top)["q-1"]["rationale"] == "Иначе."


def test_bytes_that_are_no_text_end_the_talk(top):
    """Nothing is written."""
    before = files(top)
    code, _, said = run(add, "--ask", told=b"\xd0\xff\n")
    assert (code, "not UTF-8" in said) == (1, True)
    assert files(top) == before


# The terminal is made the one that Ctrl-C comes from, as a shell does it.
PROGRAM = (
    "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); from assay.__main__ import main; main()"
)


@contextmanager
def terminal(top, *words):
    """Assay in a pseudo-terminal: the process, and our end of the terminal."""
    ours, its = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "scripts"), "TERM": "xterm", "LC_ALL": "C.UTF-8"}
    done = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        cwd=top,
        stdin=its,
        stdout=its,
        stderr=its,
        env=environment,
        start_new_session=True,
    )
    os.close(its)
    try:
        yield done, ours
    finally:
        done.kill()
        done.wait()
        os.close(ours)


def shown(ours, until, again=b""):
    """What the terminal shows, up to some words; ``again`` is typed every second until it shows them."""
    found, end, typed = b"", time.monotonic() + 60, 0.0
    while until.encode() not in found:
        assert time.monotonic() < end, found.decode("utf-8", "replace")
        if again and time.monotonic() > typed + 1:
            os.write(ours, again)
            typed = time.monotonic()
        if select.select([ours], [], [], 0.2)[0]:
            try:
                found += os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
    return found.decode("utf-8", "replace")


def test_a_question_is_told_in_a_real_terminal(russian):
    """Without flags; an answer at a time."""
    steps = [
        ("Вопрос, как его задают", "Нужен ли повод для возврата?"),
        ("Id (пусто: q-4)", ""),
        ("тип", "exact"),
        ("на дату", ""),
        ("предмет", ""),
        ("пусто: готово", "+"),
        ("?слова: по названию", "3"),
        ("Номер раздела", "2"),
        ("Предложения отрывка", "2"),
        ("ещё отрывок?", ""),
        ("пусто: готово", ""),
        ("почему он здесь", "Прямо сказано."),
        ("обоснование", "Один текст."),
        ("ожидаемый ответ", "Нет."),
        ("Новое утверждение", ""),
        ("Кто проверил", ""),
        ("Номер поля для правки", ""),
    ]
    with terminal(russian, "gold", "add") as (done, ours):
        for until, answer in steps:
            shown(ours, until)
            os.write(ours, f"{answer}\n".encode())
        assert "gold/queries.jsonl: q-4" in shown(ours, "gold/queries.jsonl: q-4")
        assert done.wait(30) == 0
    row = gold(russian)["q-4"]
    assert row["query"] == "Нужен ли повод для возврата?"
    assert row["evidence_sets"] == [["returns#reason"]]
    assert (row["found_by"], row["reviewed_by"], row["status"]) == ("browse", ["Ада Пример"], "reviewed")


def test_ctrl_c_in_a_real_terminal_leaves_everything_as_it_is(top):
    """In the midst of a question; no traceback."""
    before = files(top)
    with terminal(top, "gold", "edit", "q-1") as (done, ours):
        shown(ours, "Number of a field to change")
        os.write(ours, b"12\n")
        shown(ours, "rationale (empty")
        # Python may take the first one between two looks at the keyboard, and acts on it with the next key.
        said = shown(ours, "nothing is written", again=b"\x03")
        assert done.wait(30) == 1
    assert "Traceback" not in said
    assert files(top) == before
