import json

import pytest

from assay.evidence.reading import LEDGER
from assay.judging import walking
from assay.judging.cli import judge, new
from labelling.ground import did, run

from .ground import ADA, BOB, EVE, WRONG, current, forked, judged, ledger, problems

# What is typed of one claim: attachment, why, support, fragments, contradicts, why, three texts.
WRONG_TYPED = "1\nметка стоит за предложением\n3\n1\ny\np04 исключает распродажу\nобратное\n\n\n"
# Not attached, nothing that decides it: the corpus lacks it.
LACKS = "2\nпосле предложения метки не стоит\n3\n\nв p04 и p07 срока перевода нет\n2\n\n\n\n"


@pytest.fixture(autouse=True)
def top(taken):
    """Ada has the three claims of the answer."""
    return taken


def walk(told, *words, name="A-017"):
    return run(judge, name, "--ask", *words, told=told)


def test_claims_are_judged_one_after_another():
    """The answer and what is expected first; of each claim its words, the fragments cited, then the others in full."""
    code, out, said = walk(
        WRONG_TYPED + WRONG_TYPED.replace("p04", "p07").replace("\n1\ny", "\n2\ny") + LACKS
    )
    assert (code, said) == (0, "")
    first, second, last = out.split("\nC-017-")[1:]
    assert out.index("Expected evidence, by the record:") < out.index("Claims to judge: 3")
    assert "⟦Назад примем за 30 дней что угодно, и вещи с распродажи тоже.⟧[1] Деньги" in first
    assert (
        "Cited fragments:\n  1. p04; rank: 1; source: returns; version: returns-v4\n     | Купленное" in first
    )
    assert "Other retrieved fragments:\n  2. p07;" in first
    assert "Cited fragments:\n  2. p07;" in second
    assert "Cited fragments: none\nOther retrieved fragments:\n  1. p04;" in last
    assert (
        "3. p09; rank: 3; source: refunds; version: not in the record\n     the record does not have its text"
        in last
    )
    assert "left to judge" not in out


def test_the_rows_are_what_was_said(top):
    """And break no rule."""
    walk(WRONG_TYPED + WRONG_TYPED.replace("p04", "p07").replace("\n1\ny", "\n2\ny") + LACKS)
    one, two, three = (current(top)[f"C-017-{number}"] for number in (1, 2, 3))
    assert (one["attachment"], one["support"], one["contradicts"], one["corpus"]) == (
        *("attached", "unsupported", True, "holds"),
    )
    assert (one["attachment_reason"], one["observation"]) == ("метка стоит за предложением", "обратное")
    assert [row["chunk_id"] for row in two["evidence"]] == ["p07"]
    assert (three["attachment"], three["corpus"], three["evidence"]) == ("not_attached", "lacks", [])
    assert (three["observation"], three["hypothesis"], three["open_question"]) == (None, None, None)
    assert problems(top) == []


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


@pytest.mark.parametrize(
    "rest", ["", "1\n", "1\nметка рядом\n3\n1\ny\n", "1\nметка рядом\n3\n1\ny\nпочему-то\nвидно\n"]
)
def test_where_the_input_ends_nothing_that_was_decided_is_lost(top, rest):
    """At whatever question; how many are left is said."""
    code, out, said = walk(WRONG_TYPED + rest)
    assert code == 1
    assert said == "standard input: ended; what was decided before is kept"
    assert out.endswith("claims left to judge: 2\n")
    assert [row["claim_id"] for row in ledger(top)[3:]] == ["C-017-1"]
    assert problems(top) == []


def test_ctrl_c_loses_nothing(top, monkeypatch):
    """In the middle of the second claim."""
    lines = iter([*WRONG_TYPED.split("\n")[:-1], "1"])

    def typed(_):
        line = next(lines, None)
        if line is None:
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr("builtins.input", typed)
    code, out, said = walk("")
    assert (code, "what was decided before is kept" in said) == (1, True)
    assert out.endswith("claims left to judge: 2\n")
    assert len(ledger(top)) == 4
    assert problems(top) == []


@pytest.mark.parametrize(
    "rest", ["0\n", "1\n0\n", "1\nметка рядом\n3\n0\n", "1\nметка рядом\n3\n1\ny\nвот почему\n0\n"]
)
def test_zero_stops_at_any_question(top, rest):
    """The claim that it stops in is not written."""
    code, out, said = walk(WRONG_TYPED + rest)
    assert (code, said) == (0, "")
    assert out.endswith("claims left to judge: 2\n")
    assert len(ledger(top)) == 4


def test_only_what_is_not_judged_yet_is_walked():
    """One claim by its id; then none."""
    judged("A-017", "C-017-1", *WRONG)
    _, out, _ = walk("0\n")
    assert ("C-017-1 [" in out, "C-017-2 [" in out, "Claims to judge: 2" in out) == (False, True, True)
    _, out, _ = run(judge, "A-017", "C-017-3", "--ask", told=LACKS)
    assert ("Claims to judge: 1" in out, "C-017-2 [" in out) == (True, False)
    walk(WRONG_TYPED)
    assert walk("")[:2] == (0, "no claim is to be judged\n")


