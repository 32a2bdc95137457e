import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from assay.comparison.randomisation import randomisation
from assay.comparison.statistics import detectable, holm, interval, statistics

# Student's sleep data (Student 1908; R's `sleep`): hours gained with the second drug less those with the first.
SLEEP = np.array([1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4])


def test_paired_t_has_the_published_figures():
    """Student's t = 4.0621 with 9 degrees of freedom, p = 0.002833, mean 1.58: as R prints them."""
    found = statistics(SLEEP, 10_000, 1)
    assert (round(found.t, 4), round(found.p_t, 6), found.difference) == (4.0621, 0.002833, 1.58)
    assert (found.wins, found.ties, found.losses) == (9, 1, 0)
    assert found.effect == pytest.approx(4.0621 / 10**0.5, abs=1e-4)


@given(st.lists(st.integers(-20, 20), min_size=2, max_size=40))
def test_t_is_scipy_s(values):
    """And so is its p; where all differ alike there is none."""
    differences = np.array(values) / 20
    found = statistics(differences, 50, 1)
    if len(set(values)) == 1:
        assert (found.t, found.p_t, found.effect, found.detectable) == (None, None, None, None)
    else:
        peer = stats.ttest_rel(differences, np.zeros(len(values)))
        assert found.t == pytest.approx(peer.statistic, abs=1e-8)
        assert found.p_t == pytest.approx(peer.pvalue, abs=1e-8)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_interval_is_scipy_s_but_for_the_draws(seed):
    """Ends of 10,000 resamples lie within four standard errors of the ends of SciPy's 10,000."""
    differences = np.random.default_rng(seed).integers(-3, 5, 200) / 4
    peer = stats.bootstrap((differences,), np.mean, method="percentile", rng=seed, n_resamples=10_000)
    ends = interval(differences, 10_000, seed)
    near = (
        4 * 0.03 * differences.std() / 200**0.5
    )  # of the 2.5 % quantile of 10,000 normal means: 0.027 s, twice
    assert ends == pytest.approx(peer.confidence_interval, abs=near)


@pytest.mark.parametrize(("n", "least"), [(30, 0.92), (200, 0.935)])
def test_intervals_cover_as_stated(n, least):
    """A percentile interval is a little short for few pairs; by 200 it holds the true mean 19 times of 20."""
    random = np.random.default_rng(7)
    values = random.choice([-1.0, 0.0, 0.0, 1 / 3, 1.0], size=(1000, n))
    ends = np.array([interval(row, 500, seed) for seed, row in enumerate(values)])
    covered = ((ends[:, 0] <= 1 / 15) & (ends[:, 1] >= 1 / 15)).mean()
    assert least <= covered <= 0.97


def test_the_detectable_difference_is_found_with_power_080():
    """Of 4,000 samples with that true difference, four in five have p below 0.05."""
    sample = np.random.default_rng(3).normal(0, 1, 40)
    true = statistics(sample, 100, 1).detectable
    drawn = np.random.default_rng(4).normal(true, sample.std(ddof=1), (4000, 40))
    power = (stats.ttest_1samp(drawn, 0, axis=1).pvalue < 0.05).mean()
    assert power == pytest.approx(0.8, abs=0.025)


@pytest.mark.parametrize(("differing", "alpha"), [(15, 0.05), (24, 0.05), (24, 0.05 / 8)])
def test_it_is_near_for_queries_that_are_met_or_not(differing, alpha):
    """By the sign flips themselves, where most pairs do not differ: a little less, for their p comes in steps."""
    spread, n = (differing / 80) ** 0.5, 80
    true = detectable(spread, n, differing, alpha)
    any_way = spread**2 + true**2  # share of pairs that differ: variance plus the square of the mean
    shares = [(any_way - true) / 2, 1 - any_way, (any_way + true) / 2]
    drawn = np.random.default_rng(5).choice([-1.0, 0.0, 1.0], p=shares, size=(400, n))
    power = np.mean([randomisation(row, 2000, seed).p <= alpha for seed, row in enumerate(drawn)])
    assert 0.65 <= power <= 0.86


def test_too_few_differences_show_nothing_whatever_they_are():
    """Five signs can fall alike by chance once in 16: no true difference can be promised."""
    for differing, alpha in ((5, 0.05), (6, 0.05 / 2), (0, 0.05)):
        assert 2 * 0.5**differing > alpha
        assert detectable(0.3, 80, differing, alpha) is None
    assert detectable(0.3, 80, 6, 0.05) == pytest.approx(0.0951, abs=1e-4)
    assert detectable(None, 80, 40, 0.05) is None
    alike = np.array([1.0] + [0.0] * 79)
    assert randomisation(alike, 1000, 1).p == 1.0
    assert statistics(alike, 1000, 1).detectable is None


def test_the_same_seed_gives_the_same_numbers():
    """To the last digit; recorded, so that another machine has to agree."""
    differences = np.random.default_rng(1).integers(-2, 4, 100) / 3
    assert statistics(differences, 1000, 1) == statistics(differences, 1000, 1)
    assert interval(np.arange(100) / 100, 1000, 1) == pytest.approx((0.4361975, 0.5492), abs=1e-12)


def test_lower_is_better_turns_wins_round():
    """A win is a better candidate, whichever way the metric points; the difference stays as it is."""
    found = statistics(SLEEP, 100, 1, lower_is_better=True)
    assert (found.wins, found.ties, found.losses, found.difference) == (0, 1, 9, 1.58)


def test_differences_of_rounding_alone_are_none():
    """0.1 + 0.2 is 0.3."""
    found = statistics(np.array([0.1 + 0.2 - 0.3, 0.0]), 100, 1)
    assert (found.wins, found.ties, found.p, found.t) == (0, 2, 1.0, None)


def test_no_pairs_say_nothing():
    """Not 0, and not a probability."""
    found = statistics(np.array([]), 100, 1)
    assert (found.n, found.difference, found.low, found.p, found.t) == (0, None, None, None, None)


def test_one_pair_has_no_spread():
    """Its difference is known; Student's t is not."""
    found = statistics(np.array([0.5]), 100, 1)
    assert (found.difference, found.low, found.high, found.p, found.t) == (0.5, 0.5, 0.5, 1.0, None)


def test_holm_has_the_published_figures():
    """The worked example of R's p.adjust in its order: .01 .02 .03 .04 .05 by five, four, …; never falling."""
    assert holm([0.01, 0.02, 0.03, 0.04, 0.05]) == [0.05, 0.08, 0.09, 0.09, 0.09]
    assert holm([0.04, 0.001, None, 0.03]) == [0.06, 0.003, None, 0.06]
    assert holm([0.9, 0.8]) == [1.0, 1.0]


@given(st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=12))
def test_holm_keeps_the_order_of_p_values(values):
    """And lies between the plain value and Bonferroni's."""
    adjusted = holm(values)
    known = [(p, a) for p, a in zip(values, adjusted, strict=True) if p is not None]
    assert all(round(p, 9) <= a <= min(1, len(known) * p) + 1e-9 for p, a in known)
    assert sorted(a for _, a in known) == [a for _, a in sorted(known)]
    assert [a is None for a in adjusted] == [p is None for p in values]
