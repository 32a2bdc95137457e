"""The gold set at a revision of a real repository."""

import pytest

from assay.changes.revisions import WORKING_TREE, commit_of, main_branch, merge_base, side
from assay.errors import InputError
from pipeline import git


@pytest.fixture
def top(tmp_path):
    """One commit on main with two gold files of one line each."""
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "gold").mkdir()
    (tmp_path / "gold/queries.jsonl").write_text('{"id": "q1"}\n')
    (tmp_path / "gold/passages.jsonl").write_text('{"id": "p1"}\n')
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "one")
    return tmp_path


def edit(top, text, name="gold/queries.jsonl"):
    (top / name).write_text(text)
    git(top, "commit", "-q", "-a", "-m", text.strip())
    return git(top, "rev-parse", "HEAD").strip()


def test_a_side_is_a_commit_or_the_working_tree(top):
    """Bytes of both, and what people call each."""
    (top / "gold/queries.jsonl").write_text('{"id": "q2"}\n')
    then, now = side(top, "main"), side(top, None)
    assert (then.queries, now.queries) == (b'{"id": "q1"}\n', b'{"id": "q2"}\n')
    assert then.name == f"main ({then.commit[:10]})"
    assert (now.name, now.commit) == (WORKING_TREE, None)
    assert side(top, then.commit).name == then.commit[:10]


def test_the_base_is_where_the_branch_left_main(top):
    """What main got since is no change of the branch; the remote's main comes before the clone's own."""
    left = git(top, "rev-parse", "HEAD").strip()
    git(top, "switch", "-q", "-c", "work")
    edit(top, '{"id": "q3"}\n')
    git(top, "switch", "-q", "main")
    ahead = edit(top, '{"id": "q4"}\n')
    git(top, "switch", "-q", "work")
    assert merge_base(top) == left
    assert merge_base(top, "main", "work") == left
    git(top, "update-ref", "refs/remotes/origin/main", ahead)
    assert main_branch(top) == "origin/main"


@pytest.mark.parametrize("asked", ["nope", "mian", "--all", "main:gold", ""])
def test_an_unknown_revision_is_refused(top, asked):
    """By name, with the nearest branch; options of Git are no revisions."""
    with pytest.raises(InputError, match="is no revision of this repository") as raised:
        commit_of(top, asked)
    assert ("did you mean main?" in str(raised.value)) == (asked in ("mian", "main:gold"))


def test_a_shallow_clone_says_how_to_deepen(top, tmp_path_factory):
    """The base lies in the history that it lacks."""
    git(top, "switch", "-q", "-c", "work")
    edit(top, '{"id": "q3"}\n')
    git(top, "switch", "-q", "main")
    edit(top, '{"id": "q4"}\n')
    shallow = tmp_path_factory.mktemp("clones") / "shallow"
    git(top, "clone", "-q", "--depth", "1", "--no-single-branch", f"file://{top}", str(shallow))
    git(shallow, "switch", "-q", "work")
    with pytest.raises(InputError, match="git fetch --unshallow"):
        merge_base(shallow)
    with pytest.raises(InputError, match="fetch-depth 0"):
        commit_of(shallow, "0123456789")
    alone = shallow.with_name("alone")
    git(top, "clone", "-q", "--depth", "1", "-b", "work", f"file://{top}", str(alone))
    with pytest.raises(InputError, match="main: is no branch here; run `git fetch --unshallow"):
        merge_base(alone)
    git(alone, "fetch", "-q", "--unshallow", "origin", "+refs/heads/*:refs/remotes/origin/*")
    assert merge_base(alone)
    git(shallow, "fetch", "-q", "--unshallow")
    assert merge_base(shallow)


def test_a_repository_without_main_asks_for_the_base(top):
    """And a line of work of its own has no commit in common."""
    git(top, "switch", "-q", "--orphan", "apart")
    git(top, "commit", "-q", "--allow-empty", "-m", "apart")
    with pytest.raises(InputError, match=r"has no commit in common with HEAD.*name the base"):
        merge_base(top)
    git(top, "branch", "-q", "-D", "main")
    with pytest.raises(InputError, match="main: is no branch here; name the base"):
        merge_base(top)


def test_a_base_without_gold_counts_as_empty_and_says_so(top):
    """The first gold set of a repository is a change like any other."""
    git(top, "rm", "-q", "-r", "gold")
    git(top, "commit", "-q", "-m", "no gold")
    found = side(top, "HEAD")
    assert (found.queries, found.passages) == (b"", b"")
    assert [(note.kind, note.path) for note in found.notes] == [
        ("absent", "gold/queries.jsonl"),
        ("absent", "gold/passages.jsonl"),
    ]
    said = [str(note) for note in side(top, None).notes]
    assert said[0] == "working tree: has no gold/queries.jsonl; it counts as empty"


def test_a_file_that_had_another_name_is_found_by_it(top):
    """Renamed since, with or without an edit."""
    git(top, "mv", "gold/queries.jsonl", "gold/questions.jsonl")
    text = "".join(f'{{"id": "q{n}", "query": "question number {n}"}}\n' for n in range(20))
    then = edit(top, text, "gold/questions.jsonl")
    git(top, "mv", "gold/questions.jsonl", "gold/queries.jsonl")
    edit(top, text + '{"id": "q99"}\n')
    found = side(top, then)
    assert found.queries.decode() == text
    assert [str(note) for note in found.notes] == [
        f"{then[:10]}: gold/queries.jsonl was gold/questions.jsonl there"
    ]
    # The other way round: it has its name of today on the older side alone.
    git(top, "mv", "gold/queries.jsonl", "gold/asked.jsonl")
    base = git(top, "rev-parse", "HEAD").strip()
    for head in (None, edit(top, text + '{"id": "q98"}\n', "gold/asked.jsonl")):
        assert [note.then for note in side(top, head, side(top, base)).notes] == ["gold/asked.jsonl"]
        assert side(top, head, side(top, base)).queries.startswith(text.encode())


def test_nothing_is_committed_yet(tmp_path):
    """And a revision to leave out is none."""
    git(tmp_path, "init", "-q")
    with pytest.raises(InputError, match="nothing is committed yet"):
        commit_of(tmp_path, "HEAD")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "one")
    with pytest.raises(InputError, match="is no revision"):
        commit_of(tmp_path, "^HEAD")
