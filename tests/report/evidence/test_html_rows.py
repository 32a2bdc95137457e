from assay.report.evidence.catalogue import Words
from report.evidence.elements import every, field, row_of, shown, text


def test_all_columns():
    """Of one reviewer: words, citations, attachment and support with reasons, fragments, notes, who and when, next check."""
    row = row_of(shown(), 1)
    assert field(row, "quote") == [
        "в ответе Семейный набор можно вернуть в течение 30 дней, и деньги придут за 5 дней."
    ]
    assert field(row, "citations") == ["прикреплённые цитаты [1] → returns returns#набор.1 фрагмент 1"]
    assert field(row, "attachment") == ["цитата прикреплена Знак стоит сразу за предложением."]
    assert field(row, "support")[0].startswith("поддержка подтверждено частично Так сказано")
    assert field(row, "contradicts") == ["фрагмент говорит иное нет"]
    assert (
        len(field(row, "corpus")) == len(field(row, "observation")) == len(field(row, "open_question")) == 1
    )
    assert field(row, "evidence") == [
        "фрагменты вердикта фрагмент 1 returns v4 returns#набор.1 позиция 1 процитирован"
    ]
    assert field(row, "hypothesis") == ["гипотеза, требует проверки Условие могло потеряться при сокращении."]
    assert "2026-03-02 10:00 UTC" in field(row, "by")[0]
    say = Words("ru")
    assert field(row, "next") == [f"{say('field.next')} {say('check.partially_supported.attached')}"]


def test_what_is_missing_is_said():
    """Of what cannot be assessed, and only there."""
    root = shown()
    assert [n for n in range(1, 12) if field(row_of(root, n), "missing")] == [2]


def test_reviewers_side_by_side():
    """Who differs in what, and that nothing counts; where it is decided, the adjudication is a further row that counts."""
    root, say = shown(), Words("ru")
    open_, decided = row_of(root, 7), row_of(root, 8)
    assert say("dispute.open") in text(open_)
    assert say("dispute.decided") in text(decided)
    for row, names in ((open_, ["anna", "boris"]), (decided, ["anna", "boris", "eve"])):
        heads = [text(next(every(one, "h4"))).split() for one in every(row, class_="opinion")]
        assert [name for name, head in zip(names, heads, strict=True) if name in head] == names
    differing = [text(next(every(one, "dt"))).split()[0] for one in every(open_, class_="differs")]
    assert differing == ["поддержка", "корпус", "поддержка", "корпус"]
    counting = [
        one for one in every(decided, class_="opinion") if say("html.counts") in text(next(every(one, "h4")))
    ]
    assert [one["attrs"]["class"] for one in counting] == ["opinion ruling"]
    assert len(field(decided, "next")) == 1
    assert len(field(open_, "next")) == 2


def test_history():
    """A superseded row stays, folded, with who superseded it and why."""
    (former,) = every(row_of(shown(), 4), class_="former")
    assert "Во фрагменте десять дней, а не пять." in text(former)
    assert field(former, "support")[0].startswith("поддержка подтверждено ")
    assert not field(former, "next")


def test_declines_and_what_does_not_matter():
    """They have their kinds and what was observed, and no attachment or support."""
    root = shown()
    for number, kind in ((9, "отказ ответить"), (10, "несущественное")):
        row = row_of(root, number)
        assert field(row, "kind") == [f"вид {kind}"]
        assert not field(row, "attachment")
        assert len(field(row, "observation")) == 1
    assert field(row_of(root, 9), "corpus")


def test_a_claim_that_nobody_has_judged():
    """It has its words, and no verdict."""
    row = row_of(shown(), 11)
    assert field(row, "quote")
    assert not any(field(row, key) for key in ("attachment", "support", "corpus", "evidence", "next"))
