"""Settings that are broken, and the lines that whoever reads them says."""

from .ground import MARKER, conflict, data, text

PARAMS_LINES = {
    "unknown param": (
        text("depth: 5, filter: true", "depht: 5, depth: 5, filter: true"),
        "params.yaml systems.first.depht: is unknown; did you mean depth?",
    ),
    "missing param": (text(", k1: 1.2", ""), "params.yaml systems.first.k1: is missing; add it"),
    "bad system id": (
        text("  shop:", "  Shop/1:"),
        "params.yaml systems.Shop/1: is no name: small Latin letters, digits, '-' and '_', not first; rename it",
    ),
    "unquoted date": (
        text("lang: en", "lang: 2026-03-01"),
        "params.yaml report.lang: is an unquoted date (2026-03-01); put it in quotes",
    ),
    "system of a snapshot that was removed": (
        text("snapshot: fine, input: run", "snapshot: wide, input: run"),
        "params.yaml systems.shop.snapshot: 'wide' is no snapshot; one of: fine, cut",
    ),
    "conflict markers in params": (
        data(conflict, "params.yaml"),
        [f"params.yaml:{line}: {MARKER}" for line in (1, 3, 16)],
    ),
    "tab": (
        text("  fine", "\tfine"),
        "params.yaml:2: is not YAML (found character that cannot start any token); mend the line",
    ),
    "key twice": (
        text("report:", "score: {}\nreport:"),
        'params.yaml:9: is not YAML (found duplicate key "score"); mend the line',
    ),
    "params that are not UTF-8": (
        data(lambda file: file + b"# \xff\n", "params.yaml"),
        "params.yaml:14: is not UTF-8; save it as UTF-8",
    ),
    "empty params": (
        data(lambda _: b"", "params.yaml"),
        "params.yaml: holds no keys; write them, or take it from the last commit",
    ),
    "params that are not there": (
        lambda top: (top / "params.yaml").unlink(),
        "params.yaml: is not there; take it from the last commit (git checkout)",
    ),
    "infinite number": (
        text("k1: 1.2", "k1: .inf"),
        "params.yaml systems.first.k1: is inf, must be a finite number; change it",
    ),
    "no number": (
        text("k1: 1.2", "k1: .nan"),
        "params.yaml systems.first.k1: is nan, must be a finite number; change it",
    ),
    "lists in a list": (
        text("k: [1, 3, 5]", "k: [[1], 3, 5]"),
        "params.yaml score.k: holds [1], each item must be a whole number; change it",
    ),
    "path with a space": (
        text("source: corpus", "source: my corpus"),
        (
            "params.yaml snapshots.fine.source: is 'my corpus', must be a path inside the repository, as folder/name, "
            "without spaces, '..' or a slash at its ends; change it"
        ),
    ),
    "several at once": (
        lambda top: (text("k1: 1.2", "k1: x")(top), text("headline: 3", "headlin: 3")(top)),
        [
            "params.yaml systems.first.k1: is 'x', must be a number; change it",
            "params.yaml score.headlin: is unknown; did you mean headline?",
            "params.yaml score.headline: is missing; add it",
        ],
    ),
}
