import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as of_numpy

from interpret.forms.answer.several import together


@given(st.data())
def test_every_figure_is_what_counting_row_by_row_gives(data):
    k, n = data.draw(st.integers(2, 4)), data.draw(st.integers(0, 12))
    says = data.draw(of_numpy.arrays(bool, (k, n)))
    classes = data.draw(of_numpy.arrays(np.int64, n, elements=st.integers(0, k)))
    truth = np.array([classes == own for own in range(k)])
    found = together(says, truth, None)
    claimed = [[i for i in range(k) if says[i, row]] for row in range(n)]
    assert found.none == sum(not own for own in claimed)
    assert found.several == sum(len(own) > 1 for own in claimed)
    named = [own[0] == classes[row] for row, own in enumerate(claimed) if len(own) == 1]
    assert (found.named.hits, found.named.n) == (sum(named), len(named))
