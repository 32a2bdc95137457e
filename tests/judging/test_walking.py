import json
import signal

import pytest

import pipeline
from assay.entries import FIELDS
from assay.errors import InputError, Problem
from assay.evidence.reading import LEDGER
from assay.judging import walking
from assay.judging.cli import judge, new
from assay.ledger import append, file_of, new_row
from labelling.ground import did

from .ground import ADA, BOB, EVE, LENIENT, WRONG, current, forked, judged, ledger, problems
from .told import LACKS, WRONG_AGAIN, WRONG_TYPED, walk

DRAFTS = ".git/assay/judging/a-017"


@pytest.fixture(autouse=True)
def top(taken):
    """Ada has the three claims of the answer."""
    return taken


def held(out):
    """Lines of JSON that were shown, by claim."""
    found = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    return {one["claim_id"]: one for one in found}


def test_claims_are_judged_one_after_another():
    """The answer and what is expected first; of each claim its words, the fragments cited, then the others in full."""
    code, out, said = walk(WRONG_TYPED + WRONG_AGAIN + LACKS)
    assert (code, said) == (0, "")
    first, second, last = out.split("\nC-017-")[1:]
    assert out.index("Expected evidence, by the record:") < out.index("Claims to judge: 3")
    assert "⟦Назад примем за 30 дней что угодно, и вещи с распродажи тоже.⟧[1] Деньги" in first
    assert (
        "Cited fragments:\n  1. p04; rank: 1; source: returns; version: returns-v4\n     | Купленное" in first
    )
    assert "Other retrieved fragments:\n  2. p07;" in first
    assert "To judge: C-017-1 Назад примем" in first
    assert ("Claims to judge: 2" in first, "Claims to judge: 1" in second) == (True, True)
    assert "Cited fragments:\n  2. p07;" in second
    assert "Cited fragments: none\nOther retrieved fragments:\n  1. p04;" in last
    assert (
        "3. p09; rank: 3; source: refunds; version: not in the record\n     the record does not have its text"
        in last
    )
    assert "left to judge" not in out


def test_the_rows_are_what_was_said(top):
    """And break no rule."""
    walk(WRONG_TYPED + WRONG_AGAIN + LACKS)
    one, two, three = (current(top)[f"C-017-{number}"] for number in (1, 2, 3))
    assert (one["attachment"], one["support"], one["contradicts"], one["corpus"]) == (
        *("attached", "unsupported", True, "holds"),
    )
    assert (one["attachment_reason"], one["observation"]) == ("метка стоит за предложением", "обратное")
    assert [row["chunk_id"] for row in two["evidence"]] == ["p07"]
    assert (three["attachment"], three["corpus"], three["evidence"]) == ("not_attached", "lacks", [])
    assert (three["observation"], three["hypothesis"], three["open_question"]) == (None, None, None)
    assert problems(top) == []


def test_all_that_was_said_is_shown_before_it_is_written(top):
    """Any of it is changed by its number; what hangs on it is asked again; nothing is written before the reviewer agrees."""
    told = WRONG_TYPED[:-1] + "4\n2\n\n3\n" + "8\n-\n" + "\n0\n"
    _, out, _ = walk(told)
    shown = (
        "  1. citation: attached\n  2. why: метка стоит за предложением\n  3. support: unsupported\n  4. fragments: p04\n"
        "  5. a fragment says otherwise: yes\n  6. why: p04 исключает распродажу\n  7. observation: обратное\n"
        "  8. hypothesis: —\n  9. open question: —\nWrite it? (empty: yes; a number above: change that): "
    )
    assert shown in out
    after = out.partition(shown)[2]
    assert after.startswith("  retrieved fragments that this rests on")
    assert after.index("does one of them say otherwise?") < after.index("  4. fragments: p07")
    row = current(top)["C-017-1"]
    assert ([one["chunk_id"] for one in row["evidence"]], row["contradicts"]) == (["p07"], False)
    assert row["observation"] is None


