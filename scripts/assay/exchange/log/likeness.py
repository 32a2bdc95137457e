"""Whether nearly the same question is known already."""

from collections.abc import Iterable

from rapidfuzz import fuzz, process

NEAR = 92  # of 100: another ending of a word stays above it, another word falls below


def word_order(key: str) -> str:
    """A folded question with its words in sorted order, which is compared."""
    return " ".join(sorted(key.split()))


class Known:
    """Questions that are known, by the length of their letters.

    Two questions are near where ``ratio`` of their sorted words is 92 or more of 100 (RapidFuzz's ``token_sort_ratio``:
    100 × (1 - insertions and deletions / letters of both)). That cannot be where the lengths differ by more than 8 % of
    their sum, so that only questions of about the same length are compared: none that is near is missed.
    """

    def __init__(self, forms: Iterable[str] = ()) -> None:
        self._by_length: dict[int, list[str]] = {}
        for form in forms:
            self.add(form)

    def add(self, form: str) -> None:
        """Know one more question, as :func:`word_order` gives it."""
        self._by_length.setdefault(len(form), []).append(form)

    def near(self, form: str) -> bool:
        """Whether one that is known is near to this one."""
        size = len(form)
        return any(
            process.extractOne(form, forms, scorer=fuzz.ratio, score_cutoff=NEAR) is not None
            for length, forms in self._by_length.items()
            if 100 * abs(length - size) <= (100 - NEAR) * (length + size)
        )
