"""How data and scripts get into the page: so that no text ends a script or a tag, the same bytes on every machine."""

import base64
import hashlib
import json
import re
from collections.abc import Iterable

from markupsafe import Markup

from assay.report.page.numbers import Numbers
from assay.report.page.payload import LONGEST, texts

ROOM = 6_200_000  # characters for all data of a page: with its scripts and tables it stays below 8 MB
_HTML = str.maketrans({mark: f"\\u{ord(mark):04x}" for mark in "<>&\u2028\u2029"})
_ENDING = re.compile(r"<(?=/script|!--)", re.IGNORECASE)


def packed(value: object) -> str:
    """A value as JSON, deflated (zlib) by libdeflate and in base64."""
    import deflate

    data = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    return base64.b64encode(deflate.zlib_compress(data, 9)).decode()


def packed_texts(numbers: Numbers, room: int) -> str:
    """The texts of the page, packed; those of chunks are cut shorter where they would take more room.

    Args:
        numbers: of the page.
        room: characters.
    """
    lengths = numbers.chunks.table["text"].str.len_chars()
    longest = min(LONGEST, int(lengths.max() or 1))  # type: ignore[arg-type]  # of whole numbers
    while len(made := packed(texts(numbers, longest))) > room and longest > 1:
        longest = max(int(longest * 0.9 * room / len(made)), 1)
    return made


def in_html(value: object) -> Markup:
    """A value as JSON that can stand in a script element: no mark of HTML is left in it; keys are sorted."""
    made = json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
    return Markup(made.translate(_HTML))  # noqa: S704  # nothing of HTML is left


def script(code: str) -> Markup:
    """JavaScript that can stand in a script element: nothing in it ends the element, or begins a comment.

    Browsers read line ends as LF before they hash a script, so these are made so here.
    """
    lines = code.replace("\r\n", "\n").replace("\r", "\n")
    return Markup(_ENDING.sub(r"\\x3C", lines))  # noqa: S704  # of files of this project and its bundle


def style(rules: str) -> Markup:
    """A style sheet that can stand in a style element.

    Raises:
        ValueError: something in it would end the element.
    """
    if "</" in rules:
        raise ValueError("a style sheet of the page holds </")
    return Markup(rules)  # noqa: S704  # of files of this project


def bundle() -> Markup:
    """Vega, Vega-Lite and Vega-Embed as one script; their names stay inside, but for ``vegaEmbed``, ``vega``, ``vegaLite``."""
    import vl_convert

    made = vl_convert.javascript_bundle()  # type: ignore[call-arg]  # its types forget the default
    return script(f"(() => {{{made}}})();\n")


def policy(scripts: Iterable[str], style: str) -> str:
    """The Content-Security-Policy of the page: its own scripts and style by their hashes, and nothing from anywhere.

    Args:
        scripts: text of each script element.
        style: text of the style element.
    """
    rules = {
        "default-src": ["'none'"],
        "script-src": [*map(_source, scripts)],
        "style-src": [_source(style)],
        "img-src": ["data:"],
        **{name: ["'none'"] for name in ("connect-src", "form-action", "base-uri")},
    }
    return "; ".join(f"{name} {' '.join(values)}" for name, values in rules.items())


def _source(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
