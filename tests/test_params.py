import copy
from pathlib import Path

import pytest

from assay import params
from assay.errors import InputError

ROOT = Path(__file__).resolve().parents[1]
GIVEN = (ROOT / "params.yaml").read_bytes()


def messages(data):
    with pytest.raises(InputError) as caught:
        params.read(data, "params.yaml")
    return str(caught.value).splitlines()


def changed(*path, value=None, remove=False):
    values = copy.deepcopy(params.read(GIVEN, "params.yaml"))
    place = values
    for key in path[:-1]:
        place = place[key]
    if remove:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return list(map(str, params.check(values, "params.yaml")))


def test_the_repository_s_own_file_is_valid():
    """What is committed passes."""
    assert set(params.read(GIVEN, "params.yaml")) == set(params.SECTIONS)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("score", "headlin"), 5, "params.yaml score.headlin: is unknown; did you mean headline?"),
        (("colour",), 5, "params.yaml colour: is unknown; remove it"),
        (
            ("adjudicators",),
            "ada",
            "params.yaml adjudicators: is 'ada', must be a list; write names, or [] for nobody",
        ),
        (
            ("adjudicators",),
            [7],
            "params.yaml adjudicators: holds 7, each item must be a text; write names, or [] for nobody",
        ),
        (("score", "k"), [5, 0], "params.yaml score.k: is 0, must be at least 1; change it"),
        (("score", "k"), [5, 5], "params.yaml score.k: holds a value twice; change it"),
        (
            ("score", "k"),
            ["5"],
            "params.yaml score.k: holds '5', each item must be a whole number; change it",
        ),
        (("score", "cover"), True, "params.yaml score.cover: is True, must be a number; change it"),
        (("score", "stale"), None, "params.yaml score.stale: is empty; change it"),
        (("report", "lang"), "de", "params.yaml report.lang: is 'de', must be one of ru, en; change it"),
        (
            ("snapshots", "fine", "size"),
            5,
            "params.yaml snapshots.fine.size: is 5, must be at least 50; change it",
        ),
        (
            ("snapshots", "fine", "overlap"),
            300,
            "params.yaml snapshots.fine.overlap: is 300, must be below size 300; make it smaller",
        ),
        (
            ("snapshots", "fine", "chunking"),
            "ready",
            "params.yaml snapshots.fine.size: is unknown; remove it",
        ),
        (
            ("systems", "bm25-fine", "snapshot"),
            "fin",
            "params.yaml systems.bm25-fine.snapshot: 'fin' is no snapshot; one of: fine, wide",
        ),
        (
            ("systems", "bm25-fine", "kind"),
            "bm52",
            "params.yaml systems.bm25-fine.kind: is 'bm52', must be one of bm25, ngram, command, recorded; change it",
        ),
        (
            ("systems", "ngram-fine", "n_min"),
            6,
            "params.yaml systems.ngram-fine.n_min: is 6, above n_max 5; swap them",
        ),
        (
            ("snapshots", "Fine/../x"),
            {},
            "params.yaml snapshots.Fine/../x: is no name: small Latin letters, digits, '-' and '_', not first; rename it",
        ),
        (("systems",), {}, "params.yaml systems: names none; add at least one entry"),
        (
            ("systems", "x\n"),
            {},
            "params.yaml systems.x\\n: is no name: small Latin letters, digits, '-' and '_', not first; rename it",
        ),
        (
            ("systems", "x" * 61),
            {},
            f"params.yaml systems.{'x' * 61}: is longer than 60 letters; rename it",
        ),
        (
            ("systems", "bm25-fine", "k1"),
            10**400,
            f"params.yaml systems.bm25-fine.k1: is 1{'0' * 37}...{'0' * 39}, must be at most 10; change it",
        ),
    ],
)
def test_a_broken_rule_names_its_key(path, value, message):
    """The message has the key, the rule and what to do."""
    assert message in changed(*path, value=value)