def test_a_verdict_that_breaks_a_rule_is_mended_where_it_does(top):
    """All else stays as it was said; what no talk could have kept is passed over."""
    walk(WRONG_TYPED[:-1] + "0\n")
    (path,) = (top / DRAFTS).rglob("*.jsonl")
    text = path.read_text("utf-8").replace('"p04"', '"p99"').replace('"hypothesis": null', '"hypothesis": 7')
    path.write_text(text, "utf-8")
    _, out, _ = walk("\n\n4\n1\ny\n\n0\n")
    assert "! C-017-1: evidence: 'p99' is no retrieved fragment of the record" in out
    row = current(top)["C-017-1"]
    assert ([one["chunk_id"] for one in row["evidence"]], row["hypothesis"]) == (["p04"], None)


def test_each_verdict_is_on_disk_before_the_next_claim_is_asked(top, monkeypatch):
    """Whatever happens then."""
    seen = []
    shown = walking.account.claim

    def looked(desk, row):
        seen.append(len(ledger(top)))
        return shown(desk, row)

    monkeypatch.setattr(walking.account, "claim", looked)
    walk(WRONG_TYPED + WRONG_TYPED + LACKS)
    assert seen == [3, 4, 5]


BEGUN = {
    "": {},
    "1\n": {"attachment": "attached"},
    "1\nметка рядом\n3\n1\ny\n": {
        "attachment": "attached",
        "attachment_reason": "метка рядом",
        "support": "unsupported",
        "evidence": ["p04"],
        "contradicts": True,
    },
    "2\nметки нет\n3\n\nв p04 срока нет\n1\nrefunds: до пяти дней у всех банков\n": {
        "attachment": "not_attached",
        "attachment_reason": "метки нет",
        "support": "unsupported",
        "evidence": [],
        "support_reason": "в p04 срока нет",
        "corpus": "holds",
        "corpus_text": ["refunds: до пяти дней у всех банков"],
    },
}


@pytest.mark.parametrize("end", ["", "0\n"], ids=["the input ends", "the reviewer stops"])
@pytest.mark.parametrize("rest", BEGUN, ids=range(len(BEGUN)))
def test_nothing_that_was_typed_is_lost(top, rest, end):
    """What was decided is written; of the claim at hand the line is shown that --jsonl takes, and what it lacks."""
    code, out, said = walk(WRONG_TYPED + rest + end)
    assert code == (0 if end else 1)
    assert said == ("" if end else "standard input: ended; what was decided before is kept")
    assert out.endswith("claims left to judge: 2; go on: `assay evidence judge A-017`\n")
    assert [row["claim_id"] for row in ledger(top)[3:]] == ["C-017-1"]
    assert problems(top) == []
    assert held(out) == ({"C-017-2": {"claim_id": "C-017-2", **BEGUN[rest]}} if rest else {})
    assert ("`assay evidence judge A-017 --jsonl FILE`:\n  C-017-2 still lacks: " in out) == bool(rest)


@pytest.mark.parametrize("end", ["", "0\n"], ids=["the input ends", "the reviewer stops"])
def test_the_next_talk_goes_on_where_the_last_one_ended(top, end):
    """At the first question without a reply; once it is written, nothing is kept of it."""
    typed = WRONG_TYPED.split("\n")
    for at in range(1, len(typed) - 1):
        walk("\n".join(typed[:at]) + "\n" + end)
        code, out, said = walk("\n".join(typed[at:]) + "0\n")
        assert (code, said, "Said before and not written" in out) == (0, "", at < len(typed) - 2)
        row = current(top)["C-017-1"]
        values = (
            row["attachment"],
            row["support"],
            row["contradicts"],
            row["support_reason"],
            row["observation"],
        )
        assert values == ("attached", "unsupported", True, "p04 исключает распродажу", "обратное")
        assert not list((top / DRAFTS).rglob("*.jsonl"))
        judged("A-017", "C-017-1", *WRONG, "--supersede", "для проверки")
        pipeline.run(top, "git", "clean", "-fdqx", LEDGER)
        did(new, "A-017", "--jsonl", "-", told=did(new, "A-017", "--no-ask"))
    assert problems(top) == []


