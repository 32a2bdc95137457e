"""A recording from question to folder, against a real server that answers and fails in each way."""

import json
import socket
import time

import pytest

from assay.errors import InputError
from assay.recording import client
from assay.recording.journal import Journal, Response
from assay.retrieval.topics import from_queries
from ending import ends

from .conftest import NOW, TEXTS
from .service import hits, reply, reset, slow, truncated

HTML = b"<html><body>Sorry, we are updating.</body></html>"


def messages(shop, **order):
    """Message of each query that failed."""
    shop.record(**order)
    return {row["id"]: row.get("message") for row in shop.results() if row.get("status") == "error"}


def refused(call, *arguments, **options):
    with pytest.raises(InputError) as caught:
        call(*arguments, **options)
    return str(caught.value)


def test_a_run_is_written(shop, service):
    """Sorted by query, whatever came first; the question, the order, the time it took."""
    delays = dict(zip(TEXTS.values(), (0.2, 0.1, 0.05, 0), strict=True))
    service.answer = lambda request, _: slow(delays[request["text"]], reply(hits(request["text"][:3], "b")))
    done = shop.record()
    assert done.place.final == shop.runs / "2026-11-01-1"
    assert shop.names() == ["2026-11-01-1"]
    found = shop.results()
    assert [row["id"] for row in found] == ["q-1", "q-2", "q-3", "q-4"]
    assert found[0]["query"] == 'Вернуть "чайник"?'
    assert found[0]["retrieved"] == [
        {"chunk_id": "Вер", "rank": 1, "score": 1.0},
        {"chunk_id": "b", "rank": 2, "score": 0.5},
    ]
    assert found[0]["latency_ms"] >= 200
    assert all(row["latency_ms"] >= 0 for row in found)
    card = json.loads((done.place.final / "card.json").read_bytes())
    assert card == {"mode": "retrieve_only", "top_k": 5, "recorded_at": NOW}


def test_the_same_responses_give_the_same_bytes(shop, service):
    """But for the latency; the order of arrival plays no part."""
    service.answer = lambda request, number: slow(0.05 * (number % 2), reply(hits(request["text"][:3])))
    shop.record(name="a")
    shop.record(name="b")
    plain = [
        [{key: value for key, value in row.items() if key != "latency_ms"} for row in shop.results(run)]
        for run in ("a", "b")
    ]
    assert json.dumps(plain[0]) == json.dumps(plain[1])
    for name in ("card.json", "request.json"):
        assert (shop.runs / "a" / name).read_bytes() == (shop.runs / "b" / name).read_bytes()


def test_questions_are_the_topics(shop, service):
    """The rewritten text is sent, nothing of labels and split; texts arrive letter by letter."""
    path = shop.top / "gold/queries.jsonl"
    rows = [
        {
            "id": "q-1",
            "query": "а сколько?",
            "rewritten": 'Сколько "стоит" \\ C++\tй?',
            "split": "holdout",
            "relevant": {"a": 2},
        }
    ]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    shop.record()
    (topic,) = from_queries(path.read_bytes(), "x")
    assert [json.loads(request["body"]) for request in service.requests] == [{"q": topic.query, "k": 5}]
    assert shop.results()[0]["query"] == topic.query


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda *_: reply({"error": "x"}, 404), "HTTP 404"),
        (lambda *_: reply({"error": "x"}, 401), "HTTP 401"),
        (lambda *_: reply({"error": "x"}, 503), "HTTP 503"),
        (lambda *_: reply(HTML, 500, "text/html"), "HTTP 500"),
        (lambda *_: reply(HTML, 200, "text/html"), "not JSON (HTML)"),
        (lambda *_: reply(b"Sorry", 200, "text/plain"), "not JSON"),
        (lambda *_: reply(b""), "empty body"),
        (lambda *_: reply(b"", 204), "empty body"),
        (lambda *_: reply(b'{"hits": [{"id": "a", "score": NaN}]}'), "not JSON (NaN is no value)"),
        (lambda *_: reply('{"hits": [], "x": "ж"}'.encode("cp1251")), "not UTF-8"),
        (lambda *_: reply(b"", 302, Location="/login"), "HTTP 302: redirects to '/login'"),
        (lambda *_: reply({"answer": "Sorry, I could not find it."}), "no results at `hits`"),
        (lambda *_: reply({"hits": None}), "no results at `hits`"),
        (lambda *_: reply([]), "no results at `hits`"),
        (lambda *_: reply({"hits": "none"}), "`hits` is no list"),
        (lambda *_: reply({"hits": [{"score": 1}]}), "result 1 has no `id`"),
        (lambda *_: reset, "connection broken off"),
        (lambda *_: truncated, "connection broken off"),
        (lambda *_: reply(b"no gzip", Content_Encoding="gzip"), "body is not in its stated encoding"),
    ],
)  # fmt: skip
def test_what_is_no_list_of_results_is_an_error(shop, service, answer, message):
    """Never an empty list; the other questions are answered."""
    shop.entry["retries"] = 1
    bad = TEXTS["q-2"]
    service.answer = lambda request, number: (
        answer(request, number) if request["text"] == bad else reply(hits("a"))
    )
    assert messages(shop) == {"q-2": message}
    assert [len(row.get("retrieved", ())) for row in shop.results()] == [1, 0, 1, 1]
    assert "retrieved" not in shop.results()[1]


