"""What Git itself does with the drivers, in real repositories."""

import json
import subprocess
import sys

import pytest
from hypothesis import given, settings

from assay.changes.driver_config import settings as configured
from assay.gold.fields import QUERY, file_bytes
from assay.gold.passages import passages_bytes
from assay.gold.queries import queries_bytes
from assay.jsonl import MARKERS
from gold.samples import passage, query

from .clone import PASSAGES, QUERIES, make
from .test_merging import branches, holds, meant

ROWS = [query("q1"), query("q2"), query("q3")]
OURS, THEIRS = ({"query": "Когда?"}, {"rationale": "Иначе."})


def changed(name, values, rows=ROWS):
    return queries_bytes([row | values if row["id"] == name else row for row in rows])


@pytest.fixture
def clone(tmp_path):
    return make(tmp_path / "clone", ROWS, [passage("p1")])


BOTH = changed("q1", OURS, [row | (THEIRS if row["id"] == "q1" else {}) for row in ROWS])


def stash(clone):
    clone.write(changed("q1", THEIRS))
    clone.git("stash", "-q")
    clone.commit(changed("q1", OURS))
    clone.git("stash", "pop")


def on_branches(*words):
    def do(clone):
        clone.branches(changed("q1", OURS), changed("q1", THEIRS))
        clone.git(*words)

    return do


@pytest.mark.parametrize(
    "do",
    [
        on_branches("merge", "-q", "other"),
        on_branches("rebase", "-q", "other"),
        on_branches("cherry-pick", "other"),
        stash,
    ],
    ids=["merge", "rebase", "cherry-pick", "stash pop"],
)
def test_edits_that_do_not_overlap_are_joined(clone, do):
    """Two fields of one line: Git alone could not."""
    do(clone)
    assert clone.read() == BOTH


@pytest.mark.parametrize(
    "words", [("merge", "other"), ("rebase", "other"), ("cherry-pick", "other")], ids=lambda w: w[0]
)
def test_one_field_changed_twice_stops_git_and_is_named(clone, words):
    """Query and field, on the terminal and in the file; Git knows the conflict and so does the check."""
    clone.branches(changed("q2", {"query": "Когда?"}), changed("q2", {"query": "Сколько?"}))
    done = clone.git(*words, check=False)
    assert done.returncode == 1
    message = "CONFLICT (gold): gold/queries.jsonl q2: both sides changed query; keep one of the lines between the markers"
    assert message in done.stderr
    assert clone.git("diff", "--name-only", "--diff-filter=U").stdout == f"{QUERIES}\n"
    assert "<<<<<<< ours: q2 (query)\n" in clone.read().decode()
    code = "from assay.__main__ import main; main()"
    check = subprocess.run(
        [sys.executable, "-c", code, "gold", "check"],
        cwd=clone.top,
        capture_output=True,
        text=True,
        check=False,
    )
    assert check.returncode == 1
    assert "gold/queries.jsonl:2: is a conflict marker of a merge; resolve the conflict" in check.stderr
    shown = clone.git("diff").stdout
    assert "lines that are no rows" in shown
    assert "question: Сколько?" in shown


def test_a_chosen_line_ends_the_conflict(clone):
    """Markers and the other line out; nothing that was agreed is lost."""
    clone.branches(
        changed("q2", {"query": "Когда?", "split": "holdout"}), changed("q2", {"query": "Сколько?", **THEIRS})
    )
    assert clone.git("merge", "other", check=False).returncode == 1
    lines = clone.read().decode().splitlines(keepends=True)
    clone.commit(
        "".join(line for line in lines if not line.startswith(MARKERS) and "Сколько?" not in line).encode()
    )
    assert clone.read() == changed("q2", {"query": "Когда?", "split": "holdout", **THEIRS})


def test_both_files_are_merged_at_once(clone):
    """Passages by their fields, too."""
    clone.branches(
        passages_bytes([passage("p1", url="/a"), passage("p2")]),
        passages_bytes([passage("p1", section="Срок")]),
        PASSAGES,
    )
    clone.git("merge", "-q", "other")
    assert clone.read(PASSAGES) == passages_bytes([passage("p1", url="/a", section="Срок"), passage("p2")])


