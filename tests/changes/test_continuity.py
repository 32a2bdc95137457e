import json
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import pipeline
from assay import disclosure, ledger
from assay.__main__ import assay
from assay.changes.continuity import not_kept
from assay.changes.reuse import is_another
from assay.errors import InputError
from assay.gold.fields import PASSAGE, QUERY
from assay.gold.passages import passages_bytes
from assay.gold.queries import queries_bytes
from assay.manifest import sha256
from evidence import cases

PARAMS = "snapshots:\n  main: {source: corpus, chunking: structure, size: 300, overlap: 0}\n"
CARD = "4111 1111 1111 1111"


def query(name, text, sets, **more):
    row = {**dict.fromkeys(QUERY), "id": name, "query": text, "lang": "ru", "type": "exact", "split": "dev"}
    return row | {"status": "unreviewed", "evidence_sets": sets, "relevant": {}, "why": {}, **more}


def passage(name, text):
    return {
        **dict.fromkeys(PASSAGE),
        "id": name,
        "doc_id": "a",
        "text": text,
        "sha256": sha256(text.encode()),
    }


QUERIES = [
    query("q-1", "Сколько стоит доставка?", [["p-1"]]),
    query("q-2", "Как вернуть товар, купленный месяц назад?", [["p-2"]]),
    query("q-3", "Where is my parcel now?", None, lang="en"),
]
PASSAGES = [passage("p-1", "Доставка стоит 300 рублей."), passage("p-2", "Возврат в течение 30 дней.")]


def write_gold(top, queries=QUERIES, passages=PASSAGES):
    (top / "gold" / "queries.jsonl").write_bytes(queries_bytes(queries))
    (top / "gold" / "passages.jsonl").write_bytes(passages_bytes(passages))


def say(top, line):
    path = top / "gold" / "CHANGELOG.md"
    path.write_text(path.read_text("utf-8") + f"- {line}\n", "utf-8")


@pytest.fixture
def top(tmp_path, monkeypatch):
    """A repository whose main has gold, two ledgers, a run in Git and one in DVC; a branch is checked out."""
    top = tmp_path / "r"
    for name in ("corpus", "gold", "evidence/triage", "runs/recorded/shop/one"):
        (top / name).mkdir(parents=True)
    (top / "params.yaml").write_text(PARAMS)
    (top / "corpus" / "a.md").write_text(
        "---\nid: a\ntitle: A\nversion: v1\nlang: ru\n---\nДоставка.\n", "utf-8"
    )
    (top / "gold" / "CHANGELOG.md").write_text("# Changes\n\n- Earlier.\n")
    write_gold(top)
    for who in ("ada", "boris"):
        for number in range(3):
            decide(top, who, f"q-{number}")
    (top / "runs/recorded/README.md").write_text("Runs.\n")
    (top / "runs/recorded/shop/one/card.json").write_text('{"notes":\n "first"}\n')
    (top / "runs/recorded/shop/two.dvc").write_text("outs:\n- md5: abc\n")
    (top / "runs/recorded/shop/.gitignore").write_text("/two\n")
    pipeline.git(top, "init", "-q", "-b", "main")
    pipeline.commit(top, "start")
    pipeline.git(top, "switch", "-qc", "work")
    monkeypatch.chdir(top)
    return top


def decide(top, who, name):
    values = {"query_id": name, "text_sha256": "0" * 64, "decision": "not_relevant", "reason": "Не о том."}
    values |= {"supports_claims": None, "compatible_with": None}
    ledger.append(top / "evidence" / "triage" / f"{who}.jsonl", ledger.new_row(values, who))


def history(*words):
    """Lines of what is wrong, and what was said of each check."""
    done = CliRunner().invoke(assay, ["check", "history", *words])
    if done.exception is None:
        return [], done.stderr
    assert isinstance(done.exception, InputError), done.exc_info
    return [str(problem) for problem in done.exception.problems], done.stderr


def edit_line(path, number, change):
    lines = path.read_bytes().split(b"\n")
    lines[number - 1 : number] = change(lines[number - 1])
    path.write_bytes(b"\n".join(lines))