def test_what_is_shown_is_what_a_file_brings(top):
    """Where it lacks nothing, it is the verdict; the draft of it is gone then."""
    _, out, _ = walk(WRONG_TYPED[:-1] + "0\n")
    assert "  C-017-1 lacks nothing\n" in out
    line = next(line for line in out.splitlines() if line.startswith("{"))
    assert [path.read_text("utf-8") for path in (top / DRAFTS).rglob("*.jsonl")] == [line + "\n"]
    did(judge, "A-017", "--jsonl", "-", told=line + "\n")
    assert current(top)["C-017-1"]["support_reason"] == "p04 исключает распродажу"
    assert not list((top / DRAFTS).rglob("*.jsonl"))


def test_ctrl_c_loses_nothing(top, monkeypatch):
    """In the middle of the second claim."""
    lines = iter([*WRONG_TYPED.split("\n")[:-1], "1", "метка рядом"])

    def typed(_):
        line = next(lines, None)
        if line is None:
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr("builtins.input", typed)
    code, out, said = walk("")
    assert (code, "what was decided before is kept" in said) == (1, True)
    assert held(out)["C-017-2"]["attachment_reason"] == "метка рядом"
    assert len(ledger(top)) == 4
    assert problems(top) == []


def test_ctrl_c_while_it_is_written_waits(top, monkeypatch):
    """Then it is written, and not said to be kept."""
    record = walking.record

    def interrupted(desk, found):
        signal.raise_signal(signal.SIGINT)
        return record(desk, found)

    monkeypatch.setattr(walking, "record", interrupted)
    code, out, _ = walk(WRONG_TYPED)
    assert (code, held(out), current(top)["C-017-1"]["support"]) == (1, {}, "unsupported")
    assert out.endswith("claims left to judge: 2; go on: `assay evidence judge A-017`\n")
    assert not list((top / DRAFTS).rglob("*.jsonl"))


def test_what_the_disk_does_not_take_is_tried_again(top, monkeypatch):
    """A verdict is written once there is room; where the reviewer stops before, all of it is shown."""
    full = OSError(28, "No space left on device", "evidence/claims/x.jsonl")
    wrong = [full, InputError(Problem("assay.lock", "another command is writing here all the time"))]
    record = walking.record

    def failing(desk, found):
        if wrong:
            raise wrong.pop()
        return record(desk, found)

    def no_room(*_):
        raise full

    monkeypatch.setattr(walking, "record", failing)
    _, out, _ = walk(WRONG_TYPED + "\n\n0\n")
    assert out.index("! assay.lock: another command is writing") < out.index(
        "! evidence/claims/x.jsonl: No space left on device"
    )
    assert current(top)["C-017-1"]["support"] == "unsupported"
    wrong += [full, full]
    monkeypatch.setattr("assay.judging.unfinished.write_file", no_room)
    _, out, _ = walk(WRONG_AGAIN + "0\n")
    told = f"Said and not written, and {DRAFTS}/{'6ca5e1b8d7c0'[:0]}"
    assert told in out
    assert "save these lines in a file for `assay evidence judge A-017 --jsonl FILE`" in out
    assert held(out)["C-017-2"]["support_reason"] == "p07 исключает распродажу"
    assert len(ledger(top)) == 4


def test_a_claim_is_left_for_later(top):
    """It comes again after the others, then in the next talk, with what was said of it."""
    told = "1\nметка рядом\n=\n" + WRONG_AGAIN + LACKS + "=\n"
    code, out, _ = walk(told)
    assert code == 0
    assert [part[0] for part in out.split("\nC-017-")[1:]] == ["1", "2", "3", "1"]
    assert (
        out.count("Said before and not written; any of it can still be changed:\n  1. citation: attached")
        == 1
    )
    assert held(out) == {
        "C-017-1": {"claim_id": "C-017-1", "attachment": "attached", "attachment_reason": "метка рядом"}
    }
    assert out.endswith("claims left to judge: 1; go on: `assay evidence judge A-017`\n")
    walk(WRONG_TYPED.partition("предложением\n")[2])
    assert current(top)["C-017-1"]["attachment_reason"] == "метка рядом"


def test_who_leaves_every_claim_is_not_asked_again(top):
    """Once each is enough."""
    code, out, _ = walk("=\n=\n=\n")
    assert (code, len(out.split("\nC-017-")), len(ledger(top))) == (0, 4, 3)