@pytest.mark.parametrize(
    ("key", "value", "fault"),
    [
        ("resamples", 99, "is 99, must be at least 100"),
        ("resamples", 10**7, "is 10000000, must be at most 1e+06"),
        ("seed", -1, "is -1, must be at least 0"),
        ("seed", 2**32, "is 4294967296, must be at most 4.29497e+09"),
        ("seed", None, "is empty"),
        ("max_error_share", 1.1, "is 1.1, must be at most 1"),
        ("max_error_share", "5%", "is '5%', must be a number"),
        ("metrics", "recall@5", "is 'recall@5', must be a list"),
        ("metrics", ["recall@5", "recall@5"], "holds a value twice"),
        ("candidates", [7], "holds 7, each item must be a text"),
        ("primary", 5, "is 5, must be a text"),
        ("baseline", ["bm25-fine"], "is ['bm25-fine'], must be a text"),
    ],
)
def test_a_broken_rule_of_a_comparison_names_its_key(key, value, fault):
    """As for every other section."""
    assert changed("compare", key, value=value) == [f"params.yaml compare.{key}: {fault}; change it"]


def test_what_a_comparison_leaves_open_may_be_null():
    """Each key stands there all the same."""
    for key in ("baseline", "candidates", "primary", "metrics"):
        assert changed("compare", key, value=None) == []
        assert changed("compare", key, remove=True) == [f"params.yaml compare.{key}: is missing; add it"]
    assert changed("compare", value=None) == [
        (
            "params.yaml compare: is not a table of keys; it needs "
            "baseline, candidates, primary, metrics, resamples, seed, max_error_share"
        )
    ]


GATE = {"metric": "sufficient@5", "at_least": 0.8}


@pytest.mark.parametrize(
    ("section", "value", "message"),
    [
        ("gates", None, "params.yaml gates: is not a list; write one entry a gate, or [] for none"),
        ("fusions", None, "params.yaml fusions: is not a table of keys; add entries, or write {} for none"),
        ("fusions", ["a"], "params.yaml fusions: is not a table of keys; add entries, or write {} for none"),
        (
            "fusions",
            {"f": None},
            "params.yaml fusions.f: is not a table of keys; it needs systems, snapshot, k, depth",
        ),
    ],
)
def test_a_section_of_another_form_is_told(section, value, message):
    """One line each, with what stands for none."""
    assert changed(section, value=value) == [message]


@pytest.mark.parametrize(
    ("key", "value", "rule"),
    [
        ("k", 0, "k: is 0, must be at least 1; change it"),
        ("systems", "a", "systems: is 'a', must be a list; change it"),
        ("weight", 2, "weight: is unknown; remove it"),
    ],
)
def test_settings_of_a_fusion_are_checked(key, value, rule):
    """As those of a system."""
    assert changed("fusions", "fusion-fine", key, value=value) == [f"params.yaml fusions.fusion-fine.{rule}"]


@pytest.mark.parametrize(
    "gate",
    [
        GATE,
        {"metric": "harmful@5", "at_most": 0},
        {"metric": "recall@5", "no_regression_beyond": 0.0, "slice": {"type": "exact", "lang": "ru"}},
        {**GATE, "systems": ["bm25-fine", "bm25-wide"]},
        {"metric": "context_chars@5", "at_most": 6000},
    ],
)
def test_a_gate_needs_a_metric_and_one_limit(gate):
    """The groups and the systems may be left out."""
    assert changed("gates", value=[GATE, gate]) == []


