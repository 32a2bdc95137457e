"""The keys of params.yaml: the rule of each and what it does."""

from assay.setting import Setting

SNAPSHOT = {
    "source": Setting(str, "folder of documents, or a chunks.jsonl chunked elsewhere", path=True),
    "chunking": Setting(
        str,
        "`structure` keeps to sections, paragraphs and sentences; `windows` cuts plain character windows; "
        "`ready` takes the chunks of a chunks.jsonl as they are",
        choices=("structure", "windows", "ready"),
    ),
}
_CUT = {
    "size": Setting(int, "largest chunk, in characters", low=50, high=100_000),
    "overlap": Setting(
        int, "characters that neighbouring chunks share at most, below `size`", low=0, high=50_000
    ),
}
CHUNKINGS: dict[str, dict[str, Setting]] = {"structure": _CUT, "windows": _CUT, "ready": {}}
_DEPTH = Setting(int, "results kept for each query", low=1, high=10_000)
_FILTER = Setting(bool, "leave out chunks of another subject, or not valid on the query's date")
KINDS: dict[str, dict[str, Setting]] = {
    "bm25": {
        "depth": _DEPTH,
        "filter": _FILTER,
        "stem": Setting(bool, "Snowball stems, by the script of each word"),
        "k1": Setting(float, "saturation of term frequency", low=0, high=10),
        "b": Setting(float, "normalisation by length", low=0, high=1),
    },
    "ngram": {
        "depth": _DEPTH,
        "filter": _FILTER,
        "n_min": Setting(int, "shortest character n-gram", low=1, high=10),
        "n_max": Setting(int, "longest character n-gram", low=1, high=10),
    },
    "command": {
        "depth": _DEPTH,
        "filter": _FILTER,
        "arguments": Setting(list, "arguments passed to the program", of=str),
        "timeout": Setting(int, "seconds until the program is stopped", low=1, high=86_400),
    },
    "recorded": {
        "depth": Setting(
            int, "results asked for each query; null: not declared", low=1, high=10_000, nullable=True
        ),
        "foreign": Setting(
            str, "a chunk that the snapshot does not know", choices=("error", "match", "keep")
        ),
        "repeats": Setting(str, "a chunk twice in one result", choices=("keep", "strict")),
    },
}
SYSTEM = {
    "kind": Setting(str, "how results come about", choices=tuple(KINDS)),
    "snapshot": Setting(str, "name of the snapshot it searches"),
    "input": Setting(
        str,
        "what it runs from: a program or the folder of one (`main.py` or `main`, with all that it imports), the "
        "folder of a recorded run, or the kind's own module",
        path=True,
    ),
}
FUSION = {
    "systems": Setting(list, "the two systems whose results are fused by reciprocal rank", of=str),
    "snapshot": Setting(str, "name of the snapshot that both search"),
    "k": Setting(int, "constant of reciprocal rank fusion; 60 as published", low=1, high=10_000),
    "depth": Setting(
        int, "results kept for each query, at most as many as each of the two keeps", low=1, high=10_000
    ),
}
SCORE = {
    "k": Setting(list, "cut-offs in results", of=int, low=1, high=10_000),
    "chars": Setting(list, "cut-offs in characters read", of=int, low=1, high=10_000_000),
    "headline": Setting(
        int, "cut-off (one of `k`) for failures, triage and the first table", low=1, high=10_000
    ),
    "cover": Setting(
        float, "share of a passage's letters that must be read to have found it", low=0.01, high=1
    ),
    "stale": Setting(str, "queries whose passages are gone from the corpus", choices=("exclude", "refuse")),
    "extra_queries": Setting(str, "results for queries that gold does not know", choices=("error", "ignore")),
    "twins": Setting(
        bool,
        "a passage is also found where the same words stand elsewhere under an equal heading, subject and validity; "
        "false: only where it was labelled, as public benchmarks count",
    ),
}
REPORT = {
    "lang": Setting(str, "language of the report", choices=("ru", "en")),
    "include_text": Setting(bool, "texts of queries and passages in the report"),
}
COMPARE = {
    "baseline": Setting(
        str, "system that the others are held against; null: nothing is compared", nullable=True
    ),
    "candidates": Setting(list, "systems that are held against it; null: all others", of=str, nullable=True),
    "primary": Setting(
        str,
        "metric that decides the verdict, such as `sufficient@5`; null: the first of `metrics`",
        nullable=True,
    ),
    "metrics": Setting(
        list,
        "metrics that are tested, one family for the correction by Holm; null: sufficient and coverage at "
        "`score.headline`, sufficient at `score.chars` (where no query has evidence sets: hit, recall)",
        of=str,
        nullable=True,
    ),
    "resamples": Setting(int, "samples of the bootstrap and of the randomisation", low=100, high=1_000_000),
    "seed": Setting(int, "of both", low=0, high=4_294_967_295),
    "max_error_share": Setting(
        float,
        "share of a run's questions that may have ended in an error; above it nothing is compared",
        low=0,
        high=1,
    ),
}
GATE = {
    "metric": Setting(str, "what is measured, such as `sufficient@5`; over reviewed queries alone"),
    "at_least": Setting(float, "its mean must not be lower", optional=True),
    "at_most": Setting(float, "its mean must not be higher, such as 0 for `harmful@5`", optional=True),
    "no_regression_beyond": Setting(
        float, "its mean may be worse than the baseline's by that much", low=0, optional=True
    ),
    "slice": Setting(
        dict,
        "slice and value, such as `{type: exact}`: over the queries in all of these groups",
        of=str,
        optional=True,
    ),
    "systems": Setting(
        list, "of which systems it is asked; absent: of every candidate", of=str, optional=True
    ),
}
GATE_RULES = ("at_least", "at_most", "no_regression_beyond")
ADJUDICATORS = Setting(list, "who may supersede rows that others wrote into a ledger", of=str)
RECORD = {"kind": Setting(str, "how the system is asked", choices=("http",))}
RECORDERS: dict[str, dict[str, Setting]] = {
    "http": {
        "url": Setting(str, "where it is asked, without passwords"),
        "method": Setting(str, "HTTP method", choices=("POST", "GET"), optional=True, default="POST"),
        "headers": Setting(
            dict,
            "headers of each request, as Jinja2 templates; a secret is `{{ env.NAME }}`, from the environment",
            of=str,
            optional=True,
        ),
        "body": Setting(
            str,
            "Jinja2 template of the JSON to send, with `query`, `original`, `id`, `lang`, `history`, `as_of`, `subject`, "
            "`top_k`; a text is written as `{{ query | tojson }}`",
            optional=True,
        ),
        "params": Setting(dict, "query string, as templates like `body`", of=str, optional=True),
        "rows": Setting(str, "JMESPath from the response to the list of results"),
        "fields": Setting(dict, "JMESPath of each field of a result, from the result on; see below", of=str),
        "sent": Setting(str, "JMESPath to the rewritten question in the response", optional=True),
        "error": Setting(
            str, "JMESPath that finds something where the service reports an error", optional=True
        ),
        "top_k": Setting(int, "results asked for", low=1, high=10_000),
        "concurrency": Setting(int, "requests under way at once", low=1, high=256, optional=True, default=4),
        "rate": Setting(
            float, "requests a second; null: no limit", low=0.01, high=10_000, nullable=True, optional=True
        ),
        "timeout": Setting(float, "seconds until a request has failed", low=0.1, high=3_600),
        "retries": Setting(
            int,
            "further attempts after HTTP 429, HTTP 5xx, a timeout or a broken connection",
            low=0,
            high=20,
            optional=True,
            default=3,
        ),
        "card": Setting(dict, "what is known of the system, for card.json", optional=True),
    }
}
RECORD_FIELDS = {
    "chunk_id": Setting(str, "id of the chunk; a number becomes the text that it is written as"),
    "score": Setting(str, "the system's own score", optional=True),
    "text": Setting(str, "text of the chunk", optional=True),
    "doc_id": Setting(str, "id of its document", optional=True),
    "doc_version": Setting(str, "version of its document", optional=True),
    "sha256": Setting(str, "SHA-256 of its text", optional=True),
}
