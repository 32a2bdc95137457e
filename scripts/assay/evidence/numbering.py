"""Ids of the claims of an answer: ``C-017-1`` of A-017, and which number comes next."""

from collections.abc import Iterable, Iterator
from itertools import count

from assay.evidence.record import Answer

_DIGITS = 9


def stem(answer: Answer) -> str:
    """What ids of claims of an answer begin with: ``C-017-`` of A-017."""
    return f"C-{answer.id.removeprefix('A-')}-"


def id_fault(answer: Answer, name: object) -> str | None:
    """What is wrong with the id of a claim; None: nothing."""
    before = stem(answer)
    if isinstance(name, str) and name.startswith(before):
        number = name.removeprefix(before)
        if number.isascii() and number.isdigit() and number[0] != "0" and len(number) <= _DIGITS:
            return None
    return f"is no id of a claim of {answer.id}, as {before}1"


def free(answer: Answer, taken: Iterable[str]) -> Iterator[str]:
    """Ids that come next: above the highest number that anybody has used."""
    before = stem(answer)
    numbers = (name.removeprefix(before) for name in taken if name.startswith(before))
    highest = max((int(one) for one in numbers if one.isascii() and one.isdigit()), default=0)
    return (f"{before}{number}" for number in count(highest + 1))
