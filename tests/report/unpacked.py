"""A page as a browser has it: what is packed in it, unpacked."""

import base64
import json
import re
import zlib

_PACKED = r'<script type="application/octet-stream" id="{}">([^<]*)</script>'


_EVERY = ("data", "texts", "answers-list", "answers-html", "answers-texts")


def unpacked(text):
    """The JSON value that a text packs."""
    return json.loads(zlib.decompress(base64.b64decode(text)))


def packed(page, name):
    """The JSON value in the script of that id; None where the page has none."""
    found = re.search(_PACKED.format(name), page)
    return unpacked(found[1]) if found else None


def whole_text(page):
    """Everything that the page says: its own text, and all that is packed."""
    return page + "".join(json.dumps(packed(page, name), ensure_ascii=False) for name in _EVERY)
