"""What chances promise, and what came of it on fresh rows: a part of benchmarks.claims.

Tables have a planted card, a planted card whose class is rare, a planted rule, six signs that add
up to the class, weak and strong in turn, also with weights, or a class that nothing tells.
A card is that of a draft's machine, since the choice and search of the rule would take most of the
time and make no difference to it; a rule is the answer's own. Table number i is always the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from benchmarks import planted_cards
from benchmarks.claimed_rows import WEIGHT
from benchmarks.planted_cards import CLASS, clause_of, columns_of, planted
from benchmarks.tables import table_of
from interpret.fit.cards_on_folds import Request
from interpret.fit.choose_card import choose_card
from interpret.fit.find_rule import draft_choices, draft_landmarks
from interpret.fit.fit_card import choose_points, fitted_card
from interpret.fit.parts import parts_of, read_parts, tasks_asked
from interpret.fit.training import MachinePlan, train_as_planned
from interpret.forms.answer.calibration import shares_of
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import EQUAL
from interpret.forms.answer.judging import found_card
from interpret.forms.explain import draft_task, explain
from interpret.rules.logic import fired
from interpret.settings import Settings
from interpret.tell.rule.card import contradicted_words

FRESH = 10_000
RARE = 1 / 8  # of the rows of a rare class stay
WRONG = (0.05, 0.15, 0.25)  # labels of planted rules
ENOUGH = 150  # fresh rows that a share is taken from
LOW = 0.05  # below which chances are told apart

Frames = tuple[pd.DataFrame, pd.DataFrame]  # rows to learn from, and fresh ones


def of_card(number: int, n: int) -> Frames:
    case = planted(number, n)
    return case.train, case.fresh[:FRESH]


def of_rare(number: int, n: int) -> Frames:
    case = planted(number, n)
    frame, rng = pd.concat([case.train, case.fresh]), np.random.default_rng((number, n, 1))
    frame = frame[(frame[CLASS] == "no") | (rng.random(len(frame)) < RARE)]
    rare = (frame[CLASS] == "yes").to_numpy()
    first = np.flatnonzero(rare)[: max(0, 4 - int(rare[:n].sum()))]  # at least four to learn from
    frame = frame.iloc[[*first, *np.setdiff1d(np.arange(len(frame)), first)]]
    return frame[:n], frame[n : n + FRESH]


def of_rule(number: int, n: int) -> Frames:
    train, fresh, _ = planted_rule(number, n)
    return train, fresh


def planted_rule(number: int, n: int) -> tuple[pd.DataFrame, pd.DataFrame, np.ndarray]:
    """Two clauses of two tests each; a share of the labels is wrong. And what the rule says of the
    fresh rows.
    """
    rng = np.random.default_rng((number, n, 3))
    columns, truth = columns_of(5, 5, n + FRESH, rng), np.zeros(n + FRESH, dtype=bool)
    while not 0.2 < truth.mean() < 0.7:
        truth = clause_of(columns, 2, rng) | clause_of(columns, 2, rng)
    frames = _frames(columns, truth ^ (rng.random(len(truth)) < WRONG[number % 3]), n)
    return *frames, truth[n:]


def of_noise(number: int, n: int) -> Frames:
    rng = np.random.default_rng((number, n, 2))
    columns = columns_of(5, 5, n + FRESH, rng)
    return _frames(columns, rng.random(n + FRESH) < (0.5, 0.2)[number % 2], n)


def of_signs(number: int, n: int) -> Frames:
    rng = np.random.default_rng((number, n, 4))
    signs = rng.random((n + FRESH, 6)) < rng.uniform(0.2, 0.8, 6)
    odds = (signs - signs.mean(axis=0)) @ rng.normal(0, (1.0, 2.5)[number % 2], 6)
    y = rng.random(n + FRESH) < expit(odds)
    y[:4] = [True, False, True, False]
    return _frames({f"s{j}": np.where(own, "x", "o") for j, own in enumerate(signs.T)}, y, n)


def of_weights(number: int, n: int) -> Frames:
    """Rows of which some were drawn sooner than others, and weigh the less."""
    train, fresh = of_signs(number, 3 * n)
    rng = np.random.default_rng((number, n, 5))
    share = rng.uniform(0.1, 1.0, len(train))
    drawn = np.flatnonzero(rng.random(len(train)) < share)[:n]
    return train.iloc[drawn].assign(**{WEIGHT: 1 / share[drawn]}), fresh


def _frames(columns: dict[str, np.ndarray], y: np.ndarray, n: int) -> Frames:
    frame = pd.DataFrame(columns | {CLASS: np.where(y, "yes", "no")})
    return frame[:n], frame[n:]


@dataclass(frozen=True, eq=False)
class Promised:
    """Chances on fresh rows, and which of these were of the class: float and bool (n_fresh,);
    against: whether a row's chance speaks against its verdict; said: whether the card says why;
    between: the ends of the ranges of these chances, as they are said.
    """

    chance: np.ndarray
    came: np.ndarray
    against: bool = False
    said: bool = False
    between: tuple[np.ndarray, np.ndarray] | None = None

    def ranges_hold(self) -> list[bool]:
        """Of each chance that enough rows have: whether its range holds their share."""
        if self.between is None:
            return []
        _, first, place, sizes = np.unique(
            self.chance, return_index=True, return_inverse=True, return_counts=True
        )
        shares = np.bincount(place, self.came) / sizes
        low, high = (end[first] for end in self.between)
        return ((low <= shares) & (shares <= high))[sizes >= ENOUGH].tolist()

    @property
    def slope(self) -> float | None:
        chance, place = np.unique(np.round(self.chance, 9), return_inverse=True)
        if len(chance) == 1 or self.came.all() or not self.came.any():
            return None
        came, n = np.bincount(place, self.came), np.bincount(place)
        odds, labels = np.tile(np.log(chance / (1 - chance)), 2), np.repeat([1, 0], len(chance))
        curve = LogisticRegression(C=np.inf)
        curve.fit(odds[:, None], labels, sample_weight=np.concatenate([came, n - came]))
        return float(curve.coef_[0, 0])


def of_all(found: Sequence[Promised]) -> Promised:
    """The rows of several tables together."""
    chance, came = (
        np.concatenate([getattr(one, name) for one in found]) for name in ("chance", "came")
    )
    return Promised(chance, came)


def answered(frame: pd.DataFrame, test: float = 0.0) -> Explanation:
    """The answer with a card in it, beside the rule and the machine of a draft."""
    table = table_of(frame)
    settings = replace(_asked(frame), form="points", test=test)
    (task,) = tasks_asked(table, settings)
    e, rows = draft_task(task, settings), read_parts(task, settings)
    rows = replace(rows, train=rows.train.counted(settings.counting))
    machine, _ = draft_choices(rows.train, settings, rows.demands)
    plan = MachinePlan(machine, draft_landmarks(rows.train, settings))
    fitted, svc = train_as_planned(rows, settings, plan)
    request = Request(settings, rows.demands)
    choice = choose_points(choose_card(rows.train, svc, request))
    card = fitted_card(rows.train, choice, fitted.trained, request)
    parts = parts_of(rows.task, rows.parts, e.machine.scores)
    return e.with_form(found_card(card, choice, parts, settings.lost))


def _asked(frame: pd.DataFrame) -> Settings:
    return Settings(target=CLASS, positive=("yes",), weight=WEIGHT if WEIGHT in frame else None)


def by_card(frames: Frames) -> Promised:
    train, fresh = frames
    e = answered(train)
    assert e.points is not None
    card, chances = e.points.card, e.points.chances
    totals = card.totals(e.preparation.table(table_of(fresh)))
    chance, says = chances.of(totals), totals > card.cut
    against = np.where(says, chance < chances.pays - EQUAL, chance > chances.pays + EQUAL)
    said = bool(contradicted_words(e, e.points))
    between = _said(*chances.between(totals))
    return Promised(chance, _came(fresh), bool(against.any()), said, between)


def by_rule(frames: Frames) -> Promised:
    train, fresh = frames
    e: Explanation = explain(table_of(train), replace(_asked(train), form="rule", test=0))
    rows = e.preparation.table(table_of(fresh))
    odds = shares_of(e).log_odds(fired(e.rule.formula.clauses, rows))
    curve = e.rule_choice.recalibration
    return Promised(curve.of(odds), _came(fresh), between=_said(*curve.between(odds)))


def _said(low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The ends of ranges as they are said, in whole per cent."""
    return np.floor(100 * low) / 100, np.ceil(100 * high) / 100


def _came(fresh: pd.DataFrame) -> np.ndarray:
    return (fresh[CLASS] == "yes").to_numpy()


def is_step(kind: str, number: int) -> bool:
    """Whether no chance of a table is between 0 and 1, or none depends on the columns."""
    wrong = planted_cards.WRONG[number // 2 % len(planted_cards.WRONG)]
    return kind == "noise" or (kind in ("card", "rare class") and not wrong)


KINDS = {
    "card": of_card,
    "rare class": of_rare,
    "rule": of_rule,
    "signs": of_signs,
    "noise": of_noise,
    "weights": of_weights,
}
FORMS = {"card": by_card, "rule": by_rule}
