"""Templates of HTML: every value is escaped, none may be absent, and what nobody sees is told."""

import re

from jinja2 import BaseLoader, Environment, StrictUndefined

# Controls but for white space, and marks that turn the direction of what follows.
_UNREADABLE = re.compile(
    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\u061c\u202a-\u202e\u2066-\u2069\u200e\u200f]"
)


def environment(loader: BaseLoader) -> Environment:
    """Where such templates are made.

    Args:
        loader: of the templates.
    """
    return Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=readable,
    )


def readable(value: object) -> object:
    """A text of others without characters that nobody sees and that change what is seen."""
    return _UNREADABLE.sub("\ufffd", value) if type(value) is str else value  # Markup is another type
