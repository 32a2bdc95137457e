import pytest

from assay import closure
from assay.errors import InputError
from conftest import ROOT


def test_imports_are_followed_everywhere_in_the_text(tmp_path):
    """Top-level imports, imports inside functions, packages' __init__ files; nothing outside the folder."""
    package = tmp_path / "assay" / "deep"
    package.mkdir(parents=True)
    files = {
        "run.py": "import os\nfrom assay.deep import one\n",
        "assay/__init__.py": "",
        "assay/deep/__init__.py": "",
        "assay/deep/one.py": "def late():\n    import assay.two as two\n    return two\n",
        "assay/two.py": "from assay.deep.one import late\n",
        "assay/three.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    found = {
        path.relative_to(tmp_path).as_posix() for path in closure.imported(tmp_path / "run.py", tmp_path)
    }
    assert found == set(files) - {"assay/three.py"}


def test_code_that_is_no_python_is_named(tmp_path):
    """With its line: a conflict marker, a bracket too few."""
    (tmp_path / "run.py").write_text("import os\n<<<<<<< HEAD\n")
    with pytest.raises(InputError) as caught:
        closure.imported(tmp_path / "run.py", tmp_path)
    assert str(caught.value) == f"{tmp_path}/run.py:2: is not Python (invalid syntax); mend the line"


def test_dvc_yaml_is_held_against_the_code(tmp_path):
    """Imports and parameters, both ways."""
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts/more.py").write_text("")
    (tmp_path / "scripts/topics.py").write_text("import more\nstage.params('score', key)\n")
    (tmp_path / "scripts/seal.py").write_text("stage.params('systems')\n")
    (tmp_path / "dvc.yaml").write_text(
        "stages:\n"
        "  topics: {cmd: python scripts/topics.py, deps: [scripts/topics.py, scripts/seal.py]}\n"
        "  seal: {cmd: python scripts/seal.py, deps: [scripts/seal.py], params: [systems, snapshots.fine]}\n"
        "metrics: []\n"
        "stage: {}\n"
    )
    assert list(map(str, closure.check(tmp_path))) == [
        "dvc.yaml stage: is no key of DVC's, which will not load the file; remove it",
        "dvc.yaml topics: imports scripts/more.py, which is none of its deps; add it",
        "dvc.yaml topics: lists scripts/seal.py, which it does not import; remove it",
        "dvc.yaml topics: uses score, which is none of its params; add it",
        "dvc.yaml seal: lists snapshots, which it does not use; remove it from params",
    ]


def test_dvc_yaml_lists_exactly_what_each_stage_imports():
    """A module that a stage imports is one of its deps, file by file."""
    assert list(map(str, closure.check(ROOT))) == []
