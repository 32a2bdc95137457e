"""A page as a browser has it: what is packed in it, unpacked."""

import base64
import json
import re
import zlib

_PACKED = r'<script type="application/octet-stream" id="{}">([^<]*)</script>'


def packed(page, name):
    """The JSON value in the script of that id; None where the page has none."""
    found = re.search(_PACKED.format(name), page)
    return json.loads(zlib.decompress(base64.b64decode(found[1]))) if found else None


def whole_text(page):
    """Everything that the page says: its own text, and all that is packed."""
    return page + "".join(json.dumps(packed(page, name), ensure_ascii=False) for name in ("data", "texts"))
