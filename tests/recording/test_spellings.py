import base64
import html
import json
import re
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assay.recording.spellings import patterns

KEY = "a\"/\\Xy+z&12='é"
WAYS = {
    "as it is": str,
    "JSON": lambda text: json.dumps(text, ensure_ascii=False),
    "JSON in ASCII": json.dumps,
    "JSON with slashes": lambda text: json.dumps(text).replace("/", "\\/"),
    "JSON in JSON": lambda text: json.dumps(json.dumps({"a": json.dumps(text)})),
    "every letter": lambda text: "".join(f"\\u{ord(letter):04X}" for letter in text),
    "URL": lambda text: quote(text, safe=""),
    "path": quote,
    "form": quote_plus,
    "URL in URL": lambda text: quote(quote(text, safe=""), safe=""),
    "HTML": html.escape,
    "HTML in HTML": lambda text: html.escape(html.escape(text)),
    "numbers": lambda text: "".join(f"&#{ord(letter)};" for letter in text),
}


def masked(text, *values):
    for pattern in patterns(values):
        text = pattern.sub("***", text)
    return text


@pytest.mark.parametrize("way", WAYS)
def test_a_value_is_found_however_it_is_escaped(way):
    """Whole, and what stands around it stays."""
    shown = masked(f"<{WAYS[way](KEY)}>", KEY)
    assert shown.count("***") == 1
    assert not set("Xyz12é") & set(shown.replace("u00", ""))


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=8), st.sampled_from(sorted(WAYS)))
@example(value="0000000&", way="HTML")
def test_any_value_is_found(value, way):
    """Whatever signs it has: nothing is left but what the escaping puts around any text."""
    around = (
        "<***>" if way in {"every letter", "numbers"} else f"<{WAYS[way]('MARKER')}>".replace("MARKER", "***")
    )
    assert re.sub(r"(\*{3})+", "***", masked(f"<{WAYS[way](value)}>", value)) == around


@pytest.mark.parametrize("before", ["", "u:", "us:", "use:", "user:"])
@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode])
def test_a_value_is_found_in_base64(before, encode):
    """Wherever it begins in what was packed; of its first and last letter a few bits may be left."""
    packed = encode(f"{before}{KEY}!".encode()).decode()
    shown = masked(json.dumps({"authorization": f"Basic {packed}"}).replace("/", "\\/"), KEY)
    assert "***" in shown
    assert len(shown) < len(masked(packed)) / 2 + 40


def test_a_password_is_found_where_the_header_packs_it():
    """Basic authentication: the variable holds name and password as Base64."""
    value = base64.b64encode(b"elastic:changeme-9").decode()
    assert masked(f'{value} elastic:changeme-9 "changeme-9"', value) == '*** *** "***"'


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('{"shop": "shop", "a": "my shop"}', '{"shop": "***", "a": "my shop"}'),
        ('{"e": "{\\"shop\\": \\"shop\\"}"}', '{"e": "{\\"shop\\": \\"***\\"}"}'),
        ("Bearer shop, bearer shops", "Bearer ***, bearer shops"),
        ("/find?key=sh%6Fp&q=1", "/find?key=***&q=1"),
        ("shop", "***"),
    ],
)
def test_a_short_value_is_found_where_it_stands_alone(text, shown):
    """No key of JSON, and no word of a text."""
    assert masked(text, "shop") == shown


def test_the_longest_goes_first():
    """A value that is part of another one leaves nothing of it."""
    assert masked("s3cr3t-value-2 s3cr3t-value", "s3cr3t-value", "s3cr3t-value-2") == "*** ***"
