import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.evidence import proposing
from assay.judging import drafting, stated

from .ground import DECLINED, ODD, TEXT, answer, jsonl, recorded

A017 = recorded(answer("A-017", TEXT))
TWICE = recorded(answer("A-1", "Срок тот же.[1] Цена та же.[1][2] И вес.[1]"))
ONE = {"kind": "statement", "claim": "Срок 30 дней.", "quote": ["за 30 дней"]}


def claims(*values, of=A017):
    return stated.claims(jsonl(*values).encode(), "claims.jsonl", of)


def problems(*values, of=A017):
    with pytest.raises(InputError) as refused:
        claims(*values, of=of)
    return list(map(str, refused.value.problems))


def written(draft):
    return "".join(f"{line}\n" for line in stated.lines(draft))


@pytest.mark.parametrize(
    "of",
    [A017, TWICE, recorded(answer("A-020", ODD)), recorded(answer("A-023", DECLINED))],
    ids=lambda one: one.id,
)
def test_proposals_come_back_as_they_were_printed(of):
    """Spans, citations and kinds."""
    draft = drafting.proposal(of)
    back = drafting.Draft(of, ()).holding(stated.claims(written(draft).encode(), "x", of))
    assert back == draft


@given(st.data())
def test_any_claims_come_back_as_they_were_printed(data):
    """Whatever is quoted and cited, markers that stand often too."""
    length, most = len(TWICE.text), len(TWICE.citations)
    start = data.draw(st.integers(0, length - 1))
    quote = ((start, data.draw(st.integers(start + 1, length))),)
    citations = tuple(sorted(data.draw(st.sets(st.integers(0, most - 1)))))
    claim = drafting.Claim("statement", "x", quote, citations)
    assert stated.claims(written(drafting.Draft(TWICE, (claim,))).encode(), "x", TWICE) == [claim]


def test_a_line_may_name_its_claim():
    """The same as another reviewer's, or the next."""
    named = claims({**ONE, "claim_id": "C-017-9"}, {**ONE, "claim": "x"})
    assert [one.made_of for one in named] == [{"C-017-9"}, frozenset()]


def test_every_fault_of_a_file_is_told_at_once():
    """With its line; nothing is taken from it."""
    said = problems(
        {"kind": "maybe", "claim": " ", "quote": ["за 30 дня"]},
        {"kind": "statement"},
        {**ONE, "quote": [[13, 999]], "extra": 1},
        {**ONE, "quote": ["дней"], "citations": ["[3]"]},
        {**ONE, "quote": [{"start": 13, "end": 23, "text": "за 31 день"}]},
        {**ONE, "kind": "immaterial"},
        {**ONE, "claim_id": "C-18-1"},
        {**ONE, "claim_id": "C-017-1"},
        {**ONE, "claim_id": "C-017-1"},
        {**ONE, "quote": []},
        {**ONE, "quote": "за 30 дней"},
        {**ONE, "citations": "[1]"},
    )
    wanted = [
        "claims.jsonl:1: kind is 'maybe', must be statement, decline or immaterial",
        "claims.jsonl:1: claim is ' ', must be a text, not empty",
        "claims.jsonl:1: quote[1] «за 30 дня» does not stand in the answer; nearest there: «за 30 дней», or give",
        "claims.jsonl:2: lacks claim",
        "claims.jsonl:2: lacks quote",
        "claims.jsonl:3: has the unknown key 'extra'",
        "claims.jsonl:4: quote[1] «дней» stands 2 times in the answer",
        "claims.jsonl:5: quote[1] is 'за 31 день', but the answer has 'за 30 дней' there",
        "claims.jsonl:6: lacks observation",
        "claims.jsonl:7: claim_id 'C-18-1' is no id of a claim of A-017, as C-017-1",
        "claims.jsonl:9: has C-017-1 again: see line 8; keep one",
        "claims.jsonl:10: quotes nothing of the answer",
        "claims.jsonl:11: quote is 'за 30 дней', must be a list of words of the answer",
        "claims.jsonl:12: citations is '[1]', must be a list",
    ]
    for text in wanted:
        assert any(one.startswith(text) for one in said), text
    assert len(said) == len(wanted)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "states no claim"),
        (b"{}", "the last line has no line end"),
        (b"nothing\n", "is not JSON"),
        (b'{"kind": "statement", "kind": "decline"}\n', "stands twice"),
        (b"\xff\n", "is not UTF-8"),
        (b"[]\n", "a line is one JSON object"),
    ],
)
def test_a_file_that_is_none_is_refused(data, said):
    """By its line."""
    with pytest.raises(InputError, match=said):
        stated.claims(data, "claims.jsonl", A017)


