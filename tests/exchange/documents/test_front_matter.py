import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.exchange.documents.front_matter import front_bytes, split, usable
from assay.exchange.losses import Loss, Losses
from assay.exchange.records.languages import language_code
from assay.retrieval.documents import read_documents


def test_values_are_texts_as_written():
    """An id 007 is no number, a date no date."""
    text = "---\nid: 007\nversion: 1.10\nvalid_from: 2026-03-01\n---\nТекст\n"
    values, start = split(text, "a.md")
    assert values == {"id": "007", "version": "1.10", "valid_from": "2026-03-01"}
    assert text[start:] == "Текст\n"


@pytest.mark.parametrize("text", ["Текст\n", "---\nслова\n---\nТекст\n", "---\nбез конца\n", "--- x\n"])
def test_a_rule_is_no_front_matter(text):
    """Then all of the file is its text."""
    assert split(text, "a.md") == ({}, 0)


@pytest.mark.parametrize(
    ("front", "message"),
    [
        ("id: a\ntags: ]\n", r"^docs/a\.md:3: front matter is not YAML \(.*\); mend it$"),
        (
            "id: a\nid: b\n",
            r"^docs/a\.md:3: front matter is not YAML \(found duplicate key \"id\"\); mend it$",
        ),
        ("a: " + "[" * 3_000 + "]" * 3_000 + "\n", r"^docs/a\.md:1: front matter is not YAML"),
    ],
)
def test_front_matter_that_does_not_parse_is_named_by_line(front, message):
    """No traceback, whatever stands there."""
    with pytest.raises(InputError, match=message):
        split(f"---\n{front}---\nТекст\n", "docs/a.md")


def test_front_matter_of_hugo_is_read_like_yaml():
    """Numbers and dates as they are written; lists and tables are no texts."""
    front = 'title = "Возврат"\nversion = 1.10\nvalid_from = 2026-03-01\ndraft = false\nweight = 7\n'
    text = f'+++\n{front}aliases = ["/old"]\n[params]\ntitle = "нет"\n+++\nТекст\n'
    values, start = split(text, "a.md")
    assert values == {
        "title": "Возврат",
        "version": "1.10",
        "valid_from": "2026-03-01",
        "draft": "false",
        "weight": "7",
        "aliases": ["/old"],
        "params": {"title": "нет"},
    }
    assert text[start:] == "Текст\n"
    assert split("+++\nбез конца\n", "a.md") == ({}, 0)


@pytest.mark.parametrize(
    ("front", "line"),
    [
        ('title = "a"\nlang = "ru\n', 3),
        ('id = "a"\nid = "b"\n', 3),
        ("a = [1,\n", 2),
        (f"a = {'[' * 3_000}\n", 1),
        (f"a = {'9' * 5_000}\n", 1),
    ],
)
def test_toml_that_does_not_parse_is_one_problem_with_its_line(front, line):
    """Of the file, not of its front matter."""
    with pytest.raises(
        InputError, match=rf"^docs/a\.md:{line}: front matter is not TOML \([^()]+\); mend it$"
    ) as told:
        split(f"+++\n{front}+++\nТекст\n", "docs/a.md")
    assert len(told.value.problems) == 1


def test_keys_without_a_place_and_wrong_values_are_counted():
    """What a document cannot say is a loss, not an error."""
    losses = Losses()
    values = {
        "id": "не id!",
        "title": ["a"],
        "lang": "RU_ru",
        "valid_from": "2026-03-02",
        "valid_to": "2026-03-01",
        "subject": "~",
        "url": "/help",
        "tags": ["x"],
    }
    assert usable(values, "a.md", losses) == {"lang": "ru-ru", "url": "/help"}
    assert losses.found() == [
        Loss("front matter id that is not valid", 1, ("a.md 'не id!'",)),
        Loss("front matter key 'tags', which documents do not have", 1, ("a.md",)),
        Loss("front matter title that is not valid", 1, ("a.md ['a']",)),
        Loss("front matter valid_to that is before valid_from", 1, ("a.md",)),
    ]


@pytest.mark.parametrize(
    ("text", "code"), [("RU", "ru"), ("en_GB", "en-GB"), ("Russian", None), ("", None), (None, None)]
)
def test_codes_of_languages_are_brought_into_one_form(text, code):
    """As pages and programs write them."""
    assert language_code(text) == code


_LINES = st.text(min_size=1).map(
    lambda text: "".join(one for one in " ".join(text.split()) if one.isprintable()).strip()
)


@given(
    _LINES.filter(bool),
    st.sampled_from(["null", "yes", "2026-01-01", "1.10", "a: b", "- x", "a # b", "'"]),
    st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n")),
)
def test_what_is_written_is_read_again(title, version, body):
    """Whatever a title or version is, the corpus' own reader finds it and the body unchanged."""
    from assay.exchange.documents.pages import clean

    title, body = (
        clean(title, "a", Losses()),
        f"x {clean(f'текст {body} и ещё немного текста', 'a', Losses())}",
    )
    values = {"id": "a/b.1", "title": title, "version": version, "lang": "ru"}
    try:
        (document,) = read_documents({"a.md": front_bytes(values, body)}, "corpus")
    except InputError as error:
        assert "conflict marker" in str(error)  # noqa: PT017  # no other reason is known
        return
    assert (document.title, document.doc_version, document.body) == (title, version, body)
