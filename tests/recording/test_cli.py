"""The command as people run it, in a process of its own."""

import json
import signal
import subprocess
import sys
import time

import pytest

from assay import params
from conftest import ROOT
from pipeline import environment, git

from .conftest import TEXTS
from .service import hits, reply, slow


def began(shop, **more):
    """The command under way; the caller ends it."""
    shop.entry.update(concurrency=1, retries=0)
    shop.write()
    git(shop.top, "init", "-q", "-b", "main")
    words = [sys.executable, "-m", "assay", "record", "shop"]
    seen = {**environment(shop.top), "PYTHONPATH": str(ROOT / "scripts"), "NO_PROXY": "127.0.0.1", **more}
    return subprocess.Popen(
        words, cwd=shop.top, env=seen, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def waits_for(service, number):
    """Until so many requests have come, or half a minute has passed."""
    until = time.monotonic() + 30
    while len(service.requests) < number and time.monotonic() < until:
        time.sleep(0.02)
    assert len(service.requests) == number


@pytest.mark.parametrize(("number", "code"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_a_run_that_was_stopped_goes_on(shop, service, number, code):
    """Kill -9 and Ctrl-C: what had come is on the disk, and is not asked for again."""
    service.answer = lambda request, _: (
        slow(20, reply({})) if request["text"] == TEXTS["q-3"] else reply(hits("a"))
    )
    process = began(shop)
    waits_for(service, 3)
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    assert process.returncode == code
    assert "Traceback" not in err
    assert ("run the same command to go on" in err) == (code == 130)
    (part,) = shop.names()
    assert part.endswith(".part")
    assert len((shop.runs / part / "journal.jsonl").read_bytes().splitlines()) == 2
    service.answer = lambda *_: reply(hits("b"))
    done = shop.command("record", "shop")
    assert done.returncode == 0, done.stderr
    assert shop.names() == [part.removesuffix(".part")]
    assert [service.times(text) for text in TEXTS.values()] == [1, 1, 2, 1]
    assert [row["retrieved"][0]["chunk_id"] for row in shop.results(shop.names()[0])] == ["a", "a", "b", "b"]


def test_counts_and_the_entry_are_printed(shop, service):
    """Answers, errors by message, empty lists, latency; what to write into params.yaml; how to ask again."""
    answers = dict(
        zip(
            TEXTS.values(),
            (reply(hits("a", "b", "a")), reply({}, 404), reply({"hits": []}), reply({}, 404)),
            strict=True,
        )
    )
    service.answer = lambda request, _: answers[request["text"]]
    done = shop.command("record", "shop", "--run", "r1")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:4] == [
        "wrote runs/recorded/shop/r1",
        "2 of 4 questions answered, 2 failed: q-2 HTTP 404, q-4 HTTP 404",
        "with an empty list: 1 question",
        "with a chunk twice: 1 question",
    ]
    assert lines[4].startswith("latency: median ")
    assert lines[5:] == [
        "to ask only 2 failed questions again: assay record shop --retry r1",
        "to use it, write into params.yaml (or give --use):",
        "systems:",
        "  shop:",
        "    kind: recorded",
        "    snapshot: fine",
        "    input: runs/recorded/shop/r1",
        "    depth: 5",
        "    foreign: error",
        "    repeats: keep",
        (
            "note: results have ids without texts; add `text` to fields, or state snapshot_id in card where the service "
            "searches a snapshot of this repository, or put chunks.jsonl beside the results"
        ),
    ]
    assert done.stderr.startswith("each response goes into runs/recorded/shop/r1.part as it comes")
    values = params.parse("\n".join(lines[7:14]).encode(), "x")
    assert values["systems"]["shop"]["input"] == "runs/recorded/shop/r1"


def test_an_apology_is_no_empty_list_and_later_attempts_are_told(shop, service):
    """The service was not there: nothing is known of what it would have found."""
    sorry = reply({"hits": [], "result": {"answer": "Извините, сервис временно недоступен"}})
    nothing = reply({"hits": [], "result": {"answer": "Не нашёл ответа в базе знаний."}})
    broken = reply({"detail": "x"}, 500)

    def answer(request, number):
        if request["text"] == TEXTS["q-1"]:
            return sorry
        if request["text"] == TEXTS["q-2"]:
            return nothing
        return broken if number == 1 else reply(hits("a"))

    service.answer = answer
    done = shop.command("record", "shop")
    assert "3 of 4 questions answered, 1 failed: q-1 Извините, сервис временно недоступен" in done.stdout
    assert "with an empty list: 1 question\n" in done.stdout
    assert "2 answers came only on a second attempt\n" in done.stdout
    assert "to ask only 1 failed question again" in done.stdout


def test_use_writes_the_entry(shop, service):
    """Made where it is not there; later the input alone is changed; comments and the rest stay."""
    service.answer = lambda *_: reply(hits("a", text="Возврат"))
    shop.write()
    path = shop.top / "params.yaml"
    text = "# What is evaluated.\n" + path.read_text("utf-8").replace(
        "adjudicators: []", "adjudicators: []  # nobody"
    )
    path.write_text(text, "utf-8")
    shop.write = lambda: None
    done = shop.command("record", "shop", "--use", "--run", "r1")
    assert done.returncode == 0, done.stderr
    first = path.read_text("utf-8")
    values = params.read(first.encode(), "params.yaml")
    made = {"kind": "recorded", "snapshot": "fine", "input": "runs/recorded/shop/r1", "depth": 5, "foreign": "error", "repeats": "keep"}  # fmt: skip
    assert values["systems"]["shop"] == made
    assert values["systems"]["first"] == shop.values["systems"]["first"]
    assert "# What is evaluated." in first
    assert "# nobody" in first
    path.write_text(first.replace("foreign: error", "foreign: keep"), "utf-8")
    done = shop.command("record", "shop", "--use", "--run", "r2")
    assert done.returncode == 0
    assert "the earlier run runs/recorded/shop/r1 is no longer in the report" in done.stdout
    assert params.read(path.read_bytes(), "x")["systems"]["shop"] == {
        **made,
        "input": "runs/recorded/shop/r2",
        "foreign": "keep",
    }


def test_a_name_that_another_kind_has_is_refused_before_anything_is_asked(shop, service):
    """--use would replace it."""
    shop.values["systems"]["shop"] = shop.values["systems"]["first"]
    done = shop.command("record", "shop", "--use")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "params.yaml systems.shop: is of kind ngram, so a recorded run cannot have its name; rename the entry below record\n"
    )
    assert service.requests == []


def test_a_run_without_answers_fails(shop, service):
    """Written with its errors all the same."""
    service.answer = lambda *_: reply({}, 404)
    done = shop.command("record", "shop", "--run", "r1")
    assert done.returncode == 1
    assert "0 of 4 questions answered, 4 failed: q-1 HTTP 404, q-2 HTTP 404, " in done.stdout
    assert done.stderr.splitlines()[-1] == (
        "runs/recorded/shop/r1: holds no answer; see what comes: assay record shop --check"
    )
    assert {row["message"] for row in shop.results("r1")} == {"HTTP 404"}


@pytest.mark.parametrize(("most", "code"), [("1", 0), ("0", 1)])
def test_errors_are_bounded_where_that_is_wanted(shop, service, most, code):
    """Exit 1 above the bound; how to ask again is said."""
    service.answer = lambda request, _: (
        reply({}, 404) if request["text"] == TEXTS["q-1"] else reply(hits("a"))
    )
    done = shop.command("record", "shop", "--run", "r1", "--max-errors", most)
    assert done.returncode == code
    assert "assay record shop --retry r1" in done.stdout + done.stderr
    assert len(shop.results("r1")) == 4


def test_the_first_request_is_shown(shop, service):
    """Nothing is asked; secrets are masked."""
    shop.entry["headers"] = {"Authorization": "Bearer {{ env.SHOP_TOKEN }}"}
    done = shop.command("record", "shop", "--dry-run", SHOP_TOKEN="s3cr3t")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        'question q-1: Вернуть "чайник"?',
        f"POST {service.url}",
        "Accept: application/json",
        "Content-Type: application/json",
        "Authorization: Bearer ***",
        "",
        *json.dumps({"q": TEXTS["q-1"], "k": 5}, ensure_ascii=False, indent=2).splitlines(),
    ]
    assert (service.requests, shop.names()) == ([], [])
    assert done.stderr.startswith(
        "note: SHOP_TOKEN is short (6 letters): answers are masked only where it stands alone"
    )
    assert "s3cr3t" not in done.stdout + done.stderr


