from assay import cache
from pipeline import run


def test_names_are_dvc_s_own(top):
    """A file, and a folder with names that are not ASCII: as dvc.lock has them."""
    folder = top / "папка"
    (folder / "deep").mkdir(parents=True)
    (folder / "я.txt").write_text("один", "utf-8")
    (folder / "deep" / "b").write_text("two")
    run(top, "dvc", "add", "папка", "params.yaml", check=False)
    listed = (top / "папка.dvc").read_text("utf-8")
    assert f"md5: {cache.md5(folder)}" in listed


def test_objects_of_a_folder_are_its_list_and_its_files(top):
    """Each with the name that its content must have."""
    folder = top / "reports" / "tables"
    found = list(cache.objects(top, cache.md5(folder)))
    assert len(found) == 1 + sum(path.is_file() for path in folder.rglob("*"))
    assert all(path.is_file() and cache.md5(path) == name for path, name in found)


def test_what_is_not_there_has_no_name(tmp_path):
    """None, not an error."""
    assert cache.md5(tmp_path / "nothing") is None