def test_one_question_back():
    """The reply is shown and may stay; from the first question it is the claim before."""
    _, out, _ = walk("1\nметка рядом\n.\nметка тут же\n3\n.\n.\n\n0\n")
    assert "  why, now: «метка рядом»\n  (empty: as it is): " in out
    assert held(out)["C-017-1"] == {
        "claim_id": "C-017-1",
        "attachment": "attached",
        "attachment_reason": "метка тут же",
        "support": "unsupported",
    }


def test_one_claim_back(top):
    """A verdict that was written is changed, and the row says why; without a change nothing is written again."""
    code, out, _ = walk(WRONG_TYPED + ".\nописка\n6\np04 исключает её прямо\n\n" + "0\n")
    assert code == 0
    assert "C-017-1 is judged already. Why is it judged again" in out
    last = ledger(top)[-1]
    assert (last["claim_id"], last["support_reason"], last["supersede_reason"]) == (
        *("C-017-1", "p04 исключает её прямо", "описка"),
    )
    assert (last["attachment_reason"], last["observation"]) == ("метка стоит за предложением", "обратное")
    before = ledger(top)
    _, out, _ = walk(WRONG_AGAIN + ".\nпосмотреть\n\n" + ".\n=\n0\n")
    assert "nothing changed, nothing is written" in out
    assert len(ledger(top)) == len(before) + 1
    assert problems(top) == []


def test_only_what_is_not_judged_yet_is_walked():
    """One claim by its id; then none."""
    judged("A-017", "C-017-1", *WRONG)
    _, out, _ = walk("0\n")
    assert ("C-017-1 [" in out, "C-017-2 [" in out, "Claims to judge: 2" in out) == (False, True, True)
    _, out, _ = walk(LACKS, "C-017-3")
    assert ("Claims to judge: 1" in out, "C-017-2 [" in out) == (True, False)
    walk(WRONG_TYPED)
    assert walk("")[1].startswith("no claim is to be judged\n")


def test_a_claim_is_judged_again_by_name_with_a_reason(top):
    """Which is asked for, where it is not given; it is given for nothing else."""
    judged("A-017", "C-017-1", *WRONG)
    code, out, _ = walk("прочла ещё раз\n" + WRONG_AGAIN, "C-017-1")
    assert (code, "Why is it judged again" in out) == (0, True)
    assert ledger(top)[-1]["supersede_reason"] == "прочла ещё раз"
    walk(WRONG_TYPED, "C-017-1", "--supersede", "перечитала")
    assert ledger(top)[-1]["supersede_reason"] == "перечитала"
    code, out, said = walk("", "C-017-2", "--supersede", "перечитала")
    assert (code, out, "C-017-2 is not judged yet" in said) == (1, "", True)
    code, out, said = walk("снова\nзаново прочла абзац\n0\n", "C-017-1")
    assert (code, "! says nothing: what had been overlooked" in out) == (0, True)
    code, out, said = walk("", "C-017-8")
    assert (code, out, "'C-017-8' is no claim in force" in said) == (1, "", True)


def rival(name="C-017-1"):
    """Bob has the claims too, words another way, and sees it otherwise."""
    printed = [json.loads(line) for line in did(new, "A-017", "--no-ask").splitlines()]
    claims = [{**row, "claim_id": f"C-017-{number}"} for number, row in enumerate(printed, 1)]
    claims[0]["claim"] = "Примут всё."
    told = "".join(json.dumps(row) + "\n" for row in claims)
    did(new, "A-017", "--jsonl", "-", "--by", BOB, told=told)
    judged("A-017", name, *WRONG)
    judged("A-017", name, *WRONG[:4], *LENIENT, by=BOB)


def test_an_adjudicator_sees_both_verdicts_side_by_side(top):
    """Only disputed claims are walked; the wording that the ruling takes is chosen where they differ."""
    rival()
    code, out, _ = walk("2\n" + WRONG_TYPED, "--adjudicate", "--by", EVE)
    assert (code, "Claims to judge: 1" in out) == (0, True)
    told = out.index("Reviewers differ:")
    assert told < out.index("C-017-1 [statement] Примут всё.")
    told = f"  support\n    {ADA}: unsupported\n    {BOB}: partially supported\n  why\n    {ADA}: p04"
    assert told in out
    (row,) = ledger(top, by=EVE)
    assert row["claim"] == "Примут всё."
    assert len(row["adjudicates"]) == 2
    assert walk("", "--adjudicate", "--by", EVE)[1].startswith("no claim is to be judged\n")
    assert problems(top) == []


