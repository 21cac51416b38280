"""What is recommended and why: the whole answer on the sample, shares of a score, tastes."""

from itertools import chain

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from benchmarks.recommend import recovered
from interpret.data.complaints import DataError
from interpret.ranking.methods import Komd
from interpret.ranking.rankings import Rankings
from interpret.ranking.reasons import described
from interpret.ranking.recommend import MACHINE, recommend
from tests.film_choices import ASKED, choices_of, recommended, rows, sample


@pytest.mark.slow
def test_the_machine_is_judged_beside_all_baselines(root):
    found = recommended(root)
    assert found.methods[0].method == MACHINE
    assert {own.method for own in found.methods} == {
        MACHINE, "popularity", "item cosine", "MSDw", "EASE",
    }  # fmt: skip
    by_name = {own.method: own.figures["nDCG@10"].mean for own in found.methods}
    assert by_name[MACHINE] > 2 * by_name["popularity"]
    assert found.complete
    stopped = recommend(sample(root)[0], ASKED, lambda stage, share: share < 0.35)
    assert stopped is None or not stopped.complete


def test_shares_add_up_to_scores(root):
    _, choices, _ = sample(root)
    rankings = Rankings(choices, Komd("mD(5)", 0.1, True, 0.5))
    own = rankings.ranked(choices.chosen(7), 10)
    every = chain.from_iterable(rankings.ranker.scores([rankings.prefer(choices.chosen(7))]))
    scores = next(iter(every))
    listed = [place.score for place in own.places]
    assert listed == sorted(listed, reverse=True)
    for place in own.places:
        total = sum(r.share for r in place.reasons) + place.others - place.common
        assert place.score == pytest.approx(total, abs=1e-12)
        assert place.score == pytest.approx(float(scores[place.item]), rel=1e-4, abs=1e-5)
        assert place.item not in own.chosen


def test_a_taste_weighs_every_choice_the_same(root):
    _, choices, films = sample(root)
    rankings = Rankings(choices, Komd("linear", 1.0, True))
    user = int(np.argmax(choices.per_user))
    chosen = choices.chosen(user)
    own = rankings.ranked(chosen, 10, films).taste
    machine = rankings.prefer(chosen)
    weights = np.full(len(choices.items), -1 / machine.others)
    weights[chosen] = 1 / len(chosen)
    covers = own.formula.holds(films.table)
    weight = weights[films.places[covers]].sum()
    assert own.rule.objective == pytest.approx(weight - own.rule.price * len(own.formula))
    assert own.rule.objective <= own.rule.bound + 1e-9
    assert own.fidelity > 0.5
    rest = np.ones(len(weights), bool)
    rest[chosen] = False
    seen = rest[films.places]
    scores = rankings.ranked(chosen, 10).scores[films.places]
    assert own.fidelity == pytest.approx(roc_auc_score(covers[seen], scores[seen]))


def test_planted_tastes_are_recovered():
    """20 choices, no noise: the rule covers the liked films and no other that anyone chose."""
    told = recovered("planted", Komd("mD(10)", 0.01, True), users=20)
    assert told.exact >= 19
    assert told.fidelity > 0.7


def test_items_that_a_file_lacks_or_has_more_are_said():
    found = choices_of("user,film\na,x\na,y\nb,y\nb,z\n").choices
    told = described(
        rows("name,kind,year\ny,cat,1990\nz,dog,1991\nq,cat,1992\nz,cat,2000\n"), found, "film"
    )
    assert told.attributes == ("kind", "year")
    assert [found.items[i] for i in told.places] == ["y", "z"]
    assert "1 item of the choices is not in" in told.notices[0]
    assert "2 rows" in told.notices[1]
    with pytest.raises(DataError, match="must have a column with the names"):
        described(rows("name,kind\nfoo,cat\nbar,dog\n"), found, "film")