def own():
    draft = drafting.proposal(A017)
    named = [
        drafting.Claim(one.kind, one.text, one.quote, one.citations, None, frozenset([f"C-017-{number}"]))
        for number, one in enumerate(draft.claims, 1)
    ]
    return drafting.Draft(A017, tuple(named), frozenset(f"C-017-{number}" for number in (1, 2, 3)))


def changed(*values):
    return stated.changes(jsonl(*values).encode(), "x", own())


def test_a_line_with_an_id_changes_what_it_names_and_leaves_the_rest():
    """Words, wording, kind; citations stay unless they are named."""
    after = changed({"claim_id": "C-017-1", "claim": "Примут всё.", "quote": ["Назад примем"]})
    assert after.claims[0] == drafting.Claim(
        "statement", "Примут всё.", ((0, 12),), (0,), None, frozenset(["C-017-1"])
    )
    assert after.claims[1:] == own().claims[1:]
    after = changed({"claim_id": "C-017-3", "kind": "immaterial", "observation": "прощание"})
    assert (after.claims[2].kind, after.claims[2].observation) == ("immaterial", "прощание")


def test_lines_may_come_in_place_of_claims():
    """A split of one, a merge of two, a new one."""
    after = changed(
        {**ONE, "from": ["C-017-1"]},
        {**ONE, "claim": "Примут всё.", "quote": ["Назад примем"], "from": ["C-017-1"]},
        {"kind": "statement", "claim": "Деньги.", "quote": [[65, 144]], "from": ["C-017-2", "C-017-3"]},
        {"kind": "statement", "claim": "Ещё.", "quote": ["Обычно"]},
    )
    assert [(one.text, sorted(one.made_of)) for one in after.claims] == [
        ("Примут всё.", ["C-017-1"]),
        ("Срок 30 дней.", ["C-017-1"]),
        ("Деньги.", ["C-017-2", "C-017-3"]),
        ("Ещё.", []),
    ]


def test_what_was_changed_is_printed_as_a_change():
    """So that no work is lost where it cannot be written."""
    draft = own()
    after = drafting.merge(draft, list(draft.claims[:2]))
    rows = [json.loads(line) for line in stated.lines(after)]
    assert [(row.get("claim_id"), row.get("from")) for row in rows] == [
        (None, ["C-017-1", "C-017-2"]),
        ("C-017-3", None),
    ]
    assert stated.changes(written(after).encode(), "x", draft) == after


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"claim_id": "C-017-4"}, "x:1: 'C-017-4' is no claim in force; did you mean C-017-"),
        ({**ONE, "from": ["q"]}, "x:1: 'q' is no claim in force; one of: C-017-1, C-017-2, C-017-3"),
        ({**ONE, "from": "C-017-1"}, "from is 'C-017-1', must be a list"),
        ({**ONE, "from": ["C-017-1"], "claim_id": "C-017-1"}, "has claim_id and from"),
        ({"claim_id": "C-017-1", "word": 1}, "has the unknown key 'word'"),
        ({"from": ["C-017-1"]}, "lacks kind"),
        ({"claim_id": ["C-017-1"]}, "is no claim in force"),
    ],
)
def test_a_change_that_is_none_is_refused(value, said):
    """By its line."""
    with pytest.raises(InputError) as refused:
        changed(value)
    assert said in str(refused.value)