def test_an_empty_list_is_an_answer(shop, service):
    """Asked once, and nothing was found."""
    service.answer = lambda *_: reply({"hits": []})
    assert messages(shop) == {}
    assert {tuple(row["retrieved"]) for row in shop.results()} == {()}
    assert len(service.requests) == 4


def test_a_service_that_reports_its_own_error(shop, service):
    """Although HTTP says 200; false, null and nothing are no errors."""
    shop.entry["error"] = "error"
    said = dict(zip(TEXTS.values(), ("shard 3\nfailed", False, None, ""), strict=True))
    service.answer = lambda request, _: reply({"hits": [], "error": said[request["text"]]})
    assert messages(shop) == {"q-1": "the service reported: shard 3 failed"}


def test_a_slow_service_times_out(shop, service):
    """Counted from the first byte sent to the last one that came, and tried again."""
    shop.entry.update(timeout=1, retries=1)
    bad = TEXTS["q-3"]
    service.answer = lambda request, _: (
        slow(3, reply(hits("a"))) if request["text"] == bad else reply(hits("a"))
    )
    assert messages(shop) == {"q-3": "timed out after 1 s"}
    assert service.times(bad) == 2


@pytest.mark.parametrize(
    "first", [lambda *_: reply({}, 500), lambda *_: reset, lambda *_: truncated, lambda *_: reply({}, 429)]
)
def test_what_may_help_is_tried_again(shop, service, first):
    """A question that fails once is answered the second time; the journal has both."""
    service.answer = lambda _, number: first() if number == 1 else reply(hits("a"))
    assert messages(shop) == {}
    assert len(service.requests) == 8
    assert {row["attempt"] for row in shop.results(file="responses.jsonl")} == {2}


def test_attempts_are_bounded(shop, service):
    """One, and as many more as the entry says; a refusal is not tried again."""
    service.answer = lambda request, _: reply({}, 404 if request["text"] == TEXTS["q-1"] else 503)
    assert set(messages(shop)) == set(TEXTS)
    assert [service.times(text) for text in TEXTS.values()] == [1, 3, 3, 3]


def test_retry_after_is_honoured(shop, service):
    """Nobody is asked again before the service wants it."""
    shop.entry["concurrency"] = 1
    service.answer = lambda request, number: (
        reply({}, 429, Retry_After="1")
        if number == 1 and request["text"] == TEXTS["q-1"]
        else reply(hits("a"))
    )
    assert messages(shop) == {}
    first, second, *rest = service.requests
    assert first["text"] == second["text"] == TEXTS["q-1"]
    assert second["at"] - first["at"] >= 1.0
    assert len(rest) == 3


def test_a_wait_too_long_is_an_error(shop, service):
    """The run does not stand still for an hour."""
    service.answer = lambda *_: reply({}, 429, Retry_After="3600")
    with ends():
        assert set(messages(shop).values()) == {"HTTP 429"}
    assert len(service.requests) == 4


