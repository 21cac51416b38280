"""Loading: no search for garbage meanwhile, and as before afterwards."""

import gc

import pytest

from interpret.program import loading


def test_there_is_no_search_for_garbage_and_what_was_loaded_is_left_out_of_later_ones():
    before = gc.get_freeze_count()
    with loading():
        assert not gc.isenabled()
        loaded = [[] for _ in range(1000)]
    assert gc.isenabled()
    assert gc.get_freeze_count() >= before + len(loaded)


def test_a_library_that_cannot_be_loaded_leaves_the_search_as_it_was():
    with pytest.raises(ImportError), loading():
        raise ImportError
    assert gc.isenabled()