def test_a_claim_is_changed_once():
    """By one line, or by those that come in its place."""
    with pytest.raises(InputError, match="changes C-017-1, in whose place another line comes"):
        changed({"claim_id": "C-017-1", "claim": "x"}, {**ONE, "from": ["C-017-1"]})
    with pytest.raises(InputError, match="has C-017-1 again: see line 1"):
        changed({"claim_id": "C-017-1", "claim": "x"}, {"claim_id": "C-017-1", "claim": "y"})


def test_a_line_may_give_its_claim_another_number():
    """Alone, or beside a change; it is printed so again."""
    after = changed({"claim_id": "C-017-2", "renumber": True})
    assert [one.renumber for one in after.claims] == [False, True, False]
    assert [json.loads(line).get("renumber") for line in stated.lines(after)] == [None, True, None]
    assert stated.changes(written(after).encode(), "x", own()) == after
    back = stated.changes(jsonl({"claim_id": "C-017-2", "renumber": False}).encode(), "x", after)
    assert back == own()


def test_what_is_new_has_no_number_to_give_up():
    """Nor has what comes in place of others."""
    for more in ({}, {"from": ["C-017-1"]}):
        with pytest.raises(InputError, match="x:1: has renumber, but no claim_id; leave it out"):
            changed({**ONE, **more, "renumber": True})
    with pytest.raises(InputError, match="has the unknown key 'renumber'"):
        claims({**ONE, "renumber": True})


def test_claims_of_another_reviewer_with_another_number_are_printed_without_one():
    """They get the next one when they are taken."""
    draft = drafting.Draft(A017, own().claims)
    first = drafting.changed(draft, draft.claims[0], renumber=True)
    assert [json.loads(line).get("claim_id") for line in stated.lines(first)] == [None, "C-017-2", "C-017-3"]


def test_two_claims_with_one_number_are_printed_each_by_its_name():
    """And taken back so."""
    first, *rest = own().claims
    names = [frozenset([f"C-017-2@{one.quote[0][0]}"]) for one in rest]
    named = [replace(one, made_of=name) for one, name in zip(rest, names, strict=True)]
    draft = drafting.Draft(A017, (first, *named), frozenset().union(first.made_of, *names))
    assert stated.changes(written(draft).encode(), "x", draft) == draft
    with pytest.raises(
        InputError, match="x:1: C-017-2: two claims have one number; name one of them: C-017-2@"
    ):
        stated.changes(jsonl({"claim_id": "C-017-2"}).encode(), "x", draft)


def splits(number, monkeypatch):
    """How often an answer of so many sentences is split while its claims are printed, taken and changed."""
    of = recorded(answer("A-1", "Срок тот же.[1] " * number))
    draft = drafting.proposal(of)
    assert len(draft.claims) == number
    done = []
    original = proposing.sentences
    monkeypatch.setattr(proposing, "sentences", lambda *one: done.append(1) or original(*one))
    stated.claims(written(draft).encode(), "x", of)
    stated.changes(
        jsonl(*[{**ONE, "quote": [list(one.quote[0])]} for one in draft.claims]).encode(), "x", draft
    )
    monkeypatch.undo()
    return len(done)


def test_an_answer_is_split_as_often_for_many_claims_as_for_few(monkeypatch):
    """Once for each time that claims are printed or read."""
    assert splits(40, monkeypatch) == splits(4, monkeypatch) == 3


def test_of_a_file_in_which_all_is_wrong_the_first_lines_are_told():
    """And that there are more."""
    said = problems(*[{**ONE, "quote": ["за 31 день"]}] * 300)
    assert len(said) == 101
    assert said[-1] == (
        "claims.jsonl:100: is the last of 100 wrong lines: those below it are not looked at; mend these first"
    )


def test_a_printed_line_commands_no_terminal():
    """What one would obey is written as a code; read again it is the same."""
    odd = recorded(answer("A-1", "Срок\x9b31m \u202eтот же\x1b, \u200bпра\u00adвда."))
    draft = drafting.proposal(odd)
    printed = written(draft)
    assert printed.strip().isprintable()
    assert stated.claims(printed.encode(), "x", odd) == list(draft.claims)