def test_a_claim_is_judged_again_by_name_with_a_reason(top):
    """Without one nobody is asked."""
    judged("A-017", "C-017-1", *WRONG)
    code, out, said = run(judge, "A-017", "C-017-1", "--ask", told=WRONG_TYPED)
    assert (code, out, "is judged already" in said) == (1, "", True)
    did(judge, "A-017", "C-017-1", "--ask", "--supersede", "перечитала", told=WRONG_TYPED)
    assert ledger(top)[-1]["supersede_reason"] == "перечитала"


def test_a_reason_that_only_repeats_the_label_is_asked_for_again(top):
    """So is one with personal data."""
    told = WRONG_TYPED.replace("p04 исключает", "не подтверждено\nспросите a@example.org\np04 исключает")
    _, out, _ = walk(told)
    assert "! only repeats the label" in out
    assert "! standard input: holds an e-mail address" in out
    assert current(top)["C-017-1"]["support_reason"] == "p04 исключает распродажу"


def test_a_fragment_without_its_text_cannot_be_chosen(top):
    """It is said, and asked again; support needs one."""
    told = "1\nметка рядом\n1\n\n3\n1, 3\n1\nв p04 это сказано дословно\n\n\n\n"
    _, out, _ = walk(told)
    assert out.count("! the record lacks text or rank of: p09") == 2
    row = current(top)["C-017-1"]
    assert (row["support"], row["corpus"]) == ("supported", "holds")
    assert [one["chunk_id"] for one in row["evidence"]] == ["p04"]


def test_what_is_missing_is_asked_where_something_is_not_assessable(top):
    """A label is not enough."""
    told = "3\nместа цитат в записи нет\n4\n\nтекста p09 в записи нет\nневозможно\nтекст p09\n3\n\n\n\n"
    _, out, _ = walk(told)
    row = current(top)["C-017-1"]
    assert (row["attachment"], row["support"], row["missing"]) == (
        "not_assessable",
        "not_assessable",
        "текст p09",
    )
    assert row["corpus"] == "not_checked"
    assert "! only repeats the label" in out
    assert problems(top) == []


def test_a_text_of_the_corpus_is_looked_up_as_soon_as_it_is_named(top):
    """What is wrong with it is said; a retrieved fragment may be named instead; contradiction is asked then."""
    texts = [
        "приняли на складе",
        "nowhere: x",
        "refunds: приняли на складе",
        "refunds: По карте деньги идут",
        "refunds: до пяти дней у всех банков",
        "3",
        "1",
        "",
    ]
    told = "\n".join(
        [
            "2",
            "меток у этих слов нет",
            "3",
            "",
            "в p04 и p07 срока перевода нет",
            "1",
            *texts,
            "y",
            "",
            "",
            "",
        ]
    )
    judged("A-017", "C-017-1", *WRONG)
    judged("A-017", "C-017-2", *WRONG)
    _, out, _ = walk(told + "\n")
    row = current(top)["C-017-3"]
    assert [(one["chunk_id"], one["rank"]) for one in row["evidence"]] == [
        ("p04", 1),
        ("refunds@135-161", None),
    ]
    assert (row["corpus"], row["contradicts"]) == ("holds", True)
    for said in (
        "«приняли на складе»: names no document and words; write DOC: words",
        "nowhere: is no document of the corpus",
        "refunds: the words «приняли на складе» were retrieved: they stand in fragment p07",
        "refunds: has the words «По карте деньги идут» 2 times",
        "'p09': has no text in the record",
    ):
        assert said in out
    assert problems(top) == []


def test_who_says_that_the_corpus_has_a_text_names_one(top):
    """Or says something else."""
    told = LACKS.replace("\n2\n\n\n\n", "\n1\n\n2\n\n\n\n")
    judged("A-017", "C-017-1", *WRONG)
    judged("A-017", "C-017-2", *WRONG)
    walk(told)
    assert current(top)["C-017-3"]["corpus"] == "lacks"


def test_citations_follow_what_is_said_of_the_attachment(top):
    """Named where there are none, left out where none is attached."""
    told = "2\nметка относится к другому\n" + WRONG_TYPED.partition("предложением\n")[2]
    _, out, _ = walk(told)
    assert "its citations are left out of the claim" in out
    assert current(top)["C-017-1"]["citations"] == []
    named = "1\n-\n1\n9\n1\nответ ставит [1] в начале\n" + WRONG_TYPED.partition("предложением\n")[2]
    _, out, _ = run(judge, "A-017", "C-017-3", "--ask", told=named)
    assert "no citation of the record is named" in out
    assert [one["marker"] for one in current(top)["C-017-3"]["citations"]] == ["[1]"]
    assert problems(top) == []