def test_a_file_that_both_branches_began(tmp_path):
    """There is no version before: rows of both."""
    clone = make(tmp_path / "clone")
    clone.git("rm", "-q", QUERIES)
    clone.git("commit", "-qm", "none yet")
    clone.branches(queries_bytes(ROWS[:2]), queries_bytes(ROWS[1:]))
    clone.git("merge", "-q", "other")
    assert clone.read() == queries_bytes(ROWS)


def test_a_file_that_one_branch_removed_is_left_to_git(clone):
    """Removed here, changed there: Git's own conflict, with the file as it is there."""
    clone.git("checkout", "-qb", "other")
    clone.commit(changed("q1", THEIRS))
    clone.git("checkout", "-q", "main")
    clone.git("rm", "-q", QUERIES)
    clone.git("commit", "-qm", "gone")
    done = clone.git("merge", "other", check=False)
    assert (done.returncode, clone.read()) == (1, changed("q1", THEIRS))
    assert "CONFLICT (modify/delete)" in done.stdout


def test_branches_that_were_merged_into_each_other(clone):
    """Git makes one common version of two: what is agreed there is no conflict later."""
    first, second = {"query": "Когда?"}, {"rationale": "Иначе."}
    clone.branches(changed("q1", first), changed("q1", second))
    clone.git("branch", "ours-before")
    clone.git("merge", "-q", "other")
    clone.git("checkout", "-q", "other")
    clone.git("merge", "-q", "ours-before")
    third = {**first, **second, "query": "Сколько?"}
    clone.commit(changed("q1", third))
    clone.git("checkout", "-q", "main")
    clone.commit(
        changed(
            "q2", {"split": "holdout"}, [row | (first | second if row["id"] == "q1" else {}) for row in ROWS]
        )
    )
    assert len(clone.git("merge-base", "--all", "main", "other").stdout.split()) == 2
    clone.git("merge", "-q", "other")
    assert clone.read() == changed(
        "q2", {"split": "holdout"}, [row | (third if row["id"] == "q1" else {}) for row in ROWS]
    )


def test_a_conflict_of_the_common_version_is_no_garbage_later(clone):
    """Both took another side of it; the conflict is that of the field, not of markers within markers."""
    clone.branches(changed("q1", {"query": "А?"}), changed("q1", {"query": "Б?"}))
    clone.git("branch", "ours-before")
    assert clone.git("merge", "other", check=False).returncode == 1
    clone.commit(changed("q1", {"query": "А?"}))
    clone.git("checkout", "-q", "other")
    assert clone.git("merge", "ours-before", check=False).returncode == 1
    clone.commit(changed("q1", {"query": "Б?"}))
    done = clone.git("merge", "main", check=False)
    assert "gold/queries.jsonl q1: both sides changed query" in done.stderr
    assert [line[:10] for line in clone.read().decode().splitlines()][::2] == [
        "<<<<<<< ou",
        "=======",
        ">>>>>>> th",
        '{"id": "q3',
    ]


@pytest.mark.parametrize(
    ("ours", "code", "wanted"),
    [
        (queries_bytes(ROWS) + b"{broken\n", 0, b"{broken\n"),
        (queries_bytes(ROWS) + queries_bytes([query("q3", query="?")]), 0, b"?"),
        (b"\x00\xff" + queries_bytes(ROWS), 1, b"\x00\xff"),
    ],
    ids=["a broken line", "an id twice", "binary garbage"],
)
def test_what_cannot_be_read_is_merged_by_git_and_said(clone, ours, code, wanted):
    """Line by line, loudly, and nothing is lost: neither side's lines."""
    clone.branches(ours, changed("q1", THEIRS))
    done = clone.git("merge", "other", check=False)
    assert done.returncode == code
    assert "assay: ours:gold/queries.jsonl:" in done.stderr
    assert "assay: gold/queries.jsonl: merged line by line, not by id; then: assay gold check" in done.stderr
    assert wanted in clone.read()
    assert code or "Иначе.".encode() in clone.read()
    assert clone.git("show", "other:" + QUERIES).stdout == changed("q1", THEIRS).decode()


