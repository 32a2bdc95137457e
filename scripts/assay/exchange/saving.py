"""params.yaml with one entry set: all the rest, comments too, stays as people wrote it."""

import io
import re
from collections.abc import Mapping
from typing import Any

from assay.errors import InputError, Problem
from assay.params import parse

_WIDTH = 4096  # no line is folded
# What YAML 1.1 and 1.2 both read as a text without quotes; the rest is quoted, so that no reader takes it for another.
_PLAIN = re.compile(r"(?!(?:y|n|yes|no|on|off|true|false|null|inf|nan)\Z)[^\W\d][\w./-]*", re.IGNORECASE)


def set_entry(data: bytes, path: tuple[str, ...], value: Any, where: str = "params.yaml") -> bytes:
    """The file with the value at a path of keys, put in place of an earlier one or added at the end of its section.

    Args:
        data: the file (YAML 1.2).
        path: keys from the top; sections that are absent or empty are made.
        value: plain values, lists and mappings.
        where: the file's name for messages.

    Raises:
        InputError: no YAML; or a key on the way holds something else than keys.
    """
    from ruamel.yaml.comments import CommentedMap

    parse(data, where)
    yaml = _yaml()
    values = yaml.load(data)
    section = values
    for depth, key in enumerate(path[:-1], 1):
        if not section.get(key):
            section[_key(section, key)] = CommentedMap()
        section = section[key]
        if not isinstance(section, Mapping):
            place = f"{where} {'.'.join(path[:depth])}"
            raise InputError(Problem(place, "holds no keys", "remove its value"))
    section[_key(section, path[-1])] = _block(value)
    out = io.BytesIO()
    yaml.dump(values, out)
    return out.getvalue()


def _yaml() -> Any:
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.width = _WIDTH
    yaml.preserve_quotes = True
    yaml.representer.add_representer(type(None), _null)
    return yaml


def _null(representer: Any, value: None) -> Any:
    del value
    return representer.represent_scalar("tag:yaml.org,2002:null", "null")


def _key(section: Mapping[Any, Any], key: str) -> str:
    """The key as it is written: as it stands there, or quoted where it is no plain word."""
    text: str = key if key in section else _block(key)
    return text


def _block(value: Any) -> Any:
    """Mappings in lines of their own, lists in brackets, as the file has them."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString

    if isinstance(value, Mapping):
        return CommentedMap((_block(key), _block(item)) for key, item in value.items())
    if isinstance(value, list):
        seq = CommentedSeq(map(_block, value))
        seq.fa.set_flow_style()
        return seq
    if isinstance(value, str) and not _PLAIN.fullmatch(value):
        return DoubleQuotedScalarString(value)
    return value
