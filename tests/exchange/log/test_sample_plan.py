import json
import os
import random
import subprocess
import sys

import pytest

import pipeline
from assay.errors import InputError
from assay.exchange.log.sample_plan import Wanted, plan_sample
from assay.gold.fields import QUERY
from assay.gold.repository import review_repository
from conftest import ROOT

HOW = {"fields": (), "rows": None, "sheet": None, "header": None, "anew": False}
PARAMS = "snapshots:\n  main: {source: corpus, chunking: structure, size: 300, overlap: 0}\n"
OLD = {**dict.fromkeys(QUERY), "id": "q-1", "query": "Сколько стоит доставка?", "lang": "ru", "type": "exact"}
OLD |= {"split": "dev", "status": "unreviewed", "relevant": {}, "why": {}}
CARD = "4111 1111 1111 1111"
LOG = [
    *[("Как вернуть товар?", "returns", "ann")] * 5,
    ("как вернуть товар", "returns", "bob"),
    *[("где мой заказ", "orders", "bob")] * 3,
    ("сколько стоит  доставка", "orders", "bob"),
    ("привет", "", "ann"),
    ("", "", "ann"),
    (f"карта {CARD} не проходит", "payment", "eve"),
    ("позвоните на +7 912 345-67-89 о возврате", "returns", "eve"),
    ("оплата картой при получении", "payment", "eve"),
]


