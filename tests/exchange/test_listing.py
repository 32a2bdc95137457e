from assay.exchange.listing import listed, uncut
from assay.exchange.losses import Losses, lines_of

NAMES = ("a", "b", "c", "d")


def test_lists_are_cut_unless_all_are_asked_for():
    """The first three, and a sign where there are more."""
    assert listed(NAMES) == "a, b, c, …"
    assert listed(NAMES, 4) == "a, b, c, d"
    with uncut(every=True):
        assert listed(NAMES, between="; ") == "a; b; c; d"
    with uncut(every=False):
        assert listed(NAMES, 1) == "a, …"


def test_losses_name_every_place_where_all_are_asked_for():
    """Each once, without a sign that there may be more."""
    with uncut(every=True):
        losses = Losses()
        for name in (*NAMES, "a"):
            losses.add("images", name)
        assert list(lines_of(losses.found())) == ["lost: images: 5 (a, b, c, d)"]
