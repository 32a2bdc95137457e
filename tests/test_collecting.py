import gc

import pytest

from assay.collecting import uncollected


def test_nothing_is_searched_inside():
    """Afterwards as before, whatever happened inside."""
    with uncollected():
        assert not gc.isenabled()
        with uncollected():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(KeyError), uncollected():
        raise KeyError
    assert gc.isenabled()