def test_a_branch_that_adds_rows_runs_and_queries_is_in_order(top):
    """Rows in another order, too; before and after they are committed, against main and a name."""
    decide(top, "ada", "q-9")
    decide(top, "new", "q-9")
    path = top / "evidence/triage/boris.jsonl"
    path.write_text("".join(reversed(path.read_text("utf-8").splitlines(keepends=True))), "utf-8")
    (top / "runs/recorded/shop/three").mkdir()
    (top / "runs/recorded/shop/three/card.json").write_text("{}\n")
    (top / "runs/recorded/shop/.gitignore").write_text("/two\n/four\n")
    (top / "runs/recorded/README.md").write_text("Runs of the shop.\n")
    write_gold(top, [*QUERIES, query("q-4", "Можно ли оплатить картой?", None)])
    say(top, "q-4 is new")
    assert history()[0] == []
    pipeline.commit(top, "more")
    problems, said = history("--base", "main")
    assert problems == []
    assert said.splitlines() == [
        f"{name}: ok" for name in ("ledgers", "query ids", "recorded runs", "changelog", "disclosure")
    ]


@pytest.mark.parametrize("line", [b"<<<<<<< ours", b"twice"])
def test_a_fault_of_a_line_is_counted_once(top, line):
    """Under the check of ids: a gold set that cannot be read has no revision to say something of."""
    path = top / "gold" / "queries.jsonl"
    good = path.read_bytes()
    path.write_bytes(good + (good.splitlines()[0] if line == b"twice" else line) + b"\n")
    problems, said = history()
    assert len(problems) == 1
    assert [one for one in said.splitlines() if "problem" in one] == ["query ids: 1 problem"]


def test_rows_of_ledgers_are_neither_edited_nor_removed(top):
    """An edited row by its line now, a removed one by its line then; one whose spaces alone differ is edited."""
    ada, boris = (top / "evidence/triage" / f"{name}.jsonl" for name in ("ada", "boris"))
    names = [[json.loads(line)["row_id"] for line in one.read_text().splitlines()] for one in (ada, boris)]
    edit_line(ada, 2, lambda line: [line.replace("Не о том".encode(), "Другое".encode())])
    edit_line(ada, 1, lambda _: [])
    edit_line(boris, 3, lambda line: [line.replace(b'": ', b'":', 1)])
    problems, _ = history()
    assert [one.partition("; ")[0] for one in problems] == [
        problem.format(base=pipeline.git(top, "rev-parse", "main")[:10])
        for problem in (
            f"evidence/triage/ada.jsonl:1: row {names[0][0]}, line 1 at {{base}}, is gone: rows are never removed or edited",
            f"evidence/triage/ada.jsonl:1: row {names[0][1]} is not as it was at {{base}}: rows are never edited",
            f"evidence/triage/boris.jsonl:3: row {names[1][2]} is not as it was at {{base}}: rows are never edited",
        )
    ]
    assert all("restore it (git show " in one for one in problems)


def test_rows_of_nested_ledgers_are_neither_edited_nor_removed(top):
    """Those about an answer, in its folder; a folder that is gone or renamed is told file by file."""
    names = ("a-017/ada", "a-017/boris", "b-1/ada")
    rows = [cases.claim("C-017-1", cases.answer(answer_id=answer), by=who, minute=n)
            for answer, who in (("A-017", "ada"), ("A-017", "boris"), ("B-1", "ada")) for n in (0, 1)]  # fmt: skip
    cases.write_shop(top, rows=rows)
    pipeline.commit(top, "claims")
    pipeline.git(top, "branch", "-f", "main")
    base = pipeline.git(top, "rev-parse", "main")[:10]
    files = [top / cases.LEDGER / f"{name}.jsonl" for name in names]
    edit_line(files[0], 2, lambda line: [line.replace("Назад примут".encode(), "Вернут".encode())])
    edit_line(files[0], 1, lambda _: [])
    files[1].unlink()
    files[2].parent.rename(top / cases.LEDGER / "b-2")
    place = f"{cases.LEDGER}/{{}}.jsonl".format
    assert [one.partition("; ")[0] for one in history()[0]] == [
        f"{place(names[0])}:1: row {rows[0]['row_id']}, line 1 at {base}, is gone: rows are never removed or edited",
        f"{place(names[0])}:1: row {rows[1]['row_id']} is not as it was at {base}: rows are never edited",
        f"{place(names[1])}: is gone with 2 rows",
        f"{place(names[2])}: is gone with 2 rows",
    ]