@pytest.fixture
def top(tmp_path, monkeypatch):
    """A repository with one document and one question."""
    for name in ("corpus", "gold", "evidence"):
        (tmp_path / name).mkdir()
    (tmp_path / "params.yaml").write_text(PARAMS)
    front = "---\nid: a\ntitle: A\nversion: v1\nlang: ru\n---\n"
    (tmp_path / "corpus" / "a.md").write_text(f"{front}Доставка стоит 300 рублей.\n", "utf-8")
    pipeline.write_rows(tmp_path / "gold" / "queries.jsonl", [OLD])
    (tmp_path / "gold" / "passages.jsonl").write_text("")
    (tmp_path / "gold" / "CHANGELOG.md").write_text("# Changes\n\n- Earlier.\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def log(top, records=LOG, name="log.csv"):
    """A log with questions, types and askers."""
    lines = ["question;category;user_id", *(";".join(record) for record in records)]
    (top / name).write_text("\n".join(lines) + "\n", "utf-8")
    return top / name


def drawn(plan):
    """New rows of the gold set by question."""
    rows = map(json.loads, plan.writes["gold/queries.jsonl"].decode().splitlines())
    return {row["query"]: row for row in rows if row["id"].startswith("s-")}


def test_questions_become_unlabelled_queries(top):
    """Every field: id of the text, type and language of the log, nothing said of labels."""
    plan = plan_sample(top, log(top), HOW, Wanted(3, split="holdout"))
    rows = drawn(plan)
    assert set(rows) == {"Как вернуть товар?", "где мой заказ", "оплата картой при получении"}
    plan.carry_out(top)
    found = review_repository(top)
    assert (found.problems, found.counts["queries not labelled"]) == ([], 4)
    assert rows["Как вернуть товар?"] == {
        **dict.fromkeys(QUERY),
        "id": "s-95c8e571",
        "query": "Как вернуть товар?",
        "lang": "ru",
        "type": "returns",
        "split": "holdout",
        "relevant": {},
        "why": {},
        "status": "unreviewed",
    }


def test_what_people_are_told(top):
    """Counts, what is left out and where, the table of strata, each question with its askings; no personal data."""
    plan = plan_sample(top, log(top), HOW, Wanted(2))
    assert plan.facts == [
        "15 records",
        "mapping (guessed): query = question, type = category, asker = user_id",
        "asked 15 times, by 3 askers",
        "7 different questions (case, spaces, ё/е and marks at the end do not count)",
        "left out: 1 of fewer than 2 words, 1 in the gold set already, 2 with personal data, 1 record without a question",
        "with personal data (reword them in the log, or --masked writes a placeholder for each find):",
        "  log.csv:14: holds a card number",
        "  log.csv:15: holds a phone number",
        "  type     band   questions  askings  drawn",
        "  orders   torso          1        3      1",
        "  payment  tail           1        1      0",
        "  returns  head           1        6      1",
        "drawn with seed 0: 2 questions",
        "  s-cb56d5f8  asked 3 times by 1: где мой заказ",
        "  s-95c8e571  asked 6 times by 2: Как вернуть товар?",
    ]
    said = "\n".join([*plan.report(top, dry=True)])
    assert "4111" not in said
    assert "912" not in said
    assert "lost: how often each was asked: the gold set has no field for it: 2" in said
    assert "lost: who asked: 15" in said


def test_the_draw_is_noted_so_that_it_can_be_done_again(top):
    """In front of earlier changes: the log, how many, seed, strata."""
    plan = plan_sample(top, log(top), HOW, Wanted(2, seed=4))
    assert plan.writes["gold/CHANGELOG.md"].decode() == (
        "# Changes\n\n- Drawn from log.csv: 2 questions without labels (seed 4, by type, band): "
        "orders torso 1, returns head 1.\n- Earlier.\n"
    )


def test_no_file_says_who_asked(top):
    """Neither the names nor the column of them, which params.yaml would keep."""
    plan = plan_sample(top, log(top), HOW, Wanted(9, masked=True))
    written = b"".join(plan.writes.values()).decode()
    assert "question" in plan.writes["params.yaml"].decode()
    for word in ("user_id", "asker", "ann", "bob", "eve"):
        assert word not in written


def test_masked_questions_pass_the_check(top):
    """A placeholder for each find; the id is made of what is written, so that it gives nothing away."""
    plan = plan_sample(top, log(top), HOW, Wanted(9, masked=True))
    rows = drawn(plan)
    assert {"карта <card number> не проходит", "позвоните на <phone number> о возврате"} < set(rows)
    assert "2 questions with placeholders for personal data; names of people are not found" in plan.facts
    plan.carry_out(top)
    assert review_repository(top).problems == []
    again = log(top, [("карта 5555 5555 5555 4444 не проходит", "payment", "x")], "other.csv")
    assert plan_sample(top, again, HOW, Wanted(9, masked=True)).writes == {}


def test_what_is_public_is_no_personal_data(top):
    """As the number of the help desk."""
    (top / "evidence" / "public.txt").write_text("+7 912 345-67-89\n")
    rows = drawn(plan_sample(top, log(top), HOW, Wanted(9)))
    assert "позвоните на +7 912 345-67-89 о возврате" in rows


def test_columns_that_tell_people_apart_are_no_types(top):
    """Refused with the address, without the value."""
    file = log(top, [("как вернуть товар", "a", "x"), ("где мой заказ", "ivan@example.com", "y")])
    with pytest.raises(InputError) as refused:
        plan_sample(top, file, HOW, Wanted(2))
    assert str(refused.value) == "log.csv:3 type: holds an e-mail address; map another field: --map type=PATH"


def test_more_than_there_is_is_said(top):
    """All are drawn; a second draw finds none, and writes nothing."""
    plan = plan_sample(top, log(top), HOW, Wanted(50))
    assert "50 were asked for: all 3 that are left are drawn" in plan.facts
    plan.carry_out(top)
    again = plan_sample(top, log(top), HOW, Wanted(50))
    assert "50 were asked for: none is left" in again.facts
    assert again.writes == {}


def test_a_question_that_was_reworded_is_not_drawn_again(top):
    """Its id stays that of the question in the log."""
    plan_sample(top, log(top), HOW, Wanted(50)).carry_out(top)
    pipeline.edit(top / "gold" / "queries.jsonl", "где мой заказ", "Как узнать, где находится посылка?")
    assert plan_sample(top, log(top), HOW, Wanted(50)).writes == {}


def test_a_second_draw_adds_to_the_first(top):
    """What one draw of both has in a stratum, two draws one after the other have too."""
    records = [(f"вопрос про {hex((at + 5) ** 8)}", "a", "x") for at in range(30)]
    whole = set(drawn(plan_sample(top, log(top, records), HOW, Wanted(12))))
    plan_sample(top, log(top, records), HOW, Wanted(5)).carry_out(top)
    assert set(drawn(plan_sample(top, log(top, records), HOW, Wanted(7)))) == whole


def test_rules_of_the_gold_set_are_named_by_the_line_of_the_log(top):
    """A type that says that there is no answer needs labels; nothing is written."""
    with pytest.raises(InputError, match=r"^log.csv:2 \(s-95c8e571\): ") as refused:
        plan_sample(top, log(top, [("как вернуть товар", "no_answer", "x")]), HOW, Wanted(1))
    assert len(refused.value.problems) == 1


@pytest.mark.parametrize(("name", "text"), [("log.txt", "\n ?! \n"), ("log.csv", "query,type\n?!,a\n ,b\n")])
def test_a_log_without_a_single_question_is_refused(top, name, text):
    """Empty cells and lone marks are none."""
    (top / name).write_text(text)
    with pytest.raises(InputError, match=rf"^{name}: holds no questions"):
        plan_sample(top, top / name, HOW, Wanted(1))


@pytest.mark.parametrize("seed", [0, 7])
def test_the_order_of_the_log_is_irrelevant(top, seed):
    """The same rows of the gold set, byte for byte."""
    records = [(f"вопрос {hex((at % 40 + 3) ** 7)} про заказ", "abc"[at % 3], "x") for at in range(120)]
    first = plan_sample(top, log(top, records), HOW, Wanted(15, seed=seed))
    random.Random(seed).shuffle(records)
    assert plan_sample(top, log(top, records), HOW, Wanted(15, seed=seed)).writes == first.writes


def test_strata_by_language_and_subject(top):
    """Several columns; what a question does not have is one value of its own."""
    (top / "log.csv").write_text(
        "query,product\nhow to pay,tv\nкак оплатить,tv\nкак вернуть товар,\n", "utf-8"
    )
    plan = plan_sample(top, top / "log.csv", HOW, Wanted(3, by=("lang", "subject")))
    assert plan.facts[4:8] == [
        "  lang  subject  band  questions  askings  drawn",
        "  en    tv       tail          1        1      1",
        "  ru    tv       tail          1        1      1",
        "  ru    –        tail          1        1      1",
    ]
    assert {row["subject"] for row in drawn(plan).values()} == {"tv", None}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    top = tmp_path_factory.mktemp("made") / "repository"
    top.mkdir()
    pipeline.make(top)
    return top


def test_the_command_end_to_end(made):
    """A dry run writes nothing; then the same is written, and passes the check; hashes of texts vary by no setting."""
    log(made)
    pipeline.git(made, "add", "log.csv")
    words = ("gold", "sample", "log.csv", "-n", "4", "--masked", "--by", "type", "--equal")
    dry = [
        pipeline.assay(made, *words, "--dry-run", PYTHONHASHSEED=seed, POLARS_MAX_THREADS=threads)
        for seed, threads in (("1", "1"), ("2", "4"))
    ]
    assert dry[0].stdout == dry[1].stdout
    assert "would change gold/queries.jsonl" in dry[0].stdout
    assert (dry[0].returncode, pipeline.git(made, "diff", "--name-only")) == (0, "")
    done = pipeline.assay(made, *words)
    assert (done.returncode, done.stderr) == (0, "")
    changed = ["gold/CHANGELOG.md", "gold/queries.jsonl", "params.yaml"]
    assert pipeline.git(made, "diff", "--name-only").split() == changed
    checked = pipeline.assay(made, "gold", "check")
    assert checked.returncode == 0
    assert "queries not labelled: 4" in checked.stdout
    assert pipeline.assay(made, "params").returncode == 0


def test_the_group_of_gold_shows_it_and_does_not_load_it():
    """Help of the group starts as fast as before."""
    code = "import sys, assay.__main__ as m\ntry: m.assay(['gold', '--help'])\nexcept SystemExit: pass\nprint(sorted(sys.modules))"
    path = {**os.environ, "PYTHONPATH": str(ROOT / "scripts")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=path)
    assert "sample   Draw questions from a log, unlabelled." in done.stdout
    assert "check    Hold the gold set" in done.stdout
    assert "assay.exchange" not in done.stdout


@pytest.mark.parametrize(
    ("by", "said"),
    [
        (("type",), "no record has a type: drawn by frequency only (--map type=COLUMN names a column; "),
        (("type", "lang"), "no record has a type: drawn by lang and frequency only (--map type=COLUMN "),
        (
            ("type", "subject"),
            "no record has a type or subject: drawn by frequency only (--map type=COLUMN --map ",
        ),
        (("lang",), None),
    ],
)
def test_a_log_without_types_is_drawn_by_frequency_and_says_so(top, by, said):
    """And how to have them; nothing is said where nobody asked for them, or the log has some."""
    bare = top / "bare.csv"
    bare.write_text("question\nкак вернуть товар\nгде мой заказ\n", "utf-8")
    lines = [line for line in plan_sample(top, bare, HOW, Wanted(2, by=by)).facts if "no record has" in line]
    assert [line[: len(said or "")] for line in lines] == ([said] if said else [])
    typed = plan_sample(top, log(top), HOW, Wanted(2))
    assert not any("no record has" in line for line in typed.facts)
