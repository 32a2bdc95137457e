"""Two systems compared, against SciPy in the same run: ``python comparison.py --queries N --resamples N``.

Both get the same paired differences, of which none is 0 (ours leaves those out). Theirs:
``scipy.stats.permutation_test`` (``samples``: signs of pairs are flipped; vectorised) and ``scipy.stats.bootstrap``
(percentile), each with as many resamples, in blocks that fit into memory. Ours: the same test and interval of this
project; then the whole comparison of one metric, with t, effect and what could have been seen. Wall and CPU seconds are
the least of the rounds, which are taken in turns; ratios are of CPU seconds, each side has one thread. What both found
stands beside it.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np
from scipy import stats

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from assay.comparison.randomisation import randomisation
from assay.comparison.statistics import interval, statistics

GOAL = 30  # times as fast as SciPy's permutation test
BATCH = 500  # resamples that SciPy takes at once
ERRORS = 5  # standard errors by which two simulations may differ
SEED = 1


def drawn(queries):
    """Paired differences."""
    return np.random.default_rng(SEED).choice([-1.0, -2 / 3, -1 / 3, 1 / 3, 2 / 3, 1.0], queries)


def permutation(differences, resamples):
    """SciPy's p over the pairs."""
    return stats.permutation_test(
        (differences, np.zeros(len(differences))),
        lambda x, y, axis: np.mean(x - y, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=resamples,
        batch=BATCH,
        rng=np.random.default_rng(SEED),
    ).pvalue


def bootstrap(differences, resamples):
    """SciPy's interval of the mean."""
    found = stats.bootstrap(
        (differences,),
        np.mean,
        method="percentile",
        n_resamples=resamples,
        batch=BATCH,
        rng=np.random.default_rng(SEED),
    )
    return tuple(map(float, found.confidence_interval))


def timed(call):
    """Wall and CPU seconds of a call, and what it gave."""
    wall, cpu = time.perf_counter(), time.process_time()
    found = call()
    return time.perf_counter() - wall, time.process_time() - cpu, found


def measured(differences, resamples, rounds):
    """The best of the rounds by contestant: wall, CPU, what was found."""
    calls = {
        "scipy, permutation_test": lambda: permutation(differences, resamples),
        "ours, randomisation": lambda: randomisation(differences, resamples, SEED),
        "scipy, bootstrap": lambda: bootstrap(differences, resamples),
        "ours, interval": lambda: interval(differences, resamples, SEED),
        "ours, one metric": lambda: statistics(differences, resamples, SEED),
    }
    for call in calls.values():  # what is loaded at the first call is not measured
        call()
    found = {}
    for _ in range(rounds):
        for name, call in calls.items():
            found.setdefault(name, []).append(timed(call))
    return {
        name: (min(one[0] for one in taken), min(one[1] for one in taken), taken[0][2])
        for name, taken in found.items()
    }


def agree(found, resamples):
    """Stop where two simulations of the same lie further apart than chance would have it."""
    ours, theirs = found["ours, randomisation"][2], found["scipy, permutation_test"][2]
    most = ERRORS * 2**0.5 * max(ours.error, 1 / resamples)
    if abs(ours.p - theirs) > most:
        sys.exit(f"p is {ours.p} here, {theirs} of SciPy, more than {most} apart")
    mine, peer = found["ours, interval"][2], found["scipy, bootstrap"][2]
    width = peer[1] - peer[0]
    if max(abs(one - other) for one, other in zip(mine, peer, strict=True)) > width / 20:
        sys.exit(f"the interval is {mine} here, {peer} of SciPy")


def show(found, queries, resamples):
    print(
        f"\ntwo systems compared, {queries:,} paired queries, {resamples:,} resamples; both agree but for the draws"
    )
    print(f"{'':28}{'wall':>10}{'CPU':>10}")
    for name, (wall, cpu, _) in found.items():
        print(f"{name:28}{wall:8.3f} s{cpu:8.3f} s")
    p, theirs = found["ours, randomisation"][2].p, found["scipy, permutation_test"][2]
    ratio = found["scipy, permutation_test"][1] / found["ours, randomisation"][1]
    met = "met" if ratio >= GOAL else "missed"
    print(
        f"randomisation: {ratio:.1f}× as fast as SciPy's permutation_test (p {p:.4f}, {theirs:.4f}); goal {GOAL}×: {met}"
    )
    ends, peer = (found[name][2] for name in ("ours, interval", "scipy, bootstrap"))
    ratio = found["scipy, bootstrap"][1] / found["ours, interval"][1]
    said = " and ".join(f"{low:+.4f} … {high:+.4f}" for low, high in (ends, peer))
    print(f"interval: {ratio:.1f}× as fast as SciPy's bootstrap ({said}); no goal")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--queries", type=int, default=5_000)
    parser.add_argument("--resamples", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    found = measured(drawn(chosen.queries), chosen.resamples, chosen.rounds)
    agree(found, chosen.resamples)
    show(found, chosen.queries, chosen.resamples)


if __name__ == "__main__":
    main()
