"""The command of the CI jobs, on real branches, against a forge on this machine."""

import pytest

import pipeline
from assay.forge.sticky import MARK
from pipeline import assay, commit, git, rows, write_rows

LIMIT = 60_000


def relabel(top):
    """Take all sets but the first away from one dev query."""
    path = top / "gold" / "queries.jsonl"
    found = rows(path)
    row = next(row for row in found if row["split"] == "dev" and len(row["evidence_sets"]) > 1)
    row["evidence_sets"] = row["evidence_sets"][:1]
    write_rows(path, found)
    commit(top, "relabel")
    return row["id"]


@pytest.mark.parametrize("name", ["github", "gitlab"])
def test_a_pull_request_gets_one_comment(branch, forge, name, request):
    """Difference and impact in the language of the reports; updated when the branch goes on."""
    environment = request.getfixturevalue(name)
    changed = relabel(branch)
    first = assay(branch, "pull-request", "comment", "--out", "change", "--post", **environment)
    assert first.returncode == 0, first.stderr
    assert "comment: created" in first.stderr
    (comment,) = forge.comments
    text = (branch / "change/comment.md").read_text("utf-8")
    assert comment["body"] == f"{MARK}\n{text}"
    assert len(comment["body"]) < LIMIT + 100
    for part in (
        "## Gold set: what changes",
        f"`{changed}`",
        "no longer accepted",
        "## What it does to the recorded runs",
        "| first |",
    ):
        assert part in text
    assert "<!doctype html>" in (branch / "change/gold-change.html").read_text("utf-8")
    relabel(branch)
    again = assay(branch, "pull-request", "comment", "--out", "change", "--post", **environment)
    assert "comment: updated" in again.stderr
    assert len(forge.comments) == 1
    assert "with other labels: 2" in forge.comments[0]["body"]


def test_a_fork_gets_the_summary_of_the_job(branch, forge, github, tmp_path):
    """The token may not comment: that is no failure of the job."""
    forge.writable = False
    changed = relabel(branch)
    done = assay(branch, "pull-request", "comment", "--out", "change", "--post", **github)
    assert done.returncode == 0, done.stderr
    assert "no right to write one; it is in the summary of the job" in done.stderr
    assert f"`{changed}`" in (tmp_path / "summary.md").read_text("utf-8")
    assert not forge.comments


def test_a_summary_that_cannot_be_written(branch, forge, github, tmp_path):
    """The text is printed instead."""
    forge.writable = False
    changed = relabel(branch)
    github["GITHUB_STEP_SUMMARY"] = str(tmp_path)
    done = assay(branch, "pull-request", "comment", "--out", "change", "--post", **github)
    assert done.returncode == 0, done.stderr
    assert f"`{changed}`" in done.stdout
    assert f"no summary of the job can be written: {tmp_path}: Is a directory" in done.stderr
    assert "no right to write one; it is above" in done.stderr


def test_what_is_not_committed_is_no_part_of_it(branch):
    """Commits are compared; that is said."""
    said = "uncommitted changes of gold/ are not part of it"
    path = branch / "gold/queries.jsonl"
    assert said not in assay(branch, "pull-request", "comment", "--out", "change").stderr
    write_rows(path, rows(path)[1:])
    done = assay(branch, "pull-request", "comment", "--out", "change")
    assert done.returncode == 0, done.stderr
    assert said in done.stderr
    assert "Nothing changes in the gold set." in (branch / "change/comment.md").read_text("utf-8")


def test_a_merge_request_without_a_token_prints_it(branch, forge, gitlab):
    """GitLab has no summary: the log and the artifacts hold it."""
    del gitlab["GITLAB_TOKEN"]
    changed = relabel(branch)
    done = assay(branch, "pull-request", "comment", "--out", "change", "--post", **gitlab)
    assert done.returncode == 0, done.stderr
    assert f"`{changed}`" in done.stdout
    assert not forge.asked


def test_code_alone_is_no_reason_to_comment(branch, forge, github):
    """Nothing is scored, nothing created."""
    (branch / "scripts/extra.py").write_text("X = 1\n")
    commit(branch, "code")
    done = assay(branch, "pull-request", "comment", "--out", "change", "--post", **github)
    assert "comment: none, nothing changes" in done.stderr
    assert "Nothing changes in the gold set." in (branch / "change/comment.md").read_text("utf-8")
    assert not forge.comments


@pytest.mark.parametrize("shown", ["true", "false"])
def test_files_that_cannot_be_read_are_told(branch, forge, github, shown):
    """Markers of a merge: the comment comes, with the faults in place of difference and impact, few of many alike."""
    pipeline.edit_params(branch, "include_text: true", f"include_text: {shown}")
    path = branch / "gold/queries.jsonl"
    good = path.read_bytes()
    for times in (1, 20):
        path.write_bytes((b"<<<<<<< ours\n" + good + b"=======\n>>>>>>> theirs\n") * times)
        commit(branch, "unresolved")
        done = assay(branch, "pull-request", "comment", "--out", "change", "--post", **github)
        assert done.returncode == 0, done.stderr
        (comment,) = forge.comments
        for text in (comment["body"], (branch / "change/gold-change.html").read_text("utf-8")):
            assert "Not compared" in text
            assert "gold/queries.jsonl:1" in text.replace("\\", "")
            assert ("is a conflict marker of a merge" in text) == (shown == "true")
            assert ("… and " in text) == (shown == "true" and times > 1)
            assert "What it does to the recorded runs" not in text


