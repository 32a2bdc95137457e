import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from assay.comparison.randomisation import randomisation

# Darwin's maize, in eighths of an inch (Fisher 1935, The Design of Experiments, § 21).
MAIZE = np.array([49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48])


def peer(differences, resamples):
    """SciPy's p over the same pairs; without a bound on resamples it counts all assignments."""
    found = stats.permutation_test(
        (differences, np.zeros(len(differences))),
        lambda x, y, axis: np.mean(x - y, axis=axis),
        permutation_type="samples",
        n_resamples=resamples,
        vectorized=True,
        rng=1,
    )
    return found.pvalue


def test_fisher_s_worked_example():
    """Of the 32,768 assignments 863 have a sum of 314 or more: on both sides p = 1,726 / 32,768."""
    assert randomisation(MAIZE / 8, 32_768, 1) == (1726 / 32_768, 0.0, True)


def test_random_assignments_come_near_fisher_s():
    """Within four standard errors, and never 0."""
    found = randomisation(MAIZE / 8, 10_000, 1)
    assert not found.exact
    assert found.p == pytest.approx(1726 / 32_768, abs=4 * found.error)
    assert randomisation(np.ones(200), 999, 1).p == 1 / 1000


@given(st.lists(st.integers(-6, 6), min_size=2, max_size=10))
def test_all_assignments_give_scipy_s_p(values):
    """SciPy flips pairs without a difference too, which changes no share; quarters, since it sums with errors."""
    differences = np.array(values) / 4
    assert randomisation(differences, 1024, 1).p == pytest.approx(peer(differences, np.inf), abs=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_random_assignments_give_scipy_s_p_but_for_the_draws(seed):
    """Two simulations of 10,000 differ by no more than four of their standard errors."""
    differences = np.random.default_rng(seed).choice([-1.0, 0.0, 0.0, 1 / 3, 1.0], 300) - 0.02
    found = randomisation(differences, 10_000, seed)
    assert found.p == pytest.approx(peer(differences, 9999), abs=4 * 2**0.5 * max(found.error, 1e-3))


def test_p_is_uniform_where_nothing_differs():
    """Of 2,000 comparisons of equal systems, a share of about a has p ≤ a, whatever a."""
    random = np.random.default_rng(11)
    values = [randomisation(random.normal(0, 1, 40), 999, seed).p for seed in range(2000)]
    assert stats.kstest(values, "uniform").pvalue > 0.01


def test_p_is_never_too_small_where_values_are_few():
    """Hits and misses have many equal sums: p ≤ a in no more than a share of a."""
    random = np.random.default_rng(12)
    values = [randomisation(random.choice([-1.0, 0.0, 1.0], 25), 999, seed).p for seed in range(2000)]
    for level in (0.01, 0.05, 0.2):
        assert np.mean(np.array(values) <= level) <= level + 3 * (level * (1 - level) / 2000) ** 0.5


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=60), st.integers(0, 5))
def test_order_and_equal_pairs_change_nothing_but_draws(values, zeros):
    """A pair without a difference has no sign; two machines see the same whole numbers."""
    differences = np.array(values) / 9
    found = randomisation(differences, 500, 3)
    assert randomisation(np.append(differences, np.zeros(zeros)), 500, 3).exact == found.exact
    if found.exact:
        assert randomisation(np.append(differences[::-1], np.zeros(zeros)), 500, 3) == found
    assert randomisation(-differences, 500, 3).p == pytest.approx(found.p, abs=5 * found.error + 1e-12)


def test_no_difference_at_all_is_p_1():
    """By one assignment, which is all."""
    assert randomisation(np.zeros(80), 10_000, 1) == (1.0, 0.0, True)


def test_large_values_fit():
    """Characters read by the million: digits are given up, not the sums."""
    differences = np.random.default_rng(5).integers(-(10**9), 10**9, 12).astype(float)
    assert randomisation(differences, 4096, 1).p == pytest.approx(peer(differences, np.inf))
