"""Labels alone, or code as well."""

import pytest

from assay.errors import InputError
from assay.forge.scope import scope
from pipeline import git


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["gold/queries.jsonl"], "labels"),
        (
            ["gold/passages.jsonl", "gold/CHANGELOG.md", "dvc.lock", "reports/report.md", "README.md"],
            "labels",
        ),
        (["evidence/triage/anna.jsonl"], "labels"),
        (["gold/queries.jsonl", "scripts/score.py"], "code"),
        (["params.yaml"], "code"),
        (["corpus/a.md"], "code"),
        (["goldrush.py"], "code"),
        (["tests/gold/test_x.py"], "code"),
        ([], "code"),
    ],
)
def test_by_what_differs(tmp_path, paths, expected):
    """From the base to the branch; new, changed and deleted files count alike."""
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "start")
    for path in paths:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("x")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "change")
    assert scope(tmp_path, "HEAD~1") == expected
    assert scope(tmp_path, "HEAD", "HEAD~1") == expected
    with pytest.raises(InputError):
        scope(tmp_path, "nope")
