"""What is said of lines of answers.jsonl and of the card beside them."""

import json

from assay.evidence.record import read_run

from . import cases

A = f"{cases.WHERE}/answers.jsonl"
CARD = f"{cases.WHERE}/card.json"


def wrong(data, card=cases.CARD):
    """What is wrong with these bytes of answers.jsonl, beside a card."""
    files = {"answers.jsonl": data}
    if card is not None:
        files["card.json"] = card if isinstance(card, bytes) else json.dumps(card).encode()
    return list(map(str, read_run(files, cases.WHERE)[1]))


def of_line(**values):
    """What is wrong with A-017 where it has other values, without its place."""
    place = f"{A}:1 A-017"
    found = wrong(cases.lines({**cases.A017, **values}))
    assert all(one.startswith(place) for one in found)
    return [one.removeprefix(place).lstrip(": ") for one in found]


def changed(key, number, **values):
    """A list of A-017 in which one object has other values."""
    items = [dict(one) for one in cases.A017[key]]
    items[number - 1] |= values
    return {key: items}