@pytest.mark.parametrize(
    ("gate", "message"),
    [
        (
            {"metric": "hit@5"},
            "params.yaml gates 2: has no limit; give it one of at_least, at_most, no_regression_beyond",
        ),
        (
            {**GATE, "at_most": 0.9},
            "params.yaml gates 2: has at_least and at_most; give it one of at_least, at_most, no_regression_beyond",
        ),
        ({"at_least": 1}, "params.yaml gates 2.metric: is missing; add it"),
        ({**GATE, "metric": 5}, "params.yaml gates 2.metric: is 5, must be a text; change it"),
        ({**GATE, "at_least": "0.8"}, "params.yaml gates 2.at_least: is '0.8', must be a number; change it"),
        ({**GATE, "atleast": 1}, "params.yaml gates 2.atleast: is unknown; did you mean at_least?"),
        (
            {"metric": "hit@5", "no_regression_beyond": -0.1},
            "params.yaml gates 2.no_regression_beyond: is -0.1, must be at least 0; change it",
        ),
        (
            {**GATE, "slice": "exact"},
            "params.yaml gates 2.slice: is 'exact', must be a table of keys; change it",
        ),
        (
            {**GATE, "slice": {"type": 5}},
            "params.yaml gates 2.slice: holds 'type': 5, each name and value must be a text; change it",
        ),
        ({**GATE, "slice": None}, "params.yaml gates 2.slice: is empty; change it"),
        (
            {**GATE, "systems": "bm25-fine"},
            "params.yaml gates 2.systems: is 'bm25-fine', must be a list; change it",
        ),
    ],
)
def test_a_broken_rule_of_a_gate_names_its_number(gate, message):
    """From 1, as a person counts; it is all that is wrong."""
    assert changed("gates", value=[GATE, gate]) == [message]


def test_gates_that_are_no_list_or_no_tables_are_named():
    """And an empty list is none."""
    assert changed("gates", value=[]) == []
    assert changed("gates", value={}) == [
        "params.yaml gates: is not a list; write one entry a gate, or [] for none"
    ]
    assert "params.yaml gates 1: is not a table of keys" in changed("gates", value=["sufficient@5"])[0]
    assert changed("gates", remove=True) == ["params.yaml gates: is missing; add it"]


@pytest.mark.parametrize("path", ["corpus", "runs/recorded/a/1.2", "корпус", "a/.hidden", "x_y-z@1+2=3,4"])
def test_paths_inside_the_repository_are_taken(path):
    """Letters of any script."""
    assert changed("snapshots", "fine", "source", value=path) == []


@pytest.mark.parametrize(
    "path",
    ["./corpus", "corpus/", "/srv/corpus", "../corpus", "a/../b", "my corpus", "a;b", "~", "-x", "", "a\n"],
)
def test_other_paths_are_refused(path):
    """DVC passes them to a shell, and compares them as text."""
    for section, name, key in (("snapshots", "fine", "source"), ("systems", "bm25-fine", "input")):
        assert changed(section, name, key, value=path) == [
            f"params.yaml {section}.{name}.{key}: is {path!r}, must be a path inside the repository, as folder/name, without spaces, '..' or a slash at its ends; change it"
        ]


def test_a_missing_key_is_named():
    """Every key is required: nothing is assumed in silence."""
    assert changed("systems", "bm25-fine", "k1", remove=True) == [
        "params.yaml systems.bm25-fine.k1: is missing; add it"
    ]


def test_an_unquoted_date_is_named():
    """YAML makes a date of it, which DVC cannot store."""
    data = GIVEN.replace(b"lang: ru", b"lang: 2026-01-01")
    assert messages(data) == ["params.yaml report.lang: is an unquoted date (2026-01-01); put it in quotes"]


def test_text_that_is_no_yaml_has_its_line():
    """A conflict marker, a tab, a bad indent: the line is given."""
    assert messages(b"score:\n  k: [1\nreport: x\n")[0].startswith("params.yaml:")
    assert messages(b"score:\n\tk: 1\n") == [
        "params.yaml:2: is not YAML (found character that cannot start any token); mend the line"
    ]
    assert messages(b"score: {}\nscore: {}\n") == [
        'params.yaml:2: is not YAML (found duplicate key "score"); mend the line'
    ]
    assert messages(b"score: {}\n# \xff\n") == ["params.yaml:2: is not UTF-8; save it as UTF-8"]
    (message,) = messages(b"a: 1\0")
    assert message.startswith("params.yaml: is not YAML (unacceptable character #x0000: control characters")


def test_conflict_markers_are_named():
    """Each of them."""
    assert messages(b"<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> x\n") == [
        f"params.yaml:{line}: is a conflict marker of a merge; resolve the conflict" for line in (1, 3, 5)
    ]