@pytest.mark.parametrize("what", ["textconv", "driver"])
def test_a_program_that_is_gone_does_not_stop_git(clone, what):
    """Of an environment that somebody removed: lines as they are."""
    for key, value in configured(clone.top).items():
        clone.git("config", key, value.replace(sys.executable, "/nowhere/python"))
    if what == "textconv":
        clone.write(changed("q1", OURS))
        done = clone.git("diff")
        assert '+{"id": "q1", "query": "Когда?"' in done.stdout
        assert "is shown as it is: its program cannot run (make check)" in done.stderr
    else:
        clone.branches(changed("q1", OURS), changed("q3", THEIRS))
        done = clone.git("merge", "-q", "other")
        assert clone.read() == changed(
            "q3", THEIRS, [row | (OURS if row["id"] == "q1" else {}) for row in ROWS]
        )
        assert "merged line by line, not by id" in done.stderr


def test_a_commit_without_the_program_does_not_stop_git(tmp_path):
    """The clone's own environment runs what is checked out, be it older than the drivers."""
    clone = make(tmp_path / "clone", ROWS, enable=False)
    (clone.top / ".venv").symlink_to(sys.prefix)  # its scripts/ is that of this clone, which has none
    for key, value in configured(clone.top).items():
        clone.git("config", key, value)
    clone.write(changed("q1", OURS))
    assert '+{"id": "q1", "query": "Когда?"' in clone.git("diff").stdout
    clone.git("checkout", "-q", ".")
    clone.branches(changed("q1", OURS), changed("q3", THEIRS))
    clone.git("merge", "-q", "other")
    assert "Иначе.".encode() in clone.read()


@pytest.mark.parametrize("words", [("diff",), ("log", "-p", "-1"), ("show",)], ids=lambda words: words[0])
def test_git_prints_changes_in_words(tmp_path, words):
    """The hunk is headed by the query; the language is that of the report; from any folder."""
    clone = make(tmp_path / "clone", ROWS, lang="ru")
    if words == ("diff",):
        clone.write(changed("q2", {"rationale": "Иначе."}))
    else:
        clone.commit(changed("q2", {"rationale": "Иначе."}))
    shown = clone.git("-C", "gold", *words).stdout
    assert "-  обоснование: Правило одно.\n+  обоснование: Иначе.\n" in shown
    (hunk,) = (line for line in shown.splitlines() if line.startswith("@@"))
    assert hunk.endswith("@@ вопрос q2")


@pytest.mark.parametrize(
    "passages", ["kept", "removed", "gone", b"<<<<<<< a\n=======\n>>>>>>> b\n", b"\x00\xff"]
)
def test_a_set_is_shown_with_how_its_passages_begin(tmp_path, passages):
    """On both sides as the work tree has them; where it has none, or garbage, by their ids."""
    rows = [query("q1", evidence_sets=[["p1"], ["p2"]])]
    marked = [passage("p1", "Вернуть можно в течение 14 дней."), passage("p2", "Иначе нельзя.")]
    clone = make(tmp_path / "clone", rows, marked)
    clone.write(queries_bytes([rows[0] | {"evidence_sets": [["p2"]]}]))
    if passages == "removed":
        clone.write(passages_bytes(marked[1:]), PASSAGES)
    elif passages == "gone":
        (clone.top / PASSAGES).unlink()
    elif isinstance(passages, bytes):
        clone.write(passages, PASSAGES)
    shown = clone.git("diff", "--", QUERIES)
    words = " «Вернуть можно в течение 14 дней.»" if passages == "kept" else ""
    assert f"-  accepted: p1{words}\n" in shown.stdout
    assert shown.stderr == ""


def test_a_line_that_moved_is_no_change(clone):
    """Git knows that the file differs, and shows nothing of it."""
    clone.write(b"".join(reversed(clone.read().splitlines(keepends=True))))
    assert clone.git("status", "--porcelain").stdout == f" M {QUERIES}\n"
    assert "@@" not in clone.git("diff").stdout


def test_one_word_of_a_long_text_is_one_short_line(clone):
    """Sentence by sentence; words are marked within it on demand."""
    text = "Первое правило. Второе правило. Третье правило."
    clone.commit(changed("q1", {"rationale": text}))
    clone.write(changed("q1", {"rationale": text.replace("Второе", "Иное")}))
    assert "-    Второе правило.\n+    Иное правило.\n" in clone.git("diff").stdout
    assert "    [-Второе-]{+Иное+} правило.\n" in clone.git("diff", "--word-diff").stdout


