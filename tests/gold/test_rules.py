from .samples import messages, passage, query

TODAY = "f" * 64


def test_unknown_passages_are_refused_with_the_nearest_id():
    """In sets, relevant, why and claims."""
    rows = [
        query(
            "q-017",
            evidence_sets=[["returns#tern"]],
            relevant={"absent": 1},
            why=None,
            claims=[{"id": "c1", "text": "x", "passages": ["returns#tern"]}],
        )
    ]
    assert messages(rows, [passage("returns#term")]) == [
        "gold/queries.jsonl:1 q-017: claims names returns#tern, which is no passage; did you mean returns#term?",
        (
            "gold/queries.jsonl:1 q-017: evidence_sets names returns#tern, which is no passage; "
            "did you mean returns#term?"
        ),
        (
            "gold/queries.jsonl:1 q-017: relevant names absent, which is no passage; "
            "add it with `assay gold passage add`"
        ),
    ]


def test_unused_passages_are_a_warning():
    """A reason in why does not use a passage; relevant and claims do."""
    rows = [
        query(
            evidence_sets=[["p1"]],
            relevant={"p2": 1},
            claims=[{"id": "c1", "text": "x", "passages": ["p1", "p3"]}],
            why={"p1": "x", "p2": "x", "p4": "x"},
        )
    ]
    passages = [passage(name) for name in ("p1", "p2", "p3", "p4")]
    assert messages(rows, passages) == []
    assert messages(rows, passages, warnings=True) == [
        "gold/passages.jsonl:4 p4: no query uses it; use it, or remove it"
    ]


def test_holdout_is_reviewed_by_two():
    """Two different people; imports say unreviewed."""
    fix = "have it reviewed, or write status unreviewed"
    rows = [
        query("q1", split="holdout", reviewed_by=["анна", "анна"]),
        query("q2", split="holdout", reviewed_by=None),
        query("q3", split="holdout", reviewed_by=None, status="unreviewed"),
        query("q4", split="holdout", reviewed_by=["анна", "олег"]),
    ]
    rule = "is reviewed holdout, which needs two reviewers; reviewed_by names"
    assert messages(rows, [passage()]) == [
        f"gold/queries.jsonl:1 q1: {rule} 1; {fix}",
        f"gold/queries.jsonl:2 q2: {rule} 0; {fix}",
    ]


def test_a_dev_query_reviewed_by_nobody_is_a_warning():
    """Reviewed by whom?"""
    rows = [query("q1", reviewed_by=[]), query("q2", reviewed_by=None, status="unreviewed")]
    assert messages(rows, [passage()], warnings=True) == [
        "gold/queries.jsonl:1 q1: status is reviewed, but reviewed_by names nobody; add who did"
    ]


def test_a_follow_up_without_its_rewritten_query_is_flagged():
    """«А если курьером?» finds nothing by itself."""
    history = [{"role": "user", "text": "Сколько хранится заказ в постамате?"}]
    rows = [query("q1", history=history), query("q2", history=history, rewritten="Сколько хранит курьер?")]
    assert messages(rows, [passage()], warnings=True) == [
        (
            "gold/queries.jsonl:1 q1: is a follow-up question without rewritten, so its few words are sent "
            "as they are; add the standalone question"
        )
    ]


def test_a_no_answer_checked_against_another_corpus_is_a_warning():
    """A new document may hold the answer; without a corpus nothing is said."""
    rows = [
        query("q1", type="no_answer", evidence_sets=[], checked_corpus="a" * 64),
        query("q2", type="no_answer", evidence_sets=[], checked_corpus=None),
        query("q3", type="no_answer", evidence_sets=[], checked_corpus=TODAY),
        query("q4"),
    ]
    says = "says that the corpus has no answer; "
    fix = f"search the corpus: if nothing answers it, write {TODAY} into its checked_corpus, else label it"
    assert messages(rows, [passage()], warnings=True, corpus=TODAY) == [
        f"gold/queries.jsonl:1 q1: {says}was checked in corpus aaaaaaaaaaaa, which has changed since; {fix}",
        f"gold/queries.jsonl:2 q2: {says}nobody has checked it in the corpus yet; {fix}",
    ]
    assert messages(rows, [passage()], warnings=True) == []


def test_a_no_answer_is_checked_against_some_source_as_it_is_now():
    """Of several sources each has its id; the warning names them all."""
    rows = [
        query("q1", type="no_answer", evidence_sets=[], checked_corpus="a" * 64),
        query("q2", type="no_answer", evidence_sets=[], checked_corpus=TODAY),
    ]
    _, warning = messages(rows, [passage()], warnings=True, docs="e" * 64, faq=TODAY)
    assert f"write {'e' * 64} (docs) or {TODAY} (faq) into its checked_corpus" in warning


def test_what_has_no_reason_is_a_warning():
    """A reviewed query says why its sets suffice, and why each passage of a set or of relevant is there."""
    rows = [
        query("q1", evidence_sets=[["p1", "p2"]], relevant={"p3": 1}, why={"p2": "x"}, rationale=None),
        query("q2", why=None, rationale=None, status="unreviewed"),
        query("q3", evidence_sets=None, rationale=None),
        query("q4", type="no_answer", evidence_sets=[], rationale=None),
    ]
    passages = [passage(name) for name in ("p1", "p2", "p3")]
    rationale = "has no rationale; say why its sets suffice, or why nothing does"
    assert messages(rows, passages) == []
    assert messages(rows, passages, warnings=True) == [
        f"gold/queries.jsonl:1 q1: {rationale}",
        f"gold/queries.jsonl:4 q4: {rationale}",
        "gold/queries.jsonl:1 q1: has no why of p1, p3; say in a sentence why each is relevant",
    ]