def test_a_missing_variable_is_named(shop, service):
    """Before anything is asked."""
    shop.entry["headers"] = {"X-Token": "{{ env.SHOP_TOKEN }}", "X-Team": "{{ env.SHOP_TEAM }}"}
    done = shop.command("record", "shop", SHOP_TOKEN="")
    assert (done.returncode, done.stderr.splitlines()) == (1, [
        f"params.yaml record.shop.headers: environment variable {name} is not set; set it: export {name}=…"
        for name in ("SHOP_TEAM", "SHOP_TOKEN")
    ])  # fmt: skip
    assert service.requests == []


def test_one_question_is_tried(shop, service):
    """What came and how it is read; nothing is written."""
    service.answer = lambda *_: reply(hits("a", "b"))
    done = shop.command("record", "shop", "--check")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert any(line.startswith("HTTP 200, ") for line in lines)
    assert lines[lines.index("results: 2") + 1 :] == [
        '  {"chunk_id": "a", "rank": 1, "score": 1.0}',
        '  {"chunk_id": "b", "rank": 2, "score": 0.5}',
        "no result has: text; correct fields, or leave them out",
        "no result has a text: add it to fields, else nobody can tell which text was found",
        "the results have:",
        '  id: "a"',
        "  score: 1.0",
    ]
    assert (len(service.requests), shop.names()) == (1, [])


