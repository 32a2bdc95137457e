import os
from io import BytesIO, TextIOWrapper

import pytest

from assay.errors import InputError
from assay.files import brought, files_below, temporary, write_file


def test_a_full_disk_leaves_the_old_file_whole(tmp_path):
    """Write to a temporary file, then rename: simulated by a device that is always full."""
    path = tmp_path / "table"
    write_file(path, b"old")
    temporary(path).symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left on device") as caught:
        write_file(path, b"new" * 100_000)
    assert caught.value.filename == str(path)
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["table"]


def test_files_of_a_folder_are_never_left_out(tmp_path):
    """Linked folders, links to nothing and names that are no text are named, all at once."""
    (tmp_path / "deep").mkdir()
    for name in ("b", "deep/a", "half.tmp", "я"):
        (tmp_path / name).write_text("x")
    (tmp_path / "c").symlink_to("b")
    names = [path.relative_to(tmp_path).as_posix() for path in files_below(tmp_path)]
    assert names == ["b", "c", "deep/a", "я"]
    (tmp_path / "deep" / "up").symlink_to("..")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "new\nline").write_text("x")
    os.mkfifo(tmp_path / "pipe")  # whoever reads it waits for ever
    with pytest.raises(InputError) as caught:
        files_below(tmp_path)
    assert str(caught.value).splitlines() == [
        f"'{tmp_path}/new\\nline': has a name that is no text; rename it",
        f"{tmp_path}/deep/up: is a linked folder; put what is meant in its place",
        f"{tmp_path}/loop: is a link that leads nowhere; put what is meant in its place",
        f"{tmp_path}/pipe: is a pipe, a socket or a device; put what is meant in its place",
    ]
    assert files_below(tmp_path / "nothing") == []


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path):
    """Nothing takes the place of a link."""
    there, link = tmp_path / "there", tmp_path / "link"
    link.symlink_to(there)
    for data in (b"one", b"two"):
        write_file(link, data)
        assert (link.is_symlink(), there.read_bytes()) == (True, data)


def test_a_device_is_written_into(tmp_path):
    """And stays one: root could put a file in its place. A pipe stands for it, as anybody may make one."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_file(pipe, b"text")
        assert os.read(reader, 10) == b"text"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_a_file_or_standard_input_is_read_as_it_is(tmp_path, monkeypatch):
    """Byte by byte; standard input that is closed is said so."""
    path = tmp_path / "-"
    path.write_bytes(b"\xff\r\n")
    assert brought(str(path)) == (b"\xff\r\n", str(path))
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"\xfe")))
    assert brought("-") == (b"\xfe", "standard input")
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InputError, match=r"^standard input: is closed; pipe into it what is to be read"):
        brought("-")