def test_nothing_is_supported_where_no_fragment_can_be_shown(top):
    """And what was cited and never retrieved is named."""
    _, out, _ = walk("1\nметка [7] рядом\n1\n2\n4\n\nранга x в записи нет\nранг x\n2\n\n\n\n", name="A-026")
    assert out.count("! no retrieved fragment has its text and rank in the record") == 2
    assert "Cited fragments: none\n  ! cited, but never retrieved: z" in out
    assert "1. x; rank: not in the record; source: not in the record" in out
    assert "the record does not have its rank" in out
    assert current(top, "A-026")["C-026-1"]["support"] == "not_assessable"
    assert problems(top) == []


def test_a_decline_is_asked_what_the_corpus_has(top):
    """And what can be seen; a fragment that has it shows a false refusal."""
    _, out, _ = run(
        judge,
        "A-023",
        "C-023-2",
        "--ask",
        told="1\n1\n\nсрок есть в p04\n\nчто дальше?\n",
    )
    row = current(top, "A-023")["C-023-2"]
    assert "Does the corpus have what is declined?" in out
    assert (row["corpus"], row["observation"], row["support"]) == ("holds", "срок есть в p04", None)
    assert ([one["chunk_id"] for one in row["evidence"]], row["open_question"]) == (["p04"], "что дальше?")
    assert problems(top) == []


def rival(name="C-017-1"):
    """Bob has the claims too, words another way, and sees it otherwise."""
    printed = [json.loads(line) for line in did(new, "A-017", "--no-ask").splitlines()]
    claims = [{**row, "claim_id": f"C-017-{number}"} for number, row in enumerate(printed, 1)]
    claims[0]["claim"] = "Примут всё."
    told = "".join(json.dumps(row) + "\n" for row in claims)
    did(new, "A-017", "--jsonl", "-", "--by", BOB, told=told)
    judged("A-017", name, *WRONG)
    lenient = ("--support", "partially_supported", "--support-reason", "срок в p04 есть", "--evidence", "p04")
    judged("A-017", name, *WRONG[:4], *lenient, "--corpus", "holds", by=BOB)


def test_an_adjudicator_sees_both_verdicts_side_by_side(top):
    """Only disputed claims are walked; the wording that the ruling takes is chosen where they differ."""
    rival()
    code, out, _ = run(judge, "A-017", "--ask", "--adjudicate", "--by", EVE, told="2\n" + WRONG_TYPED)
    assert (code, "Claims to judge: 1" in out) == (0, True)
    told = out.index("Reviewers differ:")
    assert told < out.index("C-017-1 [statement] Примут всё.")
    told = f"  support\n    {ADA}: unsupported\n    {BOB}: partially supported\n  why\n    {ADA}: p04"
    assert told in out
    (row,) = ledger(top, by=EVE)
    assert row["claim"] == "Примут всё."
    assert len(row["adjudicates"]) == 2
    assert (
        run(judge, "A-017", "--ask", "--adjudicate", "--by", EVE, told="")[1] == "no claim is to be judged\n"
    )
    assert problems(top) == []


def test_an_adjudicator_closes_a_fork_and_says_why(top):
    """The reason is asked for before anything is typed."""
    rival()
    both = forked(top)
    told = "2\n" + WRONG_TYPED
    code, _, said = run(judge, "A-017", "--ask", "--adjudicate", "--by", EVE, told=told)
    assert (code, ledger(top, by=EVE)) == (1, [])
    assert said.startswith(
        f"C-017-1: is judged already: unsupported by {ADA}; give --supersede with the reason"
    )
    why = ("--supersede", "двух строк быть не должно")
    words = ("A-017", "C-017-1", "--ask", "--adjudicate", "--by", EVE, *why)
    code, out, said = run(judge, *words, told="1\n" + WRONG_TYPED)
    assert (code, said) == (0, "")
    assert out.count(f"{ADA}: unsupported") == 2  # both rows of the fork stand beside the other reviewer's
    (row,) = ledger(top, by=EVE)
    assert row["supersedes"] == sorted(one["row_id"] for one in both)
    assert problems(top) == []


def test_what_was_changed_meanwhile_is_not_judged_on_top(top, monkeypatch):
    """Who was slower is told, and nothing of it is written."""
    shown = walking.account.recorded
    record = walking.record

    def slowly(desk, found):
        monkeypatch.setattr(walking, "record", record)
        judged("A-017", "C-017-1", *WRONG)
        return record(desk, found)

    monkeypatch.setattr(walking, "record", slowly)
    code, out, said = walk(WRONG_TYPED)
    assert (code, said) == (
        1,
        "C-017-1: was changed meanwhile; nothing is written of it; look at it and begin again",
    )
    assert out.endswith("claims left to judge: 3\n")
    assert len(ledger(top)) == 4
    assert walking.account.recorded is shown


def test_nothing_on_the_terminal_is_obeyed(top):
    """Control characters of an answer are shown as spaces."""
    _, out, _ = run(judge, "A-020", "C-020-3", "--ask", told="0\n")
    assert "закрыто [31m.⟧" in out
    assert "\x1b" not in out
    assert (top / LEDGER / "a-020").is_dir()