def test_a_number_that_python_does_not_read_is_no_traceback():
    """It takes 4,300 digits."""
    assert messages(b"a: " + b"9" * 5_000)[0].startswith("params.yaml: is not YAML (Exceeds the limit")


@pytest.mark.parametrize(
    "word", ["1e5", "yes", "off", "012", "12:30:45", "1_000", "0o12", "~", '"2026-01-01"', "1.0"]
)
def test_values_are_read_as_dvc_reads_them(word):
    """One reader of params for DVC and for the stages."""
    from dvc.utils.serialize import parse_yaml

    text = f"value: {word}\n"
    assert params.parse(text.encode(), "x") == parse_yaml(text, "x")


def test_dvc_reads_the_same_params():
    """Both readers agree on the committed file."""
    from dvc.utils.serialize import parse_yaml

    assert params.read(GIVEN, "params.yaml") == parse_yaml(GIVEN.decode(), "x")


HTTP = {
    "kind": "http",
    "url": "https://search.example.org",
    "body": '{"q": {{ query | tojson }}}',
    "rows": "hits",
    "fields": {"chunk_id": "id"},
    "top_k": 5,
    "timeout": 10,
}


def test_sections_of_commands_for_people_may_be_absent():
    """Or empty; another one is unknown all the same."""
    values = params.read(GIVEN, "params.yaml")
    for section in params.OPTIONAL:
        assert list(params.check({**values, section: {}}, "params.yaml")) == []
        assert list(map(str, params.check({**values, section: 5}, "params.yaml"))) == [
            f"params.yaml {section}: is not a table of keys; add entries, or remove it"
        ]
    assert changed("recrod", value={}) == ["params.yaml recrod: is unknown; did you mean record?"]


def test_a_recorder_needs_only_what_has_no_default():
    """The rest may be left out, or stated."""
    assert changed("record", value={"shop": HTTP}) == []
    more = {
        "method": "GET",
        "headers": {"a": "b"},
        "params": {},
        "rate": None,
        "retries": 0,
        "card": {"model": "x"},
    }
    assert (
        changed("record", value={"shop": {**HTTP, **more, "sent": "a", "error": "b", "concurrency": 2}}) == []
    )


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({**HTTP, "top-k": 5}, "params.yaml record.shop.top-k: is unknown; did you mean top_k?"),
        ({"kind": "http"}, "params.yaml record.shop.url: is missing; add it"),
        ({**HTTP, "kind": "grpc"}, "params.yaml record.shop.kind: is 'grpc', must be one of http; change it"),
        ({**HTTP, "method": "PUT"}, "params.yaml record.shop.method: is 'PUT', must be one of POST, GET; change it"),
        ({**HTTP, "retries": None}, "params.yaml record.shop.retries: is empty; change it"),
        ({**HTTP, "rate": 0}, "params.yaml record.shop.rate: is 0, must be at least 0.01; change it"),
        ({**HTTP, "headers": ["a"]}, "params.yaml record.shop.headers: is ['a'], must be a table of keys; change it"),
        (
            {**HTTP, "headers": {"X-Team": 7}},
            "params.yaml record.shop.headers: holds 'X-Team': 7, each name and value must be a text; change it",
        ),
        ({**HTTP, "fields": {"id": "x"}}, "params.yaml record.shop.fields.id: is unknown; remove it"),
        ({**HTTP, "fields": {"score": "x"}}, "params.yaml record.shop.fields.chunk_id: is missing; add it"),
        (5, "params.yaml record.shop: is not a table of keys; it needs kind"),
    ],
)  # fmt: skip
def test_a_broken_rule_of_a_recorder_names_its_key(entry, message):
    """As for every other entry."""
    assert message in changed("record", value={"shop": entry})


def test_the_name_of_a_recorder_is_that_of_a_system():
    """It becomes a folder."""
    (message,) = changed("record", value={"My Shop": HTTP})
    assert message.startswith("params.yaml record.My Shop: is no name")
