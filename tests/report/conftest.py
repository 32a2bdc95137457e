import pytest

import shop
from golden import golden

__all__ = ["golden"]


@pytest.fixture(scope="session")
def made():
    """Two systems on two snapshots, scored."""
    return shop.systems()


@pytest.fixture(scope="session")
def templates():
    """The templates as the stage reads them."""
    return shop.templates()
