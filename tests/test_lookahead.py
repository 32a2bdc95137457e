"""Work is done ahead on other threads, and its results come in order."""

import threading
import time

import pytest

from assay import lookahead
from assay.lookahead import ahead


@pytest.mark.parametrize("cores", [1, 2, 3, 16])
def test_results_come_in_the_order_of_the_items(monkeypatch, cores):
    """However many cores there are, and though later ones are done earlier."""
    monkeypatch.setattr(lookahead.os, "cpu_count", lambda: cores)

    def late(number):
        time.sleep(0.002 * (number % 3 == 0))
        return number * number

    assert list(ahead(late, range(20))) == [number * number for number in range(20)]
    assert list(ahead(late, [])) == []


def test_items_are_taken_as_results_are(monkeypatch):
    """So that a file of any size is never held."""
    monkeypatch.setattr(lookahead.os, "cpu_count", lambda: 3)
    taken = []
    results = ahead(str, (taken.append(number) or number for number in range(100)))
    assert next(results) == "0"
    assert len(taken) == 3
    assert next(results) == "1"
    assert len(taken) == 4
    results.close()


def test_a_fault_is_raised_when_its_turn_has_come():
    """Results before it are there; of the items nothing more is taken."""

    def checked(number):
        if number == 5:
            raise ValueError("five")
        return number

    found = []
    with pytest.raises(ValueError, match="five"):
        found.extend(ahead(checked, range(100)))
    assert found == [0, 1, 2, 3, 4]


def test_no_thread_is_left_of_one_that_is_given_up():
    """Whoever stops in the middle leaves nothing running."""
    before = threading.active_count()
    results = ahead(str, range(100))
    next(results)
    results.close()
    assert threading.active_count() == before
