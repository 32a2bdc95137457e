"""HTML that a template makes many times, taken apart: frames that many share, and each one's own texts."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from jinja2 import Environment
from markupsafe import Markup, escape

_GAP = "\x00"  # no text of HTML has it


class Framed(NamedTuple):
    """Pages of one template.

    Attributes:
        frames: each a list of pieces; between two of them stands a text.
        frame: of each page its frame's number.
        texts: of each page what stands between the pieces, escaped.
    """

    frames: list[list[str]]
    frame: list[int]
    texts: list[list[str]]

    def page(self, number: int) -> str:
        """One page, put together."""
        texts = [*self.texts[number], ""]
        return "".join(map("".join, zip(self.frames[self.frame[number]], texts, strict=True)))


def framed(environment: Environment, name: str, every: Iterable[Mapping[str, Any]]) -> Framed:
    """Pages of a template with their texts taken out: whatever it prints of a text that is not Markup is one.

    What it prints must stand in its page where it was printed, once: no macro's result is kept and printed later.

    Args:
        environment: its ``finalize`` makes a text readable; it is replaced by one that takes texts out.
        name: of the template.
        every: values of each page; its phrases are Markup.
    """
    own: list[Markup] = []
    readable = environment.finalize or (lambda value: value)

    def taken(value: object) -> object:
        if type(value) is not str:  # Markup is another type
            return value
        own.append(escape(readable(value)))
        return gap

    gap = Markup(_GAP)  # noqa: S704  # one character, of no text
    template = environment.overlay(finalize=taken).get_template(name)
    frames: dict[str, int] = {}
    numbers, texts = [], []
    for values in every:
        own.clear()
        frame = template.render(values)
        numbers.append(frames.setdefault(frame, len(frames)))
        texts.append([*map(str, own)])
    return Framed([frame.split(_GAP) for frame in frames], numbers, texts)