@pytest.mark.parametrize("concurrency", [1, 3])
def test_concurrency_is_bounded(shop, service, concurrency):
    """As many at once as the entry says, and no more."""
    shop.entry["concurrency"] = concurrency
    service.answer = lambda *_: service.together(concurrency, reply(hits("a")))
    shop.record()
    assert service.most == concurrency


def test_the_rate_is_bounded(shop, service):
    """Ten a second: none comes before its turn, further attempts count too."""
    shop.entry.update(rate=10, concurrency=4)
    service.answer = lambda _, number: reply({}, 500) if number == 1 else reply(hits("a"))
    started = time.monotonic()
    shop.record()
    waits = sorted(request["at"] - started for request in service.requests)
    assert len(waits) == 8
    assert all(wait >= 0.1 * n - 0.005 for n, wait in enumerate(waits))


def test_ids_are_texts_as_they_were_written(shop, service):
    """7 and "007" are two chunks; so are 1.0 and 1; a number of many digits loses none."""
    raw = b'{"hits": [{"id": 7}, {"id": "007"}, {"id": 1.0}, {"id": 1}, {"id": 12345678901234567890123}, {"id": 1e2}]}'
    service.answer = lambda *_: reply(raw)
    shop.record()
    ids = [one["chunk_id"] for one in shop.results()[0]["retrieved"]]
    assert ids == ["7", "007", "1.0", "1", "12345678901234567890123", "1e2"]


def test_a_chunk_twice_keeps_both_ranks(shop, service):
    """What to make of it is a setting of the pipeline."""
    service.answer = lambda *_: reply(hits("a", "b", "a"))
    shop.record()
    assert [(one["rank"], one["chunk_id"]) for one in shop.results()[0]["retrieved"]] == [
        (1, "a"),
        (2, "b"),
        (3, "a"),
    ]


def test_another_encoding_that_is_stated_is_read(shop, service):
    """And kept byte by byte."""
    data = json.dumps(hits("ж", text="Возврат"), ensure_ascii=False).encode("cp1251")
    service.answer = lambda *_: reply(data, content_type="application/json; charset=windows-1251")
    shop.record()
    (found,) = shop.results()[0]["retrieved"]
    assert (found["chunk_id"], found["text"]) == ("ж", "Возврат")
    assert shop.results(file="responses.jsonl")[0]["base64"] is True


def test_a_body_without_end_is_cut_off(shop, service, monkeypatch):
    """Memory is bounded."""
    monkeypatch.setattr(client, "LARGEST", 2**20)
    service.answer = lambda *_: reply(b" " * (2**20 + 1))
    assert set(messages(shop).values()) == {"body is larger than 1 MB"}
    assert len(service.requests) == 4


def test_responses_are_kept_so_that_the_mapping_can_be_applied_again(shop, service):
    """In the order of the queries, without what was sent; not where they are not wanted."""
    service.answer = lambda *_: reply(hits("a"), X_Request_Id="r1", Set_Cookie="session=1")
    shop.record()
    first, *_ = rows = shop.results(file="responses.jsonl")
    assert [row["id"] for row in rows] == list(TEXTS)
    assert json.loads(first["body"]) == hits("a")
    assert first["headers"] == {"content-type": "application/json", "x-request-id": "r1"}
    shop.record(name="bare", raw=False)
    assert sorted(path.name for path in (shop.runs / "bare").iterdir()) == [
        "card.json",
        "request.json",
        "results.jsonl",
    ]


def test_secrets_stand_in_no_file(shop, service):
    """They are sent, and masked wherever the service repeats them."""
    shop.entry["headers"] = {"Authorization": "Bearer {{ env.SHOP_TOKEN }}", "X-Team": "search"}
    service.answer = lambda request, _: reply({**hits("a"), "echo": request["headers"]})
    shop.record(environment={"SHOP_TOKEN": "s3cr3t-value"})
    assert {request["headers"]["Authorization"] for request in service.requests} == {"Bearer s3cr3t-value"}
    assert {request["headers"]["X-Team"] for request in service.requests} == {"search"}
    written = b"".join(path.read_bytes() for path in shop.top.rglob("*") if path.is_file())
    assert b"s3cr3t-value" not in written
    assert b"Bearer ***" in written


