"""The environment of a commit: what its lock holds for this Python, and what is here in another version."""

import sys

import pytest

from assay.audit.environment import Environment, differing, environment, installed, locked
from assay.errors import InputError
from conftest import ROOT

LOCK = b"""\
Polars==1.2.3 \\
    --hash=sha256:00
colorama==0.4.6 ; sys_platform == 'win32' \\
    --hash=sha256:00
ruamel_yaml==0.18 ; python_version >= '3.11' \\
    --hash=sha256:00
"""


def test_a_lock_is_read_for_this_machine():
    """Names are compared as the index compares them; lines for other systems are left out."""
    assert locked(LOCK, "requirements.lock") == {"polars": "1.2.3", "ruamel-yaml": "0.18"}


def test_a_lock_without_an_exact_version_is_refused():
    """It says which line."""
    with pytest.raises(InputError, match="has 'polars>=1', which is no exact version"):
        locked(b"polars>=1\n", "requirements.lock")


def test_another_version_and_an_absent_package_are_named():
    """What is here beside the lock does not matter."""
    wanted = {"polars": "1.2.3", "dvc": "3", "click": "8"}
    assert differing(wanted, {"polars": "1.2.4", "click": "8", "pytest": "9"}) == {
        "polars": ("1.2.3", "1.2.4"),
        "dvc": ("3", None),
    }


def test_the_environment_of_the_tests_is_the_locked_one():
    """So nothing is made, and nothing is asked of the network."""
    assert not differing(locked((ROOT / "requirements.lock").read_bytes(), "x"), installed())
    found = environment(ROOT, lambda *_, **__: pytest.fail("makes one"))
    assert found == Environment(type(found.python)(sys.executable), made=False)


def test_without_a_lock_there_is_no_environment(tmp_path):
    """It is said what can be done instead."""
    with pytest.raises(InputError, match=r"requirements\.lock: is not there: nobody knows which packages"):
        environment(tmp_path, print)


def test_what_cannot_be_installed_says_why_and_leaves_nothing(tmp_path, monkeypatch):
    """The cache has no half of an environment: the next attempt begins anew."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "requirements.lock").write_bytes(
        b"no-such-package-here==1 \\\n    --hash=sha256:" + b"0" * 64
    )
    (tmp_path / "requirements-uv.lock").write_bytes(b"no-uv-of-this-name==1 --hash=sha256:" + b"0" * 64)
    monkeypatch.setenv("PIP_NO_INDEX", "1")  # as where the index cannot be reached
    with pytest.raises(InputError, match="cannot install what"):
        environment(tmp_path, lambda *_, **__: None)
    assert not list((tmp_path / "cache").rglob("ready"))
