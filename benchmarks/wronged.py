"""How often a rule that did not drift is called weaker.

    python -m benchmarks.wronged [--files 200]

Rows drawn anew, twice each, from the source of one table
whose class follows a rule but for a tenth of its labels: 180 rows held out and 20 to 1,015 rows of
a second file; nothing has drifted. Each with its 95 % interval, and CPU seconds.
"""

import argparse
from collections.abc import Sequence
from time import process_time

import numpy as np

from interpret.data.reading import read_table
from interpret.data.table import Table
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.drift import WEAKER, still
from interpret.forms.answer.predictor import predictors
from interpret.forms.answer.record import document
from interpret.forms.explain import explain
from interpret.present.wording import share_words
from interpret.settings import Settings
from interpret.shares import independent
from tests.judged import judged_anew

QUICK = Settings(
    kernel="mDNF(2,2)",
    C=1.0,
    side="for",
    language="monotone",
    fit_to="labels",
    price=2.0,
    form="rule",
)
WRONG = 0.1  # share of the labels of a table that follow no rule


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=200)
    asked = parser.parse_args(argv)
    started = process_time()
    weaker = _called_weaker(asked.files)
    print(f"called weaker without drift: {share_words(independent(weaker, asked.files))}")
    print(f"{process_time() - started:.1f} CPU s")


def _called_weaker(files: int) -> int:
    """Of so many second files, how many are called weaker."""
    rng = np.random.default_rng(0)
    table = _drawn(rng, 600)
    (predictor,) = predictors(document([Answer(explain(table, QUICK), table)]))
    weaker = 0
    for number in range(files):
        before, after = _drawn(rng, 180), _drawn(rng, 20 + 5 * (number % 200))
        then = predictor.scores(before)
        fresh = judged_anew(predictor, then)
        now = fresh.scores(after)
        weaker += still(now, now.of_rule, after).verdict == WEAKER
    return weaker


def _drawn(rng: np.random.Generator, n: int) -> Table:
    """Rows whose class is an age above 50, but for some."""
    age, place = rng.integers(20, 80, n), rng.integers(4, size=n)
    ill = (age > 50) ^ (rng.random(n) < WRONG)
    lines = [
        f"{a},p{p},{'yes' if is_ill else 'no'}"
        for a, p, is_ill in zip(age, place, ill, strict=True)
    ]
    return read_table("\n".join(["age,place,ill", *lines]).encode(), "drawn.csv")


if __name__ == "__main__":
    main()
