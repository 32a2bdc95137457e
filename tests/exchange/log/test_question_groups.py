import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.exchange.log.log_records import ROWS
from assay.exchange.log.question_groups import grouped, keys, question_id, words
from assay.manifest import sha256

FLAGS = {"holds": pl.String(), "masks": pl.String()}


def log(*records):
    """Rows of a log; what a record does not say is as in a log without that column."""
    empty = {"query": None, "type": None, "lang": None, "subject": None, "askings": 1, "asker": None}
    rows = [
        {**empty, "row": number, **dict.fromkeys(FLAGS), **record} for number, record in enumerate(records)
    ]
    return pl.DataFrame(rows, schema={**ROWS, **FLAGS})


@pytest.mark.parametrize(
    "other",
    [
        "сколько идет доставка в казань",
        "Сколько  идёт доставка в КАЗАНЬ???",
        "Сколько идёт достав\xadка в Казань …",
        "Сколько идёт доставка в Казань!",
    ],
)
def test_spellings_of_a_question_are_one(other):
    """Case, white space, soft hyphens, ё/е, marks at the end."""
    one, same = keys(pl.Series(["Сколько идёт доставка в Казань?", other]))
    assert one == same == "сколько идет доставка в казань"


def test_other_words_and_marks_within_are_not():
    """C and C++ are two languages; a number is not another one."""
    texts = ["учебник C", "учебник C++", "учебник C#", "тариф 1.5", "тариф 15"]
    assert keys(pl.Series(texts)).n_unique() == 5


def test_keys_of_many_texts_are_those_of_each(monkeypatch):
    """Texts are folded in parts, and none is lost between two of them."""
    texts = pl.Series([f"Вопрос {number}?" for number in range(25)])
    whole = keys(texts)
    monkeypatch.setattr("assay.exchange.log.question_groups._PART", 10)
    assert keys(texts).equals(whole)
    assert keys(texts[:0]).to_list() == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Как вернуть товар?", 3),
        ("привет", 1),
        ("API-ключ", 1),
        ("как — вернуть", 2),
        ("<e-mail address>", 0),
        ("пишите <e-mail address>", 1),
        ("退货期限", 4),
        ("iPhone 退货", 3),
        ("???", 0),
    ],
)
def test_words(text, number):
    """Runs of letters and digits; of a script without spaces each letter; no placeholders, no lone marks."""
    assert pl.select(words(pl.lit(text))).item() == number


def test_a_question_is_its_commonest_spelling_with_all_its_askings():
    """Counted by askings, not by rows; among equals the first in sorted order."""
    rows = log(
        {"query": "как вернуть товар", "type": "b", "asker": "u1"},
        {"query": "Как вернуть товар?", "type": "a", "askings": 3, "asker": "u2", "subject": "x"},
        {"query": "как вернуть товар", "type": "b", "asker": "u1"},
        {"query": "как вернуть товар", "type": "b", "subject": "y"},
        {"query": " ?! "},
        {"query": None},
        {"query": "How to pay?", "lang": "English", "holds": "a phone number"},
        {"query": "how to pay", "lang": "fr", "masks": "a card number"},
    )
    pay, back = grouped(rows).to_dicts()
    assert (
        back
        == {
            "key": "как вернуть товар",
            "askings": 6,
            "row": 0,
            "holds": None,
            "masks": None,
            "records": 4,
            "askers": 2,
            "subjects": 2,
            "text": "Как вернуть товар?",  # 3 to 3, and capitals sort before small letters
            "type": "a",
            "lang": "ru",
            "subject": "x",
            "id": f"s-{sha256('как вернуть товар'.encode())[:8]}",
        }
    )
    assert (pay["type"], pay["lang"], pay["row"]) == (
        "unsorted",
        "en",
        6,
    )  # no code: by its letters; en before fr
    assert (pay["holds"], pay["masks"]) == ("a phone number", "a card number")


@pytest.mark.parametrize(
    "spellings",
    [
        ("What is the period?", "WHAT IS THE PERIOD"),
        ("Всё ещё ждёт ёлка?", "Все еще ждет елка?", "ВСЁ ЕЩЁ ЖДЁТ ЁЛКА"),
        ("Как вернуть?", "как вернуть?"),
    ],
)
def test_of_spellings_that_are_as_frequent_the_best_is_taken(spellings):
    """None in capitals alone, the one with its ё; whatever their order in the log. A more frequent one comes first."""
    for order in (spellings, spellings[::-1]):
        assert grouped(log(*({"query": text} for text in order)))["text"].to_list() == [spellings[0]]
    rows = log(*({"query": text} for text in spellings), {"query": spellings[-1]})
    assert grouped(rows)["text"].to_list() == [spellings[-1]]


def test_an_id_is_made_of_the_question_alone():
    """A rewording in the log by case or marks does not change it."""
    first, second = keys(pl.Series(["Как вернуть товар?", "КАК ВЕРНУТЬ ТОВАР"]))
    assert question_id(first) == question_id(second) == "s-" + sha256("как вернуть товар".encode())[:8]


RECORD = st.fixed_dictionaries(
    {
        "query": st.sampled_from(["Как?", "как", "КАК вернуть", "как вернуть", "как  вернуть.", None, ""]),
        "type": st.sampled_from(["a", "b", None]),
        "subject": st.sampled_from(["x", "y", None]),
        "askings": st.integers(1, 4),
        "asker": st.sampled_from(["u", "v", None]),
    }
)


@settings(max_examples=60, deadline=None)
@given(st.lists(RECORD, max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_the_log_is_irrelevant(records, random):
    """But for the address of the first record of a question."""
    mixed = records[:]
    random.shuffle(mixed)
    one, other = (grouped(log(*rows)).drop("row") for rows in (records, mixed))
    assert one.equals(other)
    named = [record for record in records if record["query"] and keys(pl.Series([record["query"]]))[0]]
    assert one["askings"].sum() == sum(record["askings"] for record in named)


@settings(max_examples=30, deadline=None)
@given(st.lists(RECORD, max_size=8))
def test_a_record_with_a_count_is_so_many_records(records):
    """A frequency that is counted already is the same as the rows one by one."""
    single = [{**record, "askings": 1} for record in records for _ in range(record["askings"])]
    counted, apart = (grouped(log(*rows)).drop("row", "records") for rows in (records, single))
    assert counted.equals(apart)
