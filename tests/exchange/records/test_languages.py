import pytest

from assay.exchange.records.languages import code_of
from assay.exchange.records.reading import Asked, read, read_all
from assay.exchange.records.targets import CHUNK, QUESTION
from assay.jsonl import dump_row


@pytest.mark.parametrize(
    ("text", "code"),
    [
        *(
            (text, "ru")
            for text in ("ru", "RU", "ru-RU", "ru_RU.UTF-8", "Russian", "русский", " Русский  язык ", "rus")
        ),
        *((text, "en") for text in ("en", "EN", "en-GB", "en_us", "English", "английский", "eng")),
        ("de_AT", "de-AT"),
        ("KK", "kk"),
        *((text, None) for text in ("Klingon", "12", "", "r", "русс", "ru/en")),
    ],
)
def test_languages_by_what_others_call_them(text, code):
    """Names of Russian and English, and their countries; of others codes alone."""
    assert code_of(text) == code


@pytest.mark.parametrize(("targets", "field"), [(CHUNK, "text"), (QUESTION, "query")])
def test_another_spelling_is_said_and_what_is_none_refused(targets, field):
    """By record, with what is right there; also where it is none in every record."""

    def got(*languages):
        rows = [{"id": str(n), field: "Слова тут", "lang": one} for n, one in enumerate(languages)]
        return read(
            read_all({"f.jsonl": "".join(dump_row(row) + "\n" for row in rows).encode()}, Asked()),
            targets,
            Asked(),
            None,
        )

    found = got("Russian", "ru", "EN", None)
    assert [row.get("lang") for row in found.mapped.values] == ["ru", "ru", "en", None]
    assert "2 languages read as codes: 'EN' as en, 'Russian' as ru" in found.facts
    assert not [fact for fact in got("ru").facts if "read as codes" in fact]
    assert list(map(str, got("Klingon", "12").mapped.problems)) == [
        f"f.jsonl:{line} lang: is {text!r}, must be a language code such as ru or en; it is read as lang"
        for line, text in ((1, "Klingon"), (2, "12"))
    ]