def test_secrets_of_answers_stand_in_no_file(shop, service):
    """Nor escaped, nor in headers that are kept; also what a template made of the variable."""
    shop.entry["headers"] = {"X-Token": "{{ env.SHOP_TOKEN }}", "X-Key": "id={{ env.SHOP_TOKEN | upper }}"}
    echo = (
        {"Location": "/again?token=s3cr3t%2Fvalue", "X-Request-Id": "s3cr3t/value"},
        {"echo": "id=S3CR3T/VALUE", "token": "s3cr3t/value"},
    )

    def answer(request, _):
        status = 302 if request["text"] == TEXTS["q-1"] else 200
        return reply(json.dumps({**hits("a"), **echo[1]}).replace("/", "\\/").encode(), status, **echo[0])

    service.answer = answer
    shop.record(environment={"SHOP_TOKEN": "s3cr3t/value"})
    written = b"".join(path.read_bytes() for path in shop.top.rglob("*") if path.is_file())
    assert b"s3cr3t" not in written.lower()
    assert b'"location":"/again?token=***"' in written.replace(b'": "', b'":"')
    assert [row.get("status") for row in shop.results()] == ["error", None, None, None]


def test_a_redirect_does_not_carry_a_secret_away(shop, service):
    """It is not followed."""
    service.answer = lambda *_: reply(b"", 307, Location="/elsewhere")
    shop.record()
    assert {request["path"] for request in service.requests} == {"/search"}


def begun(shop, name="2026-11-01-1", *, turn=1, **bodies):
    """A run that was interrupted: of each question named the status and value that had come."""
    what = shop.prospect()
    folder = shop.runs / f"{name}.part"
    with Journal(folder, {**what.recording.asked(), "retry": None}, NOW) as journal:
        for one in what.questions:
            if one.id in bodies:
                status, value = bodies[one.id]
                journal.keep(
                    Response(turn, one.id, one.sha256, 1, status, body=json.dumps(value), latency_ms=1.0)
                )
    return folder


BEFORE = {"q-1": (200, hits("old")), "q-2": (500, {}), "q-3": (200, {"answer": "Not found"})}


def test_an_interrupted_run_goes_on(shop, service):
    """Answered questions are not asked again, failed ones are; a line that was cut off is dropped; the card says
    when it was begun.
    """
    part = begun(shop, **BEFORE)
    with (part / "journal.jsonl").open("ab") as file:
        file.write(b'{"turn": 1, "id": "q-4", "requ')
    shop.record(now="2026-11-02T10:00:00Z")
    assert shop.names() == ["2026-11-01-1"]
    assert [service.times(text) for text in TEXTS.values()] == [0, 1, 1, 1]
    assert "shop: 1 of 4 answers are there already" in shop.said
    assert [row["retrieved"][0]["chunk_id"] for row in shop.results()] == ["old", "a", "a", "a"]
    assert json.loads((shop.runs / "2026-11-01-1/card.json").read_bytes())["recorded_at"] == NOW


def test_a_run_under_way_loses_nothing(shop, service):
    """Finished with fewer times or fewer questions than it has, it would."""
    begun(shop, "a", turn=2, **BEFORE)
    assert refused(shop.record, name="a") == (
        "runs/recorded/shop/a.part: was begun with --repeat, and has come to time 2; give --repeat 2 or more, or --run "
        "another name"
    )
    begun(shop, "b", **BEFORE)
    assert refused(shop.record, name="b", limit=2) == (
        "runs/recorded/shop/b.part: has answers beyond the first 2 questions; leave out --limit, or give --run another name"
    )
    assert service.requests == []
    shop.record(name="a", repeat=2)
    shop.record(name="b", limit=3)
    assert len(service.requests) == 4 + 3 + 2


