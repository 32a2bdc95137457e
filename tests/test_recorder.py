import shutil
import subprocess
import sys

from conftest import ROOT

SCRIPT = """
with open(__file__, "a") as file:
    file.write("more = 1\\n")
from assay.stage import Stage
"""


def test_a_script_that_changed_before_it_was_recorded_is_refused(tmp_path):
    """What Python had loaded by then is compared with its file: a wrong hash is never written down."""
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "scripts" / "demo.py").write_text(SCRIPT)
    words = [sys.executable, "scripts/demo.py"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "scripts/demo.py changed while it was being loaded; run the stage again" in done.stderr
