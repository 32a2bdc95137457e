"""Revisions of a real repository run from nothing, sound ones and spoilt ones."""

import hashlib
import json

import pytest

from pipeline import assay, commit, edit, edit_params, git, run

RECORDED = "  old: {kind: recorded, snapshot: fine, input: runs/recorded/old/one, depth: 5, foreign: error, repeats: keep}\n"


def reproduced(top, *words, **more):
    """Exit code, and what was found, as programs read it."""
    done = assay(top, "audit", "reproduce", *words, "--format", "json", **more)
    assert "Traceback" not in done.stderr
    return done.returncode, json.loads(done.stdout)


def state(top):
    """Every file of a repository, Git's and the cache's too, but for what a look at the index may refresh."""
    return {
        path.relative_to(top).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in top.rglob("*")
        if path.is_file() and path.name != "index" and "__pycache__" not in path.parts
    }


def test_a_revision_is_reproduced_and_nothing_here_changes(top):
    """From a folder with a space and Cyrillic letters, with an edited file beside it, under another locale and umask."""
    place = top.rename(top.parent / "проба два")
    edit_params(place, "size: 300", "size: 301")
    before = state(place)
    code, found = reproduced(place, "HEAD", LC_ALL="C", TZ="Asia/Kathmandu")
    assert (code, found["agrees"]) == (0, True)
    assert {one["verdict"] for one in found["items"]} == {"recomputed"}
    assert {one["stage"] for one in found["items"]} >= {
        "snapshot@wide",
        "score@first",
        "compare",
        "report",
        "seal",
    }
    assert state(place) == before


@pytest.mark.slow
def test_a_change_that_did_not_run_is_found_with_its_rows(top):
    """A chunking edited by hand in params.yaml and committed with the old results."""
    edit_params(top, "size: 300", "size: 301")
    commit(top, "never ran")
    code, found = reproduced(top, "HEAD")
    assert (code, found["agrees"]) == (1, False)
    differing = {(one["stage"], one["name"]): one for one in found["items"] if one["verdict"] == "differs"}
    assert differing["snapshot@fine", "seal"]["differs_in"][0] == "params: snapshots.fine"
    assert differing["snapshot@fine", "runs/snapshots/fine/chunks.parquet"]["differs_in"]
    text = assay(top, "audit", "reproduce", "HEAD").stdout
    assert "DIFFERS" in text


@pytest.mark.slow
def test_an_edited_record_is_no_state_that_ran(top):
    """One digit of a hash in reports/manifest.json: the seal beside it does not fit."""
    path = top / "reports" / "manifest.json"
    value = json.loads(path.read_bytes())
    writes = value["stages"]["topics"]["writes"]
    (name,) = writes
    edit(path, writes[name], writes[name][:-1] + ("0" if writes[name][-1] != "0" else "1"))
    commit(top, "edited")
    code, found = reproduced(top, "HEAD")
    assert code == 1
    assert ("topics", "seal", "broken_seal") in {
        (one["stage"], one["name"], one["reason"]) for one in found["items"]
    }


def recorded(top):
    """A run of a system that lives elsewhere, kept by DVC, in the pipeline."""
    place = top / "runs/recorded/old/one"
    place.mkdir(parents=True)
    queries = [json.loads(line) for line in (top / "gold/queries.jsonl").read_text("utf-8").splitlines()]
    (place / "results.jsonl").write_text(
        "".join(json.dumps({"id": one["id"], "retrieved": []}) + "\n" for one in queries), "utf-8"
    )
    (place / "card.json").write_text('{"mode": "retrieve_only", "snapshot": "fine"}')
    run(top, "dvc", "add", "runs/recorded/old")
    edit_params(top, "score: {k", RECORDED + "score: {k")
    run(top, "dvc", "repro")
    commit(top, "a recorded run")


@pytest.mark.slow
def test_inputs_of_dvc_are_restored_held_to_their_hash_and_missed(top):
    """Intact only; damaged in the cache; gone: what rests on it cannot be checked, and the rest is recomputed."""
    recorded(top)
    code, found = reproduced(top, "HEAD")
    assert code == 0, found
    intact = {one["name"] for one in found["items"] if one["verdict"] == "intact"}
    assert {"runs/recorded/old/one/results.jsonl", "runs/systems/old/results.parquet"} <= intact
    listed = (top / "runs/recorded/old.dvc").read_text().split("md5: ")[1].split()[0]
    folder = top / ".dvc/cache/files/md5" / listed[:2] / listed[2:]
    entry = next(one for one in json.loads(folder.read_bytes()) if one["relpath"].endswith("results.jsonl"))
    file = top / ".dvc/cache/files/md5" / entry["md5"][:2] / entry["md5"][2:]
    file.chmod(0o644)
    file.write_bytes(file.read_bytes().replace(b"retrieved", b"rEtrieved", 1))
    for fault in ("input_damaged", "input_missing"):
        code, found = reproduced(top, "HEAD")
        assert code == 1
        lost = {one["stage"] for one in found["items"] if one["reason"] == fault}
        assert "retrieve@old" in lost
        assert {one["verdict"] for one in found["items"] if one["stage"] == "score@first"} == {"recomputed"}
        file.unlink(missing_ok=True)
    folder.unlink()  # not even the list of what was in it
    code, found = reproduced(top, "HEAD")
    assert (code, {one["about"] for one in found["items"] if one["reason"] == "input_missing"}) == (
        1,
        {"runs/recorded/old"},
    )


@pytest.mark.slow
def test_another_version_of_a_package_is_said(top):
    """`--here` runs with what is here; the lock of the revision names another Polars."""
    import polars as pl

    edit(top / "requirements.lock", f"\npolars=={pl.__version__}", "\npolars==0.1.0")
    commit(top, "another lock")
    code, found = reproduced(top, "HEAD", "--here")
    assert code == 1
    assert found["packages"] == {"polars": {"locked": "0.1.0", "here": pl.__version__}}
    assert any(one["reason"] == "read_other" and one["name"] == "requirements.lock" for one in found["items"])


def test_what_cannot_be_reproduced_says_why(top, tmp_path):
    """A revision that is none, one before anything ran, one that a shallow clone does not have."""
    done = assay(top, "audit", "reproduce", "mian")
    assert done.returncode == 1
    assert "did you mean main" in done.stderr
    first = git(top, "rev-list", "--max-parents=0", "HEAD").strip()
    done = assay(top, "audit", "reproduce", first)
    assert done.returncode == 1
    assert "there is nothing to hold a run against" in done.stderr
    git(tmp_path, "clone", "-q", "--depth=1", top.as_uri(), "shallow")
    done = assay(tmp_path / "shallow", "audit", "reproduce", first)
    assert done.returncode == 1
    assert "git fetch --unshallow" in done.stderr