def test_settings_that_cannot_be_read_keep_texts_inside(branch):
    """The difference without a word of a text, as nobody knows whether it may be shown; the impact says what is wrong."""
    changed = relabel(branch)
    pipeline.edit_params(branch, "include_text: true", "include_text: maybe")
    done = assay(branch, "pull-request", "comment", "--out", "change")
    assert done.returncode == 0, done.stderr
    text = (branch / "change/comment.md").read_text("utf-8").replace("\\", "")
    assert f"`{changed}`" in text
    assert "- params.yaml" in text
    for row in rows(branch / "gold/queries.jsonl"):
        assert row["query"] not in text


@pytest.mark.parametrize("fault", ["garbage", "shared", "folder"])
def test_whatever_cannot_be_read_is_told(branch, fault):
    """A picture in place of a file, a folder, or a broken line that both sides have, and that is read later."""
    path = branch / "gold/queries.jsonl"
    if fault == "garbage":
        path.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    elif fault == "folder":
        path.unlink()
        path.mkdir()
        (path / "x").write_text("")
    else:
        path.write_bytes(path.read_bytes() + b"{broken\n")
        commit(branch, "broken")
        git(branch, "update-ref", "refs/remotes/origin/main", "HEAD")
        passages = rows(branch / "gold/passages.jsonl")
        passages[0]["text"] += " more"
        write_rows(branch / "gold/passages.jsonl", passages)
    commit(branch, fault)
    done = assay(branch, "pull-request", "comment", "--out", "change")
    assert done.returncode == 0, done.stderr
    assert "Not compared" in (branch / "change/comment.md").read_text("utf-8")


@pytest.mark.parametrize("shown", ["true", "false"])
def test_labels_that_cannot_be_scored_are_still_told(branch, shown):
    """The difference, and in place of the impact why there is none; by place alone where texts stay inside."""
    pipeline.edit_params(branch, "include_text: true", f"include_text: {shown}")
    path = branch / "gold/queries.jsonl"
    found = rows(path)
    row = next(row for row in found if row["as_of"])
    row["as_of"] = "2020-01-01"
    write_rows(path, found)
    commit(branch, "before its time")
    done = assay(branch, "pull-request", "comment", "--out", "change")
    assert done.returncode == 0, done.stderr
    for name in ("comment.md", "gold-change.html"):
        text = (branch / "change" / name).read_text("utf-8").replace("\\", "")
        assert "Not scored: the pipeline would refuse this." in text
        assert f"gold/queries.jsonl:{found.index(row) + 1} {row['id']}" in text
        assert ("as_of is 2020-01-01, but" in text) == (shown == "true")
        assert "→ 2020-01-01" in text


def test_texts_can_stay_inside(branch, forge, github):
    """`report.include_text: false` leaves no word of a question or passage in the comment or the page."""
    pipeline.edit_params(branch, "include_text: true", "include_text: false")
    changed = relabel(branch)
    done = assay(branch, "pull-request", "comment", "--out", "change", "--post", **github)
    assert done.returncode == 0, done.stderr
    written = [forge.comments[0]["body"], (branch / "change/gold-change.html").read_text("utf-8")]
    for text in written:
        assert changed in text
        for row in (*rows(branch / "gold/queries.jsonl"), *rows(branch / "gold/passages.jsonl")):
            assert row.get("query", row.get("text")) not in text


def test_scope_for_the_next_job(branch, github, tmp_path):
    """As a line, and as an output of the step."""
    output = tmp_path / "output"
    github["GITHUB_OUTPUT"] = str(output)
    relabel(branch)
    assert assay(branch, "pull-request", "scope", **github).stdout == "labels\n"
    (branch / "scripts/extra.py").write_text("X = 1\n")
    commit(branch, "code")
    assert assay(branch, "pull-request", "scope", **github).stdout == "code\n"
    assert output.read_text() == "scope=labels\nscope=code\n"


def test_a_shallow_checkout_says_how_to_deepen(branch, github, tmp_path):
    """What a workflow without fetch-depth: 0 gets."""
    shallow = tmp_path / "shallow"
    relabel(branch)
    git(branch, "branch", "-q", "-f", "main", "origin/main")
    git(branch, "clone", "-q", "--depth", "1", "--no-single-branch", f"file://{branch}", str(shallow))
    git(shallow, "switch", "-q", "work")
    done = assay(shallow, "pull-request", "comment", "--out", "change", **github)
    assert done.returncode == 1
    assert "fetch-depth 0" in done.stderr
    assert not (shallow / "change").exists()


def test_an_empty_base_is_a_variable_that_is_not_set(branch, github):
    """It does not mean the default."""
    for words in (["comment", "--out", "change"], ["scope"]):
        done = assay(branch, "pull-request", *words, "--base", "", **github)
        assert done.returncode == 2
        assert "--base is empty" in done.stderr