def test_what_an_adjudicator_says_is_kept_with_whose_wording_it_is_about(top):
    """Apart from what the same person says as a reviewer; a file of it says so, too."""
    rival()
    did(new, "A-017", "--from", ADA, "--by", EVE, "--no-ask")
    walk("1\nметка рядом\n0\n", "--by", EVE)
    words = ("--adjudicate", "--by", EVE)
    typed = WRONG_TYPED.partition("предложением\n")
    _, out, _ = walk("2\n" + typed[0] + typed[1] + "0\n", *words)
    line = held(out)["C-017-1"]
    assert (line["from"], line["attachment_reason"]) == (BOB, "метка стоит за предложением")
    assert "`assay evidence judge A-017 --adjudicate --jsonl FILE --by Eve`" in out
    _, out, _ = walk(typed[2][:-1] + "0\n", *words)
    assert "Whose wording" not in out
    line = next(line for line in out.splitlines() if line.startswith("{"))
    did(judge, "A-017", "--jsonl", "-", *words, told=line + "\n")
    (row,) = [row for row in ledger(top, by=EVE) if row["adjudicates"]]
    assert (row["claim"], row["attachment_reason"]) == ("Примут всё.", "метка стоит за предложением")
    _, out, _ = walk("0\n", "--by", EVE)
    assert "  2. why: метка рядом\n" in out


def test_an_adjudicator_closes_a_fork_and_says_why(top):
    """The reason is asked for before anything is typed."""
    rival()
    both = forked(top)
    words = ("--adjudicate", "--by", EVE)
    code, out, said = walk("двух строк быть не должно\n1\n" + WRONG_TYPED, "C-017-1", *words)
    assert (code, said) == (0, "")
    assert out.count(f"{ADA}: unsupported") == 2  # both rows of the fork stand beside the other reviewer's
    (row,) = ledger(top, by=EVE)
    assert row["supersedes"] == sorted(one["row_id"] for one in both)
    assert row["supersede_reason"] == "двух строк быть не должно"
    assert problems(top) == []


def test_what_was_changed_meanwhile_is_not_judged_on_top(top, monkeypatch):
    """Who was slower is told, what was said is shown and kept, and the others are judged."""
    record = walking.record

    def slowly(desk, found):
        monkeypatch.setattr(walking, "record", record)
        judged("A-017", "C-017-1", *WRONG)
        return record(desk, found)

    monkeypatch.setattr(walking, "record", slowly)
    code, out, _ = walk(WRONG_AGAIN + WRONG_TYPED + LACKS + "=\n")
    assert (code, "! C-017-1: was changed meanwhile" in out) == (0, True)
    assert held(out)["C-017-1"]["support_reason"] == "p07 исключает распродажу"
    assert current(top)["C-017-1"]["support_reason"] == "p04 исключает распродажу"
    assert all(row["support"] for row in current(top).values())
    assert "all is judged" in out
    assert problems(top) == []


def test_a_claim_that_is_gone_meanwhile_stops_nobody(top, monkeypatch):
    """It is named, and the next one comes."""
    opened = walking.account.opening

    def changed(desk):
        row = current(top)["C-017-1"]
        gone = {**{name: row[name] for name in FIELDS["claims"]}, "claim_id": "C-017-9"}
        later = new_row(gone, ADA, [row["row_id"]], "номер другой")
        append(top / LEDGER / file_of(later), later)
        return opened(desk)

    monkeypatch.setattr(walking.account, "opening", changed)
    code, out, _ = walk(WRONG_TYPED + WRONG_AGAIN + "0\n")
    assert code == 0
    assert held(out)["C-017-1"]["support_reason"] == "p04 исключает распродажу"
    assert current(top)["C-017-2"]["support_reason"] == "p07 исключает распродажу"


def test_nothing_on_the_terminal_is_obeyed(top):
    """Control characters of an answer are shown as spaces."""
    _, out, _ = walk("0\n", "C-020-3", name="A-020")
    assert "закрыто [31m.⟧" in out
    assert "\x1b" not in out
    assert (top / LEDGER / "a-020").is_dir()
