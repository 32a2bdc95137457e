import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.entries import ATTACHMENTS, CORPUS, KINDS, SUPPORTS
from assay.evidence.reasons import says_nothing

from . import cases

NOTHING = [
    *(
        "",
        " ",
        "…",
        "👍",
        "-",
        "?!",
        "12",
        "p04",
        "[D-01]",
        "returns-v4#term.1",
        "n/a",
        "N/A.",
        "TODO",
        "ok",
        "LGTM",
    ),
    *(
        "yes",
        "Not supported by the fragment.",
        "not supported by fragments p04 and p07",
        "SUPPORTED!",
        "see p04",
    ),
    *("The fragment does not support the claim", "It is attached", "attached: [D-01]", "fully supported"),
    *(
        "The citation is attached to this statement",
        "clearly contradicts the source",
        "Contradicted by D-02#p07",
    ),
    *(
        "cannot be assessed",
        "obviously correct",
        "not relevant",
    ),
    *(
        "Не подтверждено",
        "не подтверждено источником",
        "Подтверждается фрагментом p04.",
        "полностью подтверждена",
    ),
    *(
        "противоречит",
        "Утверждение противоречит тексту фрагмента",
        "Цитата прикреплена к утверждению",
        "цитаты нет",
    ),
    *(
        "нельзя оценить",
        "Оценить это невозможно",
        "не соответствует источнику",
        "верно",
        "да",
        "ок",
        "Всё верно!",
    ),
    *(
        "нет данных",
        "в источнике этого нет",
        "несущественно",
        "это неважно",
        "ещё",
    ),
    *("unsupported / не подтверждено", "Неподтверждённое утверждение", "doesn’t match", "doesn't match"),
    *(
        "supported/confirmed",
        "изменение",
        "because",
        "Исправлено.",
        "updated",
        "what changed",
        "причина та же",
    ),
]
# The same in other letters and forms of Unicode: full width, bold, Latin in Cyrillic and the other way round, Greek,
# with a stress, with signs that nobody sees.
DISGUISED = [
    *("ＮＯＴ　ＳＵＰＰＯＲＴＥＤ", "𝐬𝐮𝐩𝐩𝐨𝐫𝐭𝐞𝐝", "ⓢⓤⓟⓟⓞⓡⓣⓔⓓ", "conﬁrmed", "s̲u̲p̲p̲o̲r̲t̲e̲d̲"),
    *("Пoдтвeрждeнo", "BEPHO", "нe пoдтвepждeнo", "подтверждено́", "под\u00adтвер\u200bжде\u200dно"),
    *("suppоrted", "ѕupported", "nοt supported", "Нельзя оценить".replace("е", "e")),
]
SOMETHING = [
    *(
        "противоречит p04: исключение распродажи",
        "p04: sale excluded",
        "p04:исключение",
        "устарела: returns-v3",
    ),
    *(
        "The five days stand nowhere",
        "no mark follows the sentence",
        "marker at the stop",
        "limits of scope are lost",
    ),
    *(
        "срок идёт со дня доставки",
        "знак стоит рядом",
        "30 дней вместо 14",
        "другая версия",
        "вернуть нельзя",
    ),
    *(
        "приветствие",
        "greeting",
        "вводная фраза",
        "a question back to the user",
        "clearance sale",
        "marketplace",
    ),
    *(
        "ни p04, ни p07 об этом не говорят",
        "The fragment does not say it",
        "None of the fragments mentions it",
    ),
    *("старая версия", "fixed fee", "вес, сорт и место", "a comma lost", "срок указан снова"),
    *("расходы не те", "по договору (agreement) иначе", "Kein Wort über fünf Tage", "没有提到五天"),
]


@pytest.mark.parametrize("reason", NOTHING)
def test_a_label_in_other_words_is_no_reason(reason):
    """In either language, inflected, with ids of fragments, with a nod."""
    assert says_nothing(reason)


@pytest.mark.parametrize("reason", DISGUISED)
def test_a_label_in_other_letters_is_none(reason):
    """Whoever reads it sees the label."""
    assert says_nothing(reason)


@pytest.mark.parametrize("reason", SOMETHING)
def test_a_short_reason_is_one(reason):
    """One word of what is there, or is not, is enough."""
    assert not says_nothing(reason)


@pytest.mark.parametrize("label", [*ATTACHMENTS, *SUPPORTS, *CORPUS, *KINDS, "contradicts"])
def test_every_label_by_itself_says_nothing(label):
    """As the ledger writes it, as people do, and repeated. What the corpus is said to be may stand in a reason."""
    if label != "not_checked":
        assert says_nothing(label)
        assert says_nothing(f"{label.replace('_', ' ').upper()}: {label}")


@pytest.mark.parametrize("name", cases.CLAIMS)
def test_the_reasons_of_the_worked_scenario_say_something(name):
    """All of them."""
    said = cases.CLAIMS[name][1]
    assert not any(says_nothing(said[key]) for key in ("attachment_reason", "support_reason", "observation"))


@pytest.mark.parametrize(
    ("missing", "nothing"),
    [
        ("текст p09", False),
        ("the fragment's text", False),
        ("источник", False),
        ("rank 3", False),
        ("p09", False),
        ("эксперт", False),
        ("нельзя оценить", True),
        ("not assessable", True),
        ("недостаточно", True),
        ("данных", True),
        ("data", True),
        ("Информации", True),
        ("no information", True),
        ("ｄａｔａ", True),
        ("данные по тарифам", False),
        ("data of the fragment", False),
        ("что-то", True),
        ("n/a", True),
        ("", True),
    ],
)
def test_what_is_missing_may_be_a_fragment(missing, nothing):
    """There the thing itself is what has to be said."""
    assert says_nothing(missing, things=False) == nothing


@given(st.lists(st.sampled_from(NOTHING), max_size=4))
def test_nothing_and_nothing_is_nothing(parts):
    """Law: labels put together say no more; one word that says something is enough."""
    text = "; ".join(parts)
    assert says_nothing(text)
    assert not says_nothing(f"{text}; пять")
    assert not says_nothing(f"Warehouse. {text}")
    assert says_nothing(text.upper())