def test_a_recorded_answer_is_never_changed(top):
    """Not even by spaces; a replay is a new folder."""
    cases.write_shop(top)
    pipeline.commit(top, "run")
    pipeline.git(top, "branch", "-f", "main")
    cases.write_shop(top, {**cases.A017, "answer_id": "A-018"}, name="shop/replay")
    assert history()[0] == []
    path = top / cases.WHERE / "answers.jsonl"
    path.write_bytes(path.read_bytes().replace(b'": ', b'":', 1))
    assert [one.partition("; ")[0] for one in history()[0]] == [
        f"{cases.WHERE}/answers.jsonl:1: is not as it was: a recorded run is never changed"
    ]


def test_a_ledger_that_is_gone_or_renamed_is_one_problem(top):
    """With how many rows it had."""
    (top / "evidence/triage/ada.jsonl").rename(top / "evidence/triage/ada-2.jsonl")
    problems, _ = history()
    assert len(problems) == 1
    assert problems[0].startswith("evidence/triage/ada.jsonl: is gone with 3 rows; a ledger keeps its name; ")


@given(
    st.lists(st.binary(max_size=6).filter(lambda row: b"\n" not in row and row.strip()), max_size=6),
    st.data(),
)
def test_rows_are_kept_in_any_order_among_others(rows, data):
    """Law: a permutation with more rows is in order; one row less is one problem."""
    more = data.draw(st.lists(st.just(b'{"row_id": "new"}'), max_size=3))
    after = data.draw(st.permutations(rows + more))
    before = b"\n".join([*rows, b""])
    assert list(not_kept("l", before, b"\n".join([*after, b""]), "base")) == []
    if rows:
        less = list(after)
        less.remove(rows[0])
        assert len(list(not_kept("l", before, b"\n".join([*less, b""]), "base"))) == 1


def test_an_id_that_stands_for_another_question_is_named(top):
    """Reworded or with other labels it is the same question; with both, another one."""
    new = query("q-1", "Можно ли оплатить заказ частями?", [["p-2"]])
    write_gold(top, [new, *QUERIES[1:]])
    say(top, "q-1 is other")
    base = pipeline.git(top, "rev-parse", "main")[:10]
    assert history()[0] == [
        (
            f"gold/queries.jsonl:1 q-1: the id stood for another question at {base}: «Сколько стоит доставка?»; "
            "give the new question an id of its own, and leave the old one to the old question"
        )
    ]


@pytest.mark.parametrize(
    "row",
    [
        query("q-2", "В какой срок принимают назад покупки?", [["p-2"]]),
        query("q-2", "Как вернуть товар, который куплен месяц назад?", [["p-1"]]),
        query("q-2", "Сдать обратно", [], rewritten="Как вернуть товар, купленный месяц назад?"),
    ],
)
def test_a_reworded_or_relabelled_question_is_the_same(row):
    """Words that are alike, or a passage in common, are enough; of the standalone question, too."""
    assert not is_another(QUERIES[1], row)


def test_a_passage_with_a_new_id_is_a_label_in_common():
    """The label was renamed, not given up."""
    row = query("q-2", "В какой срок принимают назад покупки?", [["returns#term"]])
    assert is_another(QUERIES[1], row)
    assert not is_another(QUERIES[1], row, {"p-2": "returns#term"})


@pytest.mark.parametrize("merged", [False, True])
def test_an_id_that_was_removed_does_not_come_back_for_another_question(top, merged):
    """Whether a commit or a merge removed it; the same question may come back."""
    git = pipeline.git
    git(top, "switch", "-q", "main")
    if merged:
        git(top, "switch", "-qc", "side")
        (top / "corpus" / "b.md").write_text("x")
        pipeline.commit(top, "side")
        git(top, "switch", "-q", "main")
        git(top, "merge", "-q", "--no-ff", "--no-commit", "side")
    write_gold(top, [QUERIES[0], QUERIES[2]], PASSAGES)
    pipeline.commit(top, "q-2 is gone")
    git(top, "switch", "-qc", "later")
    say(top, "q-2 is back")
    write_gold(top)
    assert history() == ([], history()[1])
    write_gold(top, [QUERIES[0], query("q-2", "Можно ли оплатить картой?", [["p-1"]]), QUERIES[2]])
    gone = git(top, "rev-parse", "main")[:10]
    assert [one.partition("; ")[0] for one in history()[0]] == [
        (
            f"gold/queries.jsonl:2 q-2: the id stood for another question until {gone} removed it: "
            "«Как вернуть товар, купленный месяц назад?»"
        )
    ]


