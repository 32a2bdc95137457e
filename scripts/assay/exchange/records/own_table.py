"""The table for people that `assay export table` writes, known by its headings when it comes back."""

from collections.abc import Collection, Iterator, Mapping

from assay.exchange.export.people_words import HEAD, LANGUAGES, Words, words
from assay.exchange.records.paths import path_of
from assay.exchange.records.targets import Target

_FIELDS = {
    "id": "id",
    "query": "question",
    "type": "type",
    "split": "split",
    "as_of": "date",
    "subject": "subject",
    "expected_answer": "expected_answer",
    "rationale": "rationale",
}
_LABELS = tuple(name for name in HEAD if name not in _FIELDS.values())


def own_fields(columns: Collection[str], targets: Mapping[str, Target]) -> dict[str, str]:
    """Paths by field of our own table of questions; none where the file is another.

    Args:
        columns: of the file.
        targets: our fields; a table of questions has labels among them.
    """
    say = _language(columns)
    if say is None or not {"relevant", *_FIELDS} <= targets.keys():
        return {}
    return {name: path_of([say(column)]) for name, column in _FIELDS.items()}


def told(columns: Collection[str], fields: Mapping[str, str]) -> Iterator[str]:
    """A line on what of our own table is not read, unless people say how."""
    say = _language(columns)
    if say is not None and not {"relevant", "quote"} & fields.keys():
        names = ", ".join(map(say, _LABELS))
        yield f"a table of `assay export table`: {names} are not read; labels are edited in gold/"


def _language(columns: Collection[str]) -> Words | None:
    """The words of its headings."""
    return next((words(lang) for lang in LANGUAGES if {*map(words(lang), HEAD)} <= {*columns}), None)