def test_a_changed_question_is_asked_again(shop, service):
    """An answer to another text is none."""
    begun(shop, **BEFORE)
    path = shop.top / "gold/queries.jsonl"
    path.write_text(path.read_text("utf-8").replace("чайник", "утюг"), "utf-8")
    shop.record()
    assert len(service.requests) == 4


def test_a_changed_mapping_is_applied_to_what_came(shop, service):
    """Nothing is asked again that the new one can read."""
    begun(shop, **BEFORE)
    shop.entry["rows"] = "hits || answer && `[]`"
    shop.record()
    assert [service.times(text) for text in TEXTS.values()] == [0, 1, 0, 1]
    assert shop.results()[2]["retrieved"] == []


def test_a_run_begun_with_other_requests_is_refused(shop, service):
    """Two ways of asking are not mixed; --fresh throws the first away, --run keeps both."""
    folder = begun(shop, **BEFORE)
    shop.entry["body"] = '{"q": {{ query | tojson }}}'
    assert refused(shop.record) == (
        "runs/recorded/shop/2026-11-01-1.part: was begun with another body; take the change back, or begin anew with "
        "--fresh, or name another run with --run"
    )
    assert len((folder / "journal.jsonl").read_bytes().splitlines()) == 3
    shop.record(name="other")
    shop.record(fresh=True)
    assert shop.names() == ["2026-11-01-1", "other"]
    assert "thrown away: 3 responses of runs/recorded/shop/2026-11-01-1.part" in shop.said
    assert len(service.requests) == 8


def test_a_run_is_never_changed(shop, service):
    """A new one has the next number; a name that is taken is refused before anything is asked."""
    shop.record()
    before = {path: path.read_bytes() for path in shop.runs.rglob("*") if path.is_file()}
    shop.record()
    assert shop.names() == ["2026-11-01-1", "2026-11-01-2"]
    assert refused(shop.record, name="2026-11-01-1").startswith("runs/recorded/shop/2026-11-01-1: is there")
    assert len(service.requests) == 8
    assert all(path.read_bytes() == data for path, data in before.items())


def test_a_service_that_is_gone_stops_the_run(shop):
    """What has come is kept; the same command goes on when it is back."""
    begun(shop, **BEFORE)
    url, shop.entry["url"] = shop.entry["url"], "http://127.0.0.1:9/search"
    shop.entry["retries"] = 0
    assert "was begun with another url" in refused(shop.record)
    assert refused(shop.record, name="x") == (
        "http://127.0.0.1:9/search: gives no connection (4 in a row); what has come is kept: run the same command "
        "when it is there again"
    )
    assert shop.names() == ["2026-11-01-1.part", "x.part"]
    shop.entry["url"] = url
    shop.record(name="2026-11-01-1")
    assert shop.names() == ["2026-11-01-1", "x.part"]


def test_a_host_that_is_not_known_is_named(shop, monkeypatch):
    """A slip in the address."""

    def unknown(*_, **__):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr("socket.getaddrinfo", unknown)
    shop.entry.update(url="http://search.example.org/", retries=0)
    assert refused(shop.record).startswith(
        "http://search.example.org/: gives no connection: the host is not known (4 in a row)"
    )


def test_a_host_that_can_be_no_name_is_none(shop):
    """No traceback of the system's own encoding."""
    shop.entry.update(url="http://a..b/", retries=0)
    assert refused(shop.record).startswith(
        "http://a..b/: gives no connection: the host is not known (4 in a row)"
    )


def test_two_processes_do_not_write_one_run(shop):
    """The second is told so."""
    what = shop.prospect()
    with Journal(shop.runs / "x.part", {**what.recording.asked(), "retry": None}, NOW):
        assert "another `assay record` is writing it" in refused(shop.record, name="x")
        assert "another `assay record` is writing it" in refused(shop.record, name="x", fresh=True)
    shop.record(name="x")
    assert shop.names() == ["x"]


