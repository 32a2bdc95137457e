from assay.errors import Problem
from assay.evidence.reading import Read
from assay.evidence.runs import Runs
from assay.evidence.unread import of_all, of_others

FAULTS = tuple(
    Problem(f"{file}:{line} A-{line}", "is wrong")
    for file in ("runs/recorded/a/1/answers.jsonl", "evidence/claims/a-2/bob.jsonl")
    for line in (1, 2)
)


def test_nothing_is_said_where_all_is_well():
    """Of others, nor of all."""
    found = Read(Runs({}), {}, {})
    assert [*of_others(found, "en"), *of_all(found, "ru")] == []


def test_faults_are_counted_with_their_files():
    """Each file once, the first three by name; the command names the faults themselves."""
    found = Read(Runs({}), {}, {}, faults=FAULTS)
    (said,) = of_others(found, "en")
    files = "runs/recorded/a/1/answers.jsonl, evidence/claims/a-2/bob.jsonl"
    assert said == (
        f"faults in {files}: 4; answers with any are left out (`assay answers check` names each fault)"
    )
    (said,) = of_others(found, "ru")
    assert said.startswith(f"ошибки в {files}: 4; ")
    many = tuple(Problem(f"f{number}:1", "is wrong") for number in range(5))
    (said,) = of_others(found._replace(faults=many), "en")
    assert said.startswith("faults in f0, f1, f2, …: 5; ")


def test_what_is_closed_for_its_words_or_not_here_is_said_with_them():
    """In both languages; the paths can be given to a shell."""
    away = {"a/1": "runs/recorded/a/1", "b/2": "runs/recorded/b/2 x"}
    found = Read(Runs({}, away=away), {}, {}, repeats=2)
    assert list(of_all(found, "en")) == [
        "answers to open questions that a holdout question asks in the same words: 2; they are closed too",
        "recorded, and not here, since DVC keeps them: 2; `dvc pull runs/recorded/a/1 'runs/recorded/b/2 x'`",
    ]
    assert [line.count("2") >= 1 for line in of_all(found, "ru")] == [True, True]
    assert list(of_others(found, "en")) == []


def test_names_are_made_safe():
    """Nothing that a terminal would obey."""
    found = Read(Runs({}), {}, {}, faults=(Problem("runs/\x1b[2J\u202e:1", "is wrong"),))
    assert all(line.isprintable() for line in of_others(found, "en"))