def test_a_try_that_fails_says_what_to_change(shop, service):
    """The lists that are in the response, with their keys."""
    service.answer = lambda *_: reply({"data": {"docs": [{"key": "a", "body": "x"}]}, "took": 1})
    done = shop.command("record", "shop", "--check")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-4:] == [
        "error: no results at `hits`",
        "rows may be `data.docs`: 1 object, with the fields",
        '  key: "a"',
        '  body: "x"',
    ]


def test_repeats_are_told(shop, service):
    """What share of the questions changes by itself."""
    service.answer = lambda request, number: reply(
        hits("a", "b") if number == 1 or request["text"] != TEXTS["q-1"] else hits("b", "a")
    )
    done = shop.command("record", "shop", "--repeat", "2", "--run", "r1")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    at = lines.index("repeats: asked 2 times, 4 questions answered each time")
    assert lines[at + 1 : at + 4] == [
        "  first 1: other order in 25.0%, other chunks in 25.0% of them",
        "  first 3: other order in 25.0%, other chunks in 0.0% of them",
        "  first 5: other order in 25.0%, other chunks in 0.0% of them",
    ]


def test_wrong_calls_are_named(shop):
    """A system that is not there; two orders at once."""
    done = shop.command("record", "sho")
    assert (done.returncode, done.stderr) == (1, "params.yaml record.sho: is not there; one of: shop\n")
    assert shop.command("record", "shop", "--retry", "a", "--repeat", "2").returncode == 2
    del shop.values["record"]
    assert (
        "record.shop: is not there; write it; runs/README.md has examples"
        in shop.command("record", "shop").stderr
    )


def test_params_are_checked_by_their_own_command_too(shop):
    """Templates, paths and secrets, beside keys and types."""
    shop.entry.update(rows="hits[", body='{"q": "{{ query }}"}', headers={"X-Api-Key": "0123456789"})
    lines = shop.command("params").stderr.splitlines()
    keys = [line.split(":")[0] for line in lines if "record" in line]
    assert keys == [f"params.yaml record.shop.{key}" for key in ("headers.X-Api-Key", "body", "rows")]
