"""Programs, recorded runs and outputs that are broken."""

from .ground import (
    MARKER,
    SETS,
    R,
    data,
    everywhere,
    program,
    recorded,
    result,
)

RUNS = {
    "command that fails": (
        program("sys.exit('no index')"),
        {"retrieve@own": ["own.py: ended with exit code 1; mend it", "stderr of own.py: no index"]},
    ),
    "command that hangs": (
        program("print('loading', file=sys.stderr, flush=True)\ntime.sleep(99)"),
        {"retrieve@own": ["own.py: was stopped after 2 s; raise timeout", "stderr of own.py: loading"]},
    ),
    "command that prints garbage": (
        program("print('Loading model ...')\nprint([])"),
        {
            "retrieve@own": [
                "output of own.py:1: is not JSON at column 1 (Expecting value); mend the line",
                "output of own.py:2: a line is one JSON object; mend the line",
            ]
        },
    ),
    "command that prints half a line": (
        program("""sys.stdout.write('{"id": "q-1", "retr')"""),
        {
            "retrieve@own": [
                "output of own.py:1: the last line has no line end: it may be cut off; add the rest",
                "output of own.py:1: is not JSON at column 15 (Unterminated string starting at); mend the line",
            ]
        },
    ),
    "command that returns what it was not given": (
        program("t = {'id': 'q-9'}\nsay({'chunk_id': 'x', 'rank': 1})"),
        {
            "retrieve@own": [
                "output of own.py:1 q-9: is no topic it was given; return ids as given",
                "output of own.py:1 q-9: 'x' not in snapshot 'fine'; return chunk_id as in the file $ASSAY_CHUNKS",
            ]
        },
    ),
    "command that is not there": (
        lambda top: (top / "own.py").unlink(),
        {
            "retrieve@own": "own.py: is no program; correct input in params.yaml: a program, or a folder with main.py or main"
        },
    ),
    "NaN score": (
        recorded(result(score=float("nan"))),
        {"retrieve@shop": f"{R}:1: NaN is not a value; mend the line"},
    ),
    "infinite score": (
        data(lambda lines: lines.replace(b"0.5", b"1e999", 1), R),
        {
            "retrieve@shop": f"{R}:1 q-1 result 1: score is inf, must be a finite number; leave it out where it is not known"
        },
    ),
    "numbers that no column holds": (
        recorded(result(score=10**400, rank=10**30)),
        {
            "retrieve@shop": [
                f"{R}:1 q-1 result 1: rank is {10**30}, which is too large; change it",
                f"{R}:1 q-1 result 1: score is 1{'0' * 37}...{'0' * 39}, which is too large; change it",
            ]
        },
    ),
    "rank gap": (
        recorded(result("sofas#.1", 1), result("tyres#.1", 3)),
        {"retrieve@shop": f"{R}:1 q-1: ranks are 1, 3; number them from 1, without gaps or repeats"},
    ),
    "repeated chunk": (
        recorded(result(rank=1), result(rank=2)),
        {"retrieve@shop": f"{R}:1 q-1: 'sofas#.1' stands at ranks 1, 2; remove one, or set repeats to keep"},
    ),
    "integer ids in results": (
        recorded(result(7), id=7),
        {
            "retrieve@shop": [
                f"{R}:1: id is 7, must be a text; put it in quotes",
                f"{R}:1 result 1: chunk_id is 7, must be a text; put it in quotes",
            ]
        },
    ),
    "query twice in results": (
        recorded(id="q-2"),
        {"retrieve@shop": f"{R}:2 q-2: query is also that of {R}:1 q-2; remove one of them"},
    ),
    "chunk of another snapshot": (
        recorded(result("a")),
        {
            "retrieve@shop": f"{R}:1 q-1: 'a' not in snapshot 'fine', and without text; needs the chunk table of that date: "
            "add it as chunks.jsonl, or record text with each result"
        },
    ),
    "ids without texts of an unknown snapshot": (
        recorded(result(), card={"snapshot": "fine", "snapshot_id": None}),
        {
            "retrieve@shop": [
                f"{R}:{line} {name}: 'sofas#.1' without text, and card.json does not state the snapshot_id of 'fine'; needs the "
                "chunk table of that date: add it as chunks.jsonl, or record text with each result"
                for line, name in enumerate(SETS, 1)
            ]
        },
    ),
    "run on a snapshot of another name": (
        recorded(result(), card={"snapshot": "cut"}),
        {
            "retrieve@shop": "run/card.json: snapshot is 'cut', but params.yaml declares snapshot 'fine'; "
            "declare the snapshot that the run searched"
        },
    ),
    "empty lines and half a line in results": (
        data(lambda lines: b"\n\n" + lines[:-9], R),
        {
            "retrieve@shop": [
                f"{R}:6: the last line has no line end: it may be cut off; add the rest",
                f"{R}:6: is not JSON at column 72 (Expecting ':' delimiter); mend the line",
            ]
        },
    ),
    "recorded run without a card": (
        lambda top: (top / "run/card.json").unlink(),
        {"retrieve@shop": "run/card.json: is missing; add it"},
    ),
    "card with what JSON does not have": (
        data(lambda _: b'{"mode": "retrieve_only", "filters": NaN}', "run/card.json"),
        {"retrieve@shop": "run/card.json: NaN is not a value; mend it"},
    ),
    "conflict markers in a card": (
        data(lambda card: b"<<<<<<< HEAD\n" + card + b"\n=======\n{}\n>>>>>>> x\n", "run/card.json"),
        {"retrieve@shop": [f"run/card.json:{line}: {MARKER}" for line in (1, 3, 5)]},
    ),
    "all faults of a run at once": (
        recorded(result(rank=2), card={"mode": "x", "topk": 5}),
        {
            "retrieve@shop": [
                "run/card.json: 'topk' is no field here; did you mean 'top_k'?",
                "run/card.json: mode is 'x', must be one of retrieve_only, retrieve_and_generate; change it",
                f"{R}:1 q-1: ranks are 2; number them from 1, without gaps or repeats",
            ]
        },
    ),
    "card of wrong numbers and dates": (
        recorded(
            result(), card={"chunk_size": -1, "chunk_overlap": -1, "top_k": -5, "recorded_at": "yesterday"}
        ),
        {
            "retrieve@shop": [
                "run/card.json: chunk_size is -1, must be at least 1; change it",
                "run/card.json: chunk_overlap is -1, must be at least 0; change it",
                "run/card.json: top_k is -5, must be at least 1; change it",
                "run/card.json: recorded_at 'yesterday' is no date and no time; write it as 2026-03-01 or 2026-03-01T09:30:00Z",
            ]
        },
    ),
    "a line that is none hides nothing": (
        lambda top: (
            recorded(result(rank=0))(top),
            data(lambda lines: lines.replace(b'{"id": "q-3"', b'{"id": q-3', 1), R)(top),
            data(lambda lines: lines.replace(b"0.5", b'"high"', 1), R)(top),
        ),
        {
            "retrieve@shop": [
                f"{R}:1 q-1 result 1: rank is 0, must be at least 1; number ranks from 1",
                f"{R}:1 q-1: ranks are 0; number them from 1, without gaps or repeats",
                f"{R}:2 q-2 result 1: score is 'high', must be a number; change it",
                f"{R}:3: is not JSON at column 8 (Expecting value); mend the line",
            ]
        },
    ),
    "table that is none": (
        data(lambda _: b"PAR1", "runs/snapshots/fine/chunks.parquet"),
        everywhere(
            "runs/snapshots/fine/chunks.parquet: is no table as its stage wrote it; delete it and run `make repro`",
            "project@fine",
            "retrieve@first",
            "gold passage add --id x --snapshot fine --chunk sofas#.1",
        ),
    ),
    "card of a snapshot that is none": (
        data(lambda _: b"{", "runs/snapshots/fine/card.json"),
        everywhere(
            "runs/snapshots/fine/card.json: is not as its stage wrote it; delete it and run `make repro`",
            "retrieve@first",
        ),
    ),
}
