"""What the programs of rule and score learners share: a split of a table, and the way one is run.

They run by the Python of an environment of their own, in which nothing of this project but this
folder can be imported.
"""

import json
import resource
import sys
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from math import ceil
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

warnings.simplefilter("ignore")

Said = tuple[np.ndarray, int]  # bool, of the test rows; tests
Timed = tuple[np.ndarray, int, float]  # and CPU seconds, where they are not those since loading


class Split:
    """The rows as text, and as one-hot tests: attribute = value.

    equal: the column and the value of each test; holds, holds_test: bool (n_rows, n_tests); began:
    the CPU time from which a learner is timed.
    """

    began: float

    def __init__(self, train: list[list[str]], y: list[bool], test: list[list[str]]) -> None:
        self.train, self.test = np.array(train, dtype=object), np.array(test, dtype=object)
        self.y = np.array(y)
        columns = range(self.train.shape[1])
        self.equal = [(j, v) for j in columns for v in sorted(set(self.train[:, j]))]
        self.holds, self.holds_test = self._one_hot(self.train), self._one_hot(self.test)

    def begin(self, limit: int | None = None) -> None:
        """Times the learner from now on; with a limit it is stopped after so many CPU seconds."""
        self.began = process_time()
        if limit is not None:
            _, most = resource.getrlimit(resource.RLIMIT_CPU)
            resource.setrlimit(resource.RLIMIT_CPU, (ceil(self.began) + limit, most))

    def frame(self, holds: np.ndarray) -> "pd.DataFrame":
        """Rows with their tests denied as well, as AIX360 reads them: columns like (c0, !=, a)."""
        import pandas as pd

        names = [(f"c{j}", sign, v) for sign in ("==", "!=") for j, v in self.equal]
        columns = pd.MultiIndex.from_tuples(names)
        return pd.DataFrame(with_denials(holds).astype(int), columns=columns)

    def _one_hot(self, rows: np.ndarray) -> np.ndarray:
        return np.array([rows[:, j] == v for j, v in self.equal], dtype=bool).T


def with_denials(holds: np.ndarray) -> np.ndarray:
    """The tests of rows, and then each of them denied: bool (n_rows, 2 n_tests)."""
    return np.hstack([holds, ~holds])


def ebm(split: Split) -> Said:
    """Its tests are the cells of its tables."""
    from interpret.glassbox import ExplainableBoostingClassifier

    types = ["nominal"] * split.train.shape[1]
    learnt = ExplainableBoostingClassifier(feature_types=types, random_state=0, n_jobs=1)
    learnt.fit(split.train.astype(str), split.y)
    cells = sum(int(np.prod(np.array(scores.shape) - 2)) for scores in learnt.term_scores_)
    return np.asarray(learnt.predict(split.test.astype(str)), dtype=bool), cells


Learn = Callable[[Split], Said | dict[str, Said | Timed]]  # a dict where it learns several things


def main(learners: Mapping[str, tuple[str, Learn]], limit: int | None = None) -> None:
    """Runs the learner that the command line names on the split in a file, and prints JSON.

    learners: the library that each loads, and what learns; limit: of CPU seconds.
    """
    learner, path = sys.argv[1:]
    library, learn = learners[learner]
    began = process_time()
    split = Split(**json.loads(Path(path).read_text(encoding="utf-8")))
    reading = process_time() - began
    import_module(library)
    split.begin(limit)
    loaded = split.began
    found = learn(split)
    since = process_time() - split.began
    told = {}
    for name, learnt in (found if isinstance(found, dict) else {learner: found}).items():
        said, tests, seconds = (*learnt, since)[:3]
        told[name] = [said.tolist(), tests, loaded - reading + seconds, seconds]
    print(json.dumps(told))