@pytest.mark.parametrize(
    "data", [b"", b"\x00\xff\xfe garbage \x1b[31m", b"<<<<<<< a\n=======\n>>>>>>> b\n", b"[" * 10**5]
)
def test_any_file_has_a_diff(clone, data):
    """Nothing of it ends `git diff` with an error."""
    clone.write(data)
    done = clone.git("diff")
    assert (done.stderr, "-query q1" in done.stdout) == ("", True)


def test_a_file_in_words_is_no_patch_and_git_keeps_patches(clone):
    """`--no-textconv`, format-patch and the index work with the lines."""
    before = clone.read()
    clone.write(changed("q1", OURS))
    patch = clone.git("diff", "--no-textconv").stdout
    clone.write(before)
    subprocess.run(["git", "apply"], cwd=clone.top, input=patch.encode(), check=True)
    assert clone.read() == changed("q1", OURS)


@pytest.mark.parametrize("overlap", [False, True])
def test_without_the_drivers_git_goes_its_own_way(tmp_path, overlap):
    """.gitattributes names drivers that a clone does not have: lines are compared and merged."""
    clone = make(tmp_path / "clone", ROWS, enable=False)
    clone.branches(changed("q1", OURS), changed("q1" if overlap else "q3", THEIRS))
    assert '+{"id": "q1", "query": "Когда?"' in clone.git("show").stdout
    done = clone.git("merge", "other", check=False)
    assert (done.returncode, "<<<<<<< HEAD" in clone.read().decode()) == (int(overlap), overlap)


def test_two_lines_of_the_changelog_are_both_kept(clone):
    """Of two branches that each add theirs on top; also without the drivers."""
    name = "gold/CHANGELOG.md"
    clone.commit(b"# Changes\n\n- 2026-10: old\n", name)
    clone.branches(
        b"# Changes\n\n- 2026-11: ours\n- 2026-10: old\n",
        b"# Changes\n\n- 2026-11: theirs\n- 2026-10: old\n",
        name,
    )
    clone.git("merge", "-q", "other")
    assert clone.read(name) == b"# Changes\n\n- 2026-11: ours\n- 2026-11: theirs\n- 2026-10: old\n"


def test_the_drivers_start_without_slow_libraries(clone):
    """Git runs them for every version of every file."""
    code = "import sys, assay.changes.driver as d; d.main(['text', sys.argv[1]]); print(sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code, QUERIES], cwd=clone.top, capture_output=True, text=True, check=True
    )
    for slow in ("polars", "numpy", "click", "rapidfuzz", "pandera"):
        assert f"'{slow}'" not in done.stdout


def has_edits(kept, before, after):
    try:
        return holds(kept, before, after)
    except AssertionError:
        return False


@pytest.mark.slow
@settings(max_examples=25)
@given(versions=branches())
def test_git_never_doubles_an_id_nor_loses_an_edit(tmp_path_factory, versions):
    """Random edits on two branches, merged by Git: one row an id, and each side's changes are there."""
    clone = make(tmp_path_factory.mktemp("random") / "clone")
    base, ours, theirs = versions
    clone.commit(file_bytes(base.values(), QUERY) + b"\n", message="base")
    clone.branches(*(file_bytes(rows.values(), QUERY) for rows in (ours, theirs)))
    done = clone.git("merge", "-q", "other", check=False)
    lines = clone.read().decode().splitlines()
    found = [json.loads(line) for line in lines if line and not line.startswith(MARKERS)]
    conflicts = sum(line.startswith("<<<<<<<") for line in lines)
    assert (done.returncode == 1) == bool(conflicts), done.stderr
    names = [row["id"] for row in found]
    assert len(names) - len(set(names)) <= conflicts
    for side, other in ((ours, theirs), (theirs, ours)):
        for name, row in side.items():
            kept = [one for one in found if one["id"] == name]
            edited = name not in base or any(meant(base[name][key]) != meant(row[key]) for key in row)
            assert not edited or any(has_edits(one, base.get(name), row) for one in kept)
        untouched = {name for name, row in base.items() if other.get(name) == row}
        assert not (untouched - side.keys()) & set(names)
