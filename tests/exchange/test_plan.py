import os
import stat
from pathlib import Path

import pytest

from assay.errors import of_system
from assay.exchange import plan as module
from assay.exchange.losses import Loss
from assay.exchange.plan import Plan, Stream


def tree(root):
    """Every file with its bytes, every folder."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(root.rglob("*"))
    }


@pytest.fixture
def root(tmp_path):
    (tmp_path / "gold").mkdir()
    (tmp_path / "gold" / "q.jsonl").write_bytes(b"old\n")
    (tmp_path / "params.yaml").write_bytes(b"a: 1\n")
    return tmp_path


def planned():
    return Plan(
        writes={"runs/new/deep/r.jsonl": b"1\n2\n", "params.yaml": b"a: 2\n", "gold/q.jsonl": b"new\n"},
        facts=["2 records"],
        losses=[Loss("values of x", 3)],
        preview=["short", "я" * 500],
        following=["next: look"],
    )


def test_a_dry_run_shows_and_writes_nothing(root):
    """No file, no folder; lines of the preview are cut."""
    before = tree(root)
    lines = list(planned().report(root, dry=True))
    assert lines == [
        "2 records",
        "lost: values of x: 3",
        "preview:",
        "  short",
        f"  {'я' * 159}…",
        "would change gold/q.jsonl: 1 line",
        "would change params.yaml: 5 bytes",
        "would write runs/new/deep/r.jsonl: 2 lines",
    ]
    assert tree(root) == before


def test_everything_is_written_and_nothing_twice(root):
    """Once it is there, there is nothing to do."""
    plan = planned()
    assert list(plan.report(root, dry=False))[-2:] == ["wrote runs/new/deep/r.jsonl: 2 lines", "next: look"]
    plan.carry_out(root)
    written = {path: data for path, data in tree(root).items() if data is not None}
    assert written == plan.writes
    assert list(plan.report(root, dry=False))[-1] == "nothing to write: all of it is there already"


def test_one_file_that_cannot_be_written_leaves_all_as_it_was(root, monkeypatch):
    """Also the folders; no temporary file stays."""
    before = tree(root)
    real, calls = module.write_beside, []

    def failing(path, *rest):
        calls.append(path.name)
        if len(calls) == 3:
            raise OSError(28, "No space left on device", str(path))
        return real(path, *rest)

    monkeypatch.setattr(module, "write_beside", failing)
    with pytest.raises(OSError, match="No space left on device"):
        planned().carry_out(root)
    assert calls == ["q.jsonl", "params.yaml", "r.jsonl"]
    assert tree(root) == before


@pytest.mark.parametrize("there", ["runs", "runs/new", "gold/sub"])
def test_what_stands_in_the_way_is_an_error_and_nothing_is_changed(root, there):
    """A file where a folder is to be, a folder where a file is to be."""
    plan = planned()
    if there == "gold/sub":
        (root / there).mkdir()
        plan.writes[there] = b"x"
    else:
        (root / there).parent.mkdir(exist_ok=True)
        (root / there).write_bytes(b"a file")
    before = tree(root)
    with pytest.raises(OSError, match=r"is a folder|exists|Not a directory") as caught:
        plan.carry_out(root)
    assert str(caught.value.filename).startswith(str(root))
    assert tree(root) == before


def test_a_folder_that_may_not_be_written_is_one_clear_error():
    """The system's own words, with the folder's name: one that not even the superuser may write to."""
    with pytest.raises(OSError, match=r"/proc") as caught:
        Plan(writes={"gold/q.jsonl": b"new\n"}).carry_out(Path("/proc"))
    assert str(of_system(caught.value, "assay")).startswith("/proc")


def test_a_changed_file_keeps_its_mode(root):
    """A new one has the usual one."""
    (root / "gold" / "q.jsonl").chmod(0o600)
    planned().carry_out(root)
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE((root / "gold" / "q.jsonl").stat().st_mode) == 0o600
    assert stat.S_IMODE((root / "runs/new/deep/r.jsonl").stat().st_mode) == 0o666 & ~mask


@pytest.mark.parametrize(
    "failure", [PermissionError(1, "Operation not permitted", "x.tmp"), KeyboardInterrupt()]
)
def test_a_file_that_cannot_be_put_into_its_place_leaves_all_as_it_was(root, monkeypatch, failure):
    """params.yaml comes last; where it may not be changed, labels, folders, removed files and modes are as before."""
    (root / "gold" / "gone.md").write_bytes(b"x")
    (root / "gold" / "q.jsonl").chmod(0o600)
    before, placed, real = tree(root), [], type(root).replace

    def place(self, target):
        placed.append(target.name)
        if target.name == "params.yaml":
            raise failure
        return real(self, target)

    monkeypatch.setattr(type(root), "replace", place)
    plan = planned()
    plan.removes = ["gold/gone.md"]
    with pytest.raises(type(failure)) as caught:
        plan.carry_out(root)
    assert placed[:3] == ["q.jsonl", "r.jsonl", "params.yaml"]
    assert tree(root) == before
    assert stat.S_IMODE((root / "gold" / "q.jsonl").stat().st_mode) == 0o600
    if isinstance(caught.value, OSError):
        assert caught.value.filename == str(root / "params.yaml")
    monkeypatch.undo()
    plan.carry_out(root)
    assert {path: data for path, data in tree(root).items() if data is not None} == plan.writes


def test_a_stream_is_written_beside_the_others(root):
    """Its lines are counted in the report; half of one is not left."""
    plan = planned()
    plan.streams["runs/new/deep/large.jsonl"] = Stream(lambda file: file.writelines([b"1\n", b"2\n"]), 2)
    assert "wrote runs/new/deep/large.jsonl: 2 lines" in list(plan.report(root, dry=False))
    plan.carry_out(root)
    assert (root / "runs/new/deep/large.jsonl").read_bytes() == b"1\n2\n"
    before = tree(root)

    def fail(file):
        file.write(b"half")
        raise KeyboardInterrupt

    broken = Plan(writes={"a/new.txt": b"x"}, streams={"a/large.jsonl": Stream(fail, 1)})
    with pytest.raises(KeyboardInterrupt):
        broken.carry_out(root)
    assert tree(root) == before


def test_what_is_taken_away_is_said(root):
    """With how a file changes, those that change before those that are new; a dry run leaves all."""
    (root / "gone.md").write_text("x")
    plan = Plan(
        writes={"a.md": b"x", "gold/q.jsonl": b"1\n"}, removes=["gone.md"], words={"gold/q.jsonl": "+1 −0"}
    )
    lines = list(plan.report(root, dry=True))
    assert lines == ["would change gold/q.jsonl: +1 −0", "would write a.md: 1 byte", "would remove gone.md"]
    plan.carry_out(root)
    assert not (root / "gone.md").exists()
    again = Plan(removes=["gone.md"])
    again.carry_out(root)


def test_a_record_comes_after_what_it_tells_of(root, monkeypatch):
    """Killed before, it tells of the last state that was whole."""
    placed = []
    real = type(root).replace
    monkeypatch.setattr(
        type(root), "replace", lambda self, target: (placed.append(target.name), real(self, target))[1]
    )
    Plan(writes={"params.yaml": b"b: 1\n", "c/.imported": b"x", "c/z.md": b"x"}).carry_out(root)
    assert placed == ["z.md", ".imported", "params.yaml"]
