"""Bodies of responses: text, and JSON whose numbers remember how they were written."""

import base64
import json
import re
from typing import Any, NoReturn

DIGITS = 1_000  # of a whole number; Python reads 4,300 at most
CHARSET = re.compile(r"charset\s*=\s*\"?([\w.:-]+)", re.IGNORECASE)


class _Whole(int):
    text = ""


class _Fraction(float):
    text = ""


# JMESPath knows types by their names: with another one, its functions would refuse these numbers.
_Whole.__name__, _Fraction.__name__ = "int", "float"


def packed(data: bytes) -> tuple[str, bool]:
    """Bytes as a text that JSON can hold, and whether it is Base64 because they are no UTF-8."""
    try:
        return data.decode("utf-8"), False
    except UnicodeDecodeError:
        return base64.b64encode(data).decode(), True


def text_of(body: str, content_type: str, *, packed: bool) -> str:
    """The text of a body.

    Raises:
        ValueError: it is neither UTF-8 nor what its header says.
    """
    if not packed:
        return body.removeprefix("\ufeff")
    stated = CHARSET.search(content_type)
    try:
        return base64.b64decode(body).decode(stated[1] if stated else "utf-8")
    except (UnicodeDecodeError, LookupError):
        raise ValueError(f"not {stated[1] if stated else 'UTF-8'}") from None


def parsed(text: str) -> Any:
    """JSON; whole numbers and fractions know the text that they were written as.

    Raises:
        ValueError: it is none; the reason.
    """
    if not text.strip():
        raise ValueError("empty body")
    try:
        return json.loads(text, parse_int=_whole, parse_float=_fraction, parse_constant=_constant)
    except json.JSONDecodeError:
        raise ValueError("not JSON (HTML)" if text.lstrip().startswith("<") else "not JSON") from None
    except RecursionError:
        raise ValueError("not JSON (nested too deeply)") from None


def written(value: Any) -> str | None:
    """The text of an id: a number as it was written, so that 7 and "007" stay two; None for no text and no number."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return getattr(value, "text", "") or str(value)


def _whole(text: str) -> _Whole:
    if len(text) > DIGITS:
        raise ValueError("not JSON (a number of too many digits)")
    made = _Whole(text)
    made.text = text
    return made


def _fraction(text: str) -> _Fraction:
    made = _Fraction(text)
    made.text = text
    return made


def _constant(name: str) -> NoReturn:
    raise ValueError(f"not JSON ({name} is no value)")