def test_a_try_asks_the_first_questions(shop, service):
    """The others were not asked, and the card says so; the whole run takes over what the try has got."""
    shop.record(limit=2)
    assert [row["id"] for row in shop.results()] == ["q-1", "q-2"]
    card = json.loads((shop.runs / "2026-11-01-1/card.json").read_bytes())
    assert card["notes"] == "a try: the first 2 of 4 questions were asked"
    shop.record(retry="2026-11-01-1")
    assert len(service.requests) == 4
    assert len(shop.results("2026-11-01-2")) == 4


@pytest.mark.parametrize("raw", [True, False])
def test_what_failed_is_asked_again(shop, service, raw):
    """In a new run that takes over the answers; the card says so, the old run stays."""
    shop.entry["card"] = {"notes": "staging"}
    service.answer = lambda request, _: (
        reply({}, 404) if request["text"] == TEXTS["q-2"] else reply(hits("old"))
    )
    shop.record(raw=raw)
    service.answer = lambda *_: reply(hits("new"))
    shop.record(retry="2026-11-01-1", raw=raw)
    assert [row["retrieved"][0]["chunk_id"] for row in shop.results("2026-11-01-2")] == [
        "old",
        "new",
        "old",
        "old",
    ]
    assert shop.results()[1]["message"] == "HTTP 404"
    card = json.loads((shop.runs / "2026-11-01-2/card.json").read_bytes())
    assert card["notes"] == "staging; answers of run 2026-11-01-1 taken over, what failed there asked again"
    assert len(service.requests) == 5


def test_answers_to_other_requests_are_not_taken_over(shop, service):
    """All are asked anew where the body is another."""
    shop.record(raw=False)
    shop.entry["top_k"] = 3
    shop.record(retry="2026-11-01-1")
    assert len(service.requests) == 8
    assert refused(shop.record, retry="nothing") == (
        "runs/recorded/shop/nothing: is no run; name a folder beside it with --retry"
    )


def test_a_system_asked_three_times(shop, service):
    """The first time is the run; the others lie beside it, in the same form; each time every question."""
    service.answer = lambda _, number: reply(hits("a", "b" if number < 3 else "c"))
    done = shop.record(repeat=3)
    assert len(service.requests) == 12
    assert [request["text"] for request in service.requests[:4]] != [TEXTS["q-1"]] * 4
    names = sorted(
        path.relative_to(done.place.final).as_posix() for path in done.place.final.rglob("*.jsonl")
    )
    assert names == [
        "repeats/2/responses.jsonl", "repeats/2/results.jsonl", "repeats/3/responses.jsonl", "repeats/3/results.jsonl",
        "responses.jsonl", "results.jsonl",
    ]  # fmt: skip
    found = [
        shop.results(file=name)[0]["retrieved"][1]["chunk_id"]
        for name in names
        if name.endswith("results.jsonl")
    ]
    assert found == ["b", "c", "b"]


def test_failures_of_every_time_are_asked_again(shop, service):
    """As often as the old run asked."""
    service.answer = lambda _, number: reply({}, 404) if number == 2 else reply(hits("a"))
    shop.record(repeat=2)
    shop.record(retry="2026-11-01-1")
    assert len(service.requests) == 12
    assert {row.get("status") for row in shop.results("2026-11-01-2", "repeats/2/results.jsonl")} == {None}


def test_a_process_stopped_between_its_last_steps_leaves_nothing_to_do(shop):
    """The run has its name; the journal is removed by the next command."""
    shop.record()
    (shop.runs / "2026-11-01-1.part").mkdir()
    (shop.runs / "2026-11-01-1.part/journal.jsonl").write_bytes(b"")
    shop.record()
    assert shop.names() == ["2026-11-01-1", "2026-11-01-2"]


def test_several_runs_under_way_are_named(shop):
    """Which one is meant is not guessed."""
    begun(shop, "a")
    begun(shop, "b")
    assert refused(shop.record) == "runs/recorded/shop: several runs are under way: a, b; name one with --run"


@pytest.mark.parametrize("name", ["../x", "a b", ".x", "x.part", "x.tmp", ""])
def test_odd_names_of_runs_are_refused(shop, service, name):
    """They become a folder that DVC passes to a shell."""
    assert "is no name of a folder" in refused(shop.record, name=name)
    assert service.requests == []