def test_recorded_runs_and_their_pointers_are_untouched(top):
    """A changed file by its first line that differs; a file that is gone; a pointer to other data."""
    (top / "runs/recorded/shop/one/card.json").write_text('{"notes":\n "second"}\n')
    (top / "runs/recorded/shop/two.dvc").unlink()
    assert [one.partition("; ")[0] for one in history()[0]] == [
        "runs/recorded/shop/one/card.json:2: is not as it was: a recorded run is never changed",
        "runs/recorded/shop/two.dvc: is gone: a recorded run is never changed",
    ]


def test_a_new_revision_needs_a_line_in_the_changelog(top):
    """A rationale is no revision; a line that was there, or is reworded into nothing, does not count."""
    write_gold(top, [QUERIES[0] | {"rationale": "Цена названа."}, *QUERIES[1:]])
    assert history()[0] == []
    write_gold(top, [QUERIES[0] | {"split": "holdout"}, *QUERIES[1:]])
    [problem] = history()[0]
    assert problem.startswith("gold/CHANGELOG.md:1: has no new line, and the gold set has a new revision; ")
    (top / "gold/CHANGELOG.md").write_text("# Changes of labels\n\n- Earlier.\n")
    assert history()[0] == [problem]
    say(top, "q-1 is of the holdout")
    assert history()[0] == []


def test_only_new_personal_data_is_reported(top):
    """A line that only moved, or was edited around what it held, is passed over; what the corpus shows is public."""
    notes, help_page = top / "evidence/notes.md", top / "corpus/help.md"
    notes.write_text("old@example.org\nb\n")
    help_page.write_text(
        "---\nid: help\ntitle: A\nversion: v1\nlang: ru\n---\nПишите help@example.org\n", "utf-8"
    )
    pipeline.commit(top, "before")
    pipeline.git(top, "branch", "-f", "main")
    notes.write_text(f"b\nstill old@example.org\nhelp@example.org\nкарта {CARD}\n", "utf-8")
    problems, _ = history()
    assert [one.partition("; ")[0] for one in problems] == ["evidence/notes.md:4: holds a card number"]
    assert CARD not in "".join(problems)


def test_what_a_later_commit_took_out_is_still_in_git(top):
    """The commit is named; after it is gone from the branch, too, all is well."""
    notes = top / "evidence/notes.md"
    notes.write_text(f"карта {CARD}\n", "utf-8")
    pipeline.commit(top, "slip")
    slip = pipeline.git(top, "rev-parse", "HEAD")[:10]
    notes.write_text("карта\n", "utf-8")
    pipeline.commit(top, "mend")
    [problem] = history()[0]
    assert problem.startswith(f"evidence/notes.md:1: held a card number in commit {slip}; Git keeps ")
    pipeline.git(top, "reset", "-q", "--soft", "main")
    pipeline.commit(top, "clean")
    assert history()[0] == []


def test_main_may_have_gone_on(top):
    """What came to main since is no loss of the branch: it is held against where it began."""
    pipeline.git(top, "switch", "-q", "main")
    decide(top, "ada", "q-9")
    pipeline.commit(top, "main goes on")
    pipeline.git(top, "switch", "-q", "work")
    assert history()[0] == []
    assert history("--base", "main")[0] == []


@pytest.mark.usefixtures("top")
def test_an_unknown_revision_names_the_nearest():
    """No traceback, and what was meant."""
    assert history("--base", "mian") == (["mian: is no revision of this repository; did you mean main?"], "")


@pytest.mark.usefixtures("top")
def test_an_empty_base_is_no_default():
    """A variable of CI that is not set must not mean main."""
    assert CliRunner().invoke(assay, ["check", "history", "--base", ""]).exit_code == 2


def test_a_base_without_gold_is_said(top):
    """All of it is new then, and needs a line."""
    pipeline.git(top, "switch", "-q", "--orphan", "bare")
    (top / "README.md").write_text("x\n")
    pipeline.commit(top, "bare")
    pipeline.git(top, "merge", "-q", "--allow-unrelated-histories", "work")
    problems, said = history("--base", "bare~1")
    assert problems == []
    assert "note: " in said
    assert "has no gold/queries.jsonl; it counts as empty" in said


