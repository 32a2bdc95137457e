import pytest

import shop
from assay.exchange.export.outputs import Outputs
from exchange.ran import lay_out


@pytest.fixture(scope="module")
def made():
    """The systems of the small shop, scored."""
    return shop.systems()


@pytest.fixture
def outputs(tmp_path, made):
    """What the stages left in a repository of them."""
    lay_out(tmp_path, made)
    return Outputs(tmp_path)