def test_a_shallow_clone_says_how_to_deepen(top, tmp_path, monkeypatch):
    """Where its history ends before the base, and where new ids may be old ones."""
    say(top, "more")
    pipeline.commit(top, "more")
    for depth in ("1", "2"):
        clone = tmp_path / f"clone{depth}"
        subprocess.run(["git", "clone", "-q", "--depth", depth, f"file://{top}", clone], check=True)
        monkeypatch.chdir(clone)
        if depth == "2":
            write_gold(clone, [*QUERIES, query("q-4", "Можно ли оплатить картой?", None)])
        problems, _ = history("--base", "HEAD~1")
        assert len(problems) == 1
        assert "git fetch --unshallow" in problems[0]


def test_check_itself_is_as_before(top):
    """Options of the one are not taken for the other's."""
    done = CliRunner().invoke(assay, ["check", "--only", "ledgers"])
    assert (done.exit_code, done.stderr) == (0, "ledgers: ok\n")
    assert CliRunner().invoke(assay, ["check", "--only", "ledgers", "history"]).exit_code == 2
    assert Path.cwd() == top


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b'{"note": "ivan\\u0040example.org"}\n', "an e-mail address"),
        ("заметка\nivan@example.org\n".encode("utf-16"), "an e-mail address"),
        ("\ufeffкарта 4111 1111 1111 1111\n".encode("utf-16-be"), "a card number"),
        (b"\0ivan@example.org\n", "an e-mail address"),
    ],
)
def test_no_way_of_writing_hides_personal_data(top, data, what):
    """Codes of JSON, UTF-16, a stray NUL; by `assay check`, too. A picture is passed over."""
    (top / "gold/notes.jsonl").write_bytes(data)
    (top / "gold/shot.png").write_bytes(b"\x89PNG\0\xc3\xff a@example.org \0\n")
    pipeline.commit(top, "notes")
    [problem] = history()[0]
    assert re.match(rf"gold/notes.jsonl:\d: holds {what}; ", problem)
    [same] = disclosure.check(top, ["gold"])
    assert str(same) == problem


def test_attributes_of_git_hide_nothing(top):
    """What is still there is told as such where .gitattributes calls its file no text."""
    (top / ".gitattributes").write_text("*.jsonl -diff\n")
    (top / "gold/notes.jsonl").write_text(f'{{"note": "{CARD}"}}\n')
    pipeline.commit(top, "notes")
    assert [one.partition("; ")[0] for one in history()[0]] == ["gold/notes.jsonl:1: holds a card number"]


def test_what_a_merge_alone_brought_is_found(top):
    """And what it left behind; lines of main that it joined are none of the branch."""
    git, notes, page = pipeline.git, top / "evidence/notes.md", top / "evidence/main.md"
    git(top, "switch", "-qc", "side")
    notes.write_text("side@example.org\n")
    pipeline.commit(top, "side")
    git(top, "switch", "-q", "main")
    page.write_text("main@example.org\n")
    pipeline.commit(top, "main goes on")
    git(top, "switch", "-q", "work")
    git(top, "merge", "-q", "--no-ff", "-s", "ours", "-m", "left behind", "side")
    git(top, "merge", "-q", "--no-ff", "--no-commit", "main")
    page.write_text(f"main@example.org\n{CARD}\n")
    pipeline.commit(top, "merged")
    page.write_text("main@example.org\n")
    pipeline.commit(top, "mend")
    assert [one.partition(" in commit")[0] for one in history()[0]] == [
        "evidence/main.md:2: held a card number",
        "evidence/notes.md:1: held an e-mail address",
    ]


def test_questions_that_changed_their_ids_are_named(top):
    """Two that changed places stand under another id, though their labels did not move, or are shared."""
    for sets in ([["p-1"]], [["p-2"]]):
        rows = [QUERIES[0] | {"query": QUERIES[1]["query"], "evidence_sets": sets}]
        rows.append(QUERIES[1] | {"query": QUERIES[0]["query"]})
        write_gold(top, [*rows, QUERIES[2]])
        (top / "gold/CHANGELOG.md").write_text("# Changes\n\n- Earlier.\n- Now.\n")
        found = [one.partition(":")[2].partition(" at ")[0] for one in history()[0]]
        assert found == [f"{n} q-{n}: the id stood for another question" for n in (1, 2)]
