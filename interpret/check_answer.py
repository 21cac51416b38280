"""Checks an answer of Rulescope without Rulescope: python check_answer.py ANSWER.json TABLE.csv

It needs Python and NumPy, and shares no code with what it checks. It reads the table by the
document's readings, counts the figures of rule, card and machine anew, and verifies that no rule
scores more than the document says. Each line names claims that hold, do not hold, or are not
checked; the last one names all else that the document says, some of which is taken as given, such
as how a column is read. The exit status is 1 if a claim does not hold, 2 if an answer could not be
checked, else 0.

The bound. A rule is an OR of a to D clauses, each an AND of 1 to L tests. Row i counts v_i where
the rule covers it, and each test costs p: score = sum of v_i over the rows covered - p * tests.
Take any prices 0 <= q_i <= max(0, v_i). If c_i of the rule's clauses cover row i, then
    where v_i > 0 and c_i >= 1:  v_i <= (v_i - q_i) + c_i * q_i,
    where v_i < 0:               v_i <= -c_i * |v_i| / D,  since c_i <= D,
and a positive row that no clause covers counts 0 <= v_i - q_i. Added up over all rows, with
    worth(k) = sum of q_i - sum of |v_i| / D over the negative rows - p * tests, of a clause k,
    score <= sum of (max(0, v_i) - q_i) over all rows + sum of worth(k) over the rule's clauses.
So if D * worth(k) <= M for every clause k that there is,
    D * score <= D * sum of (max(0, v_i) - q_i) + max(D * M, a * M).
This is weak duality in the linear program of Dash, Gunluk and Wei (Boolean Decision Rules via
Column Generation, NeurIPS 2018): wrong prices can only give a weaker bound. The document holds
prices and M for ranges a to D that leave out no number of clauses but 0, and a rule without clauses
scores 0. A clause that covers no row can only cost, and the rule without it is of fewer clauses, so
no such clause counts. All numbers are rounded to integers, whose sums are exact below 2^53, and
what that may change is added to the bound. Then all clauses are looked at. One that begins with the
tests of another covers no more rows, so the search turns back where the prices of the rows that are
left cannot lift a clause above M.
"""

import csv
import datetime
import hashlib
import io
import json
import math
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import numpy as np

BUDGET = 10**8  # single tests that are priced for each class, at most
MOST, NODES = 5000, 100_000  # clauses of which the best union is sought, and steps of that
PAIRS = 25_000_000  # values of the kernel, at most
CASES, COPIES = 10**6, 200_000  # rows of a table that is weighed by whole numbers, and by others
NAMED = 1000  # values of a column, and of a table, all of which a rule may ask for
Z = 1.959963984540054  # 95 % of a normal distribution lie within so many deviations
MARKS = {"na", "n/a", "nan", "null", "<na>", "none", "missing", "unknown", "?", "-", "--", "."}
COUNTED = "true_positive", "false_positive", "false_negative", "true_negative"
DATE = "year", "month", "weekday"
REFUTED = ArithmeticError, AttributeError, LookupError, TypeError, ValueError


class NotCheckedError(Exception):
    """Says why a claim is neither confirmed nor refuted."""


def needs(is_so, why_not):
    """NotCheckedError unless it is so."""
    if not is_so:
        raise NotCheckedError(why_not)


def must(is_so, found):
    """ValueError, which means that a claim does not hold, unless it is so."""
    if not is_so:
        raise ValueError(found)


class Holds(str):
    """That what stands in a document was found to hold, and why in words."""


class Rate(NamedTuple):
    """Hits among so many rows; the interval is of fewer where the document gives an effect."""

    hits: int
    n: int

    @property
    def value(self):
        return self.hits / self.n if self.n else None

    def counts(self, effect):
        """What a document says of it, with the interval (Wilson 1927) of n / effect rows."""
        counts = {"hits": self.hits, "n": self.n, "value": self.value}
        if not self.n:
            return counts | {"low": None, "high": None}
        n, share = self.n / effect, self.value
        reach = Z / (n + Z * Z) * math.sqrt(n * share * (1 - share) + Z * Z / 4)
        low, high = ((n * share + Z * Z / 2) / (n + Z * Z) + side for side in (-reach, reach))
        return counts | {"low": low if share else 0.0, "high": high if share < 1 else 1.0}


def leaves(value, path=()):
    """The path of each value that has no parts: of names, and of places in lists."""
    left = [(path, value)]
    while left:
        path, value = left.pop()
        if value and isinstance(value, dict | list):
            parts = value.items() if isinstance(value, dict) else enumerate(value)
            left += [((*path, key), part) for key, part in parts]
        else:
            yield path


def same(expected, given, path):
    """The paths of all that was expected; the document must hold that, and may hold more."""
    if isinstance(expected, Holds):
        return {*leaves(given, path)}
    if isinstance(expected, Rate):
        expected = expected.counts(given.get("effect", 1.0))
    if isinstance(expected, list):
        must(len(expected) == len(given), f"{len(expected)} entries, not {len(given)}")
        expected = dict(enumerate(expected))
    if isinstance(expected, dict):
        parts = (same(value, given[key], (*path, key)) for key, value in expected.items())
        return set().union(*parts) or {path}
    is_same = type(expected) is type(given) and expected == given
    if isinstance(expected, float) and type(given) in (int, float):
        is_same = math.isclose(expected, given, rel_tol=1e-9, abs_tol=1e-12)
    must(is_same, f"{named(path)} is {expected!r}, not {given!r}")
    return {path}


def named(path):
    """The names of a path; what stands in lists, or once for each part, has one name."""
    names = [name for name in path if isinstance(name, str) and name not in ("train", "test")]
    return ".".join(names).removeprefix("explanations.")


def others(document, held):
    """The names of all but the paths that hold, each as short as it names nothing that holds."""
    names, holding = set(), set()
    for path in leaves(document):
        name = named(path).split(".")
        if path in held:
            holding |= {".".join(name[:k]) for k in range(1, len(name) + 1)}
        else:
            names.add(tuple(name))
    starts = ([".".join(name[:k]) for k in range(1, len(name) + 1)] for name in names)
    return sorted({next((s for s in some if s not in holding), some[-1]) for some in starts})


def cells_of(raw, table):
    """The cells of each column as they stand in the file."""
    for mark in ",;\t|":
        lines = []
        with suppress(csv.Error, UnicodeError):
            text = io.StringIO(raw.decode("utf-8-sig"))
            lines = [row for row in csv.reader(text, delimiter=mark, skipinitialspace=True) if row]
        fits = lines and [*map(str.strip, lines[0])] == table["columns"]
        if fits and {*map(len, lines)} == {len(lines[0])} and len(lines) == table["rows"] + 1:
            return dict(zip(table["columns"], zip(*lines[1:], strict=True), strict=True))
    raise NotCheckedError("it is no plain table of these rows and columns; save it as CSV in UTF-8")


def value_of(text, reading):
    """The value of a cell: a number, a text, a date as text, or None where it is empty."""
    text, meaning, spelling = text.strip(), reading["meaning"], reading["spelling"]
    words = {word.casefold(): word for word in reading["words"]}
    odd = any(spelling[name] for name in ("before", "after", "thousands", "brackets", "clock"))
    if meaning != "text" and (not text or text.casefold() in MARKS or text in reading["empty"]):
        return None
    if meaning == "text" and not (text and (words or reading["width"])):
        return text or reading["gap"]
    if meaning == "date" and re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return text
    number = re.fullmatch(r"([+-]?\d{1,15})(?:([.,])(\d+))?((?:[eE][+-]?\d)?)", text, re.ASCII)
    if meaning == "number" and number and not odd and number[2] in (None, spelling["decimal"]):
        return float(f"{number[1]}.{number[3] or 0}{number[4]}")
    needs(text.casefold() in words, f"{text!r} in {reading['column']!r} is written in an odd way")
    return words[text.casefold()]


def of_date(part, day):
    """The year, month or weekday of a date."""
    digits = {"year": day[:4], "month": day[5:7]}.get(part)
    return float(digits) if digits else f"{datetime.date.fromisoformat(day):%A}"


def length(test):
    """How many single conditions a test is made of."""
    ends = [end for end in ("above", "to") if test.get(end) is not None]
    return len(test.get("is", test.get("is_not", ends)))


def features(name, counts):
    """From counts of variables, (all, in x, in z, in both), to those of a kernel's features."""
    word, *n = re.findall(r"\w+", name)
    up_to = word in ("rules", "conjunctions")
    sizes = [range(1 if up_to else int(k), int(k) + 1) for k in reversed(n)]
    steps = {"linear": [], "mC": ["and"], "mD": ["or"], "conjunctions": ["and"]}
    steps |= {"mDNF": ["and", "or"], "mCNF": ["or", "and"], "rules": ["and", "or"]}
    needs(word in steps and "*" not in name, f"the kernel {name} is not computed here")
    for step, some in zip(steps[word], sizes, strict=True):
        for kind in ("or", "and", "or"):  # an OR holds unless all of its parts are denied
            if kind == "and":
                counts = [sum(math.comb(k, size) for size in some) for k in counts]
            elif step == "or":
                n, x, z, both = counts
                counts = [n, n - x, n - z, n - x - z + both]
    return counts[3]


def clauses_above(floor, gain, loss, cost, covers, longest):
    """Every clause of at most `longest` tests worth more than the floor: (worth, tests, rows).

    Beside them the largest worth that a clause may have that there was no budget to look at.
    """
    budget, weights, clauses = BUDGET, np.column_stack([gain, loss]), []
    left = [(-math.inf, np.arange(len(covers)), np.arange(len(gain)), 1)]
    while left and budget > 0 and len(clauses) <= MOST:
        _, tests, rows, n = left.pop()
        part, budget = covers[np.ix_(tests, rows)], budget - len(tests)
        gains, losses = (part.astype(float) @ weights[rows]).T
        worth, hope = gains - losses - cost * n, gains - cost * (n + 1)
        above = np.flatnonzero((worth > floor) & part.any(axis=1))
        clauses += [(worth[k], n, rows[part[k]]) for k in above]
        order = np.argsort(gains, kind="stable")
        order = order[hope[order] > floor] if n < longest else order[:0]
        for k, test in enumerate(order[:-1]):
            left.append((hope[test], tests[order[k + 1 :]], rows[part[test]], n + 1))
    return clauses, max((hope for hope, *_ in left), default=-math.inf)


def bound_of(part, v, q, price, covers, longest, aim):
    """The bound on rules of some numbers of clauses, from prices; all in units."""
    a, D, M = part["least"], part["most"], part["worth"]
    must(D * np.abs(v).sum() < 2**52 and (q >= 0).all(), "the integers are not exact")
    q = np.minimum(q, np.maximum(0, v))
    spare, given = (np.maximum(0, v) - q).sum(), (D * q, np.maximum(0, -v), D * price, covers)
    above, open_to = clauses_above(M, *given, longest)
    must(not above, "a line is worth more than M")
    M = max(M, open_to)
    most = spare + max(M, M * a / D)
    if most > aim and open_to == -math.inf:  # every clause of a better rule is worth almost M
        floor = D * (aim - spare) - max(M * (a - 1), M * (D - 1))
        some, open_to = clauses_above(floor, *given, longest)
        if len(some) <= MOST and open_to == -math.inf:
            most = min(most, best_union(v, q, price, some, D, aim))
    return most


def best_union(v, q, price, clauses, D, bound):
    """The largest score of a rule of at most D of the clauses if it is above the bound, else that.

    A rule that extends another by r clauses gains at most what the bound of the first comment says
    of the rows that the other leaves, for q or for v as prices.
    """
    covers = np.array([np.bincount(rows, None, len(v)) for *_, rows in clauses], dtype=float)
    covers = covers.reshape(-1, len(v))
    costs = price * np.array([n for _, n, _ in clauses])
    nodes = [(np.arange(len(clauses)), v, 0.0, D)]
    for _ in range(NODES):
        if not nodes:
            return bound
        some, left, score, r = nodes.pop()
        bound, most = max(bound, score), math.inf
        for prices in (np.minimum(q, left), np.maximum(0, left)) if r else ():
            gains = covers[some] @ np.where(left > 0, prices, left / r) - costs[some]
            order = np.argsort(-gains)
            spare = (np.maximum(0, left) - np.maximum(0, prices)).sum()
            most = min(most, score + spare + np.maximum(0, gains[order[:r]]).sum())
        if r and len(some) and most > bound:
            k, some = some[order[0]], some[order[1:]]
            now = left * (1 - covers[k])
            with_k = score + (left - now).sum() - costs[k]
            nodes += [(some, left, score, r), (some, now, with_k, r - 1)]
    return math.inf


class Explained:
    """One explanation of a document, and the rows that it is about."""

    def __init__(self, e, cells):
        settings, self.e, self.cells, self.known = e["settings"], e, cells, {}
        self.readings = {one["column"]: one for one in e["preparation"]["readings"]}
        self.cuts = {one["attribute"]: one["points"] for one in e["preparation"]["cuts"]}
        held_out = settings["test"] if isinstance(settings["test"], str) else None
        weight, group = settings["weight"], settings["group"]
        self.aside = {e["target"], weight, group, held_out, *settings["drop"]}
        needed = {e["target"], weight} - {None}  # rows without these are left out
        if settings["gaps"] == "drop-row":
            needed |= self.readings.keys() - {group, held_out}
        self.places = slice(None)
        there = np.all([self.of(name)[0] != None for name in needed], axis=0)  # noqa: E711
        # A row of weight 3 is three rows.
        copies = np.nan_to_num(self.of(weight)[1]) if weight else there * 1.0
        if (copies % 1).any() or copies.sum() > CASES:  # then it is tenths of the mean weight
            some = copies > 0
            tenths = max(1.0, min(10.0, COPIES / some.sum())) / copies[some].mean()
            copies = np.maximum(np.floor(copies * tenths + 0.5), some)
        self.places, self.known = np.repeat(np.arange(len(there)), there * copies.astype(int)), {}
        self.y = self.classes(*self.of(e["target"]), e["positive"], e["negative"])
        every = e["rows"]["train"] + e["rows"]["test"]
        is_each = {*map(type, every)} == {int} and sorted(every) == [*range(len(self.y))]
        must(is_each, "not every row is in one part")
        self.parts = {part: np.array(e["rows"][part], dtype=int) for part in ("train", "test")}
        divider = held_out or group  # each of its values, else each row of the file, is in one part
        whole = self.of(divider)[0] if divider else self.places
        sides = [{*whole[at].tolist()} for at in self.parts.values()]
        must(not set.intersection(*sides) - {None}, "what belongs together is in both parts")
        self.train, self.judged = self.parts["train"], "test" if e["rows"]["test"] else "train"
        self.scores, self.weights = (np.array(e["machine"][n]) * 1.0 for n in ("scores", "weights"))
        given = [len(self.scores), len(self.weights)]
        must(given == [len(self.y), len(self.train)], "the machine has not a value for each row")
        self.machine, self.is_balanced = self.scores > 0, settings["cost"] == "balanced"
        self.costs = np.array([1 if isinstance(settings["cost"], str) else settings["cost"], 1])
        self.sign, self.choice = np.where(self.y[self.train], 1.0, -1.0), e["choice"]["rule"]
        self.name = f"{e['target']} = {' or '.join(e['positive'])}"
        self.rule, self.card = e["rule"], e["points"] or {"terms": [], "cut": 0}
        self.covers, self.said = self.verdict(self.rule)
        self.points = np.array([term["points"] for term in self.card["terms"]], dtype=np.int64)
        self.held = self.covered([term["clause"] for term in self.card["terms"]])
        self.totals = self.points @ self.held

    def classes(self, labels, amounts, positive, negative):
        """Which rows are of the class: bool (n,)."""
        above, *below = sorted({*positive, *negative} - {*labels}, reverse=True) or [""]
        cut = above.removeprefix("above ")
        if below == [f"{cut} or less"]:  # the sides of a number
            return (amounts > float(cut)) == (positive == [above])
        yes, no = ({self.meant(self.e["target"], v) for v in side} for side in (positive, negative))
        must(not yes & no and {*labels} == yes | no, "the classes are not those of the table")
        return np.array([label in yes for label in labels])

    def of(self, name):
        """The values of an attribute, object (n,), and those that are numbers, else NaN."""
        if name not in self.known:
            column, _, part = (name, "", "") if name in self.cells else name.rpartition(": ")
            texts, reading = self.cells[column], self.readings.get(column)
            known = {text: value_of(text, reading) if reading else text for text in {*texts}}
            if part:
                known = {text: day and of_date(part, day) for text, day in known.items()}
            values = np.array([known[text] for text in texts], object)[self.places]
            amounts = [one if isinstance(one, float) else math.nan for one in values]
            self.known[name] = values, np.array(amounts)
        return self.known[name]

    def meant(self, name, text):
        """The value that a text of the document means in a column."""
        return text if text is None or np.isnan(self.of(name)[1]).all() else float(text)

    def passing(self, name, test):
        """Which rows pass a test of an attribute: bool (n,)."""
        values, amounts = self.of(name)
        for key in {"is", "is_not"} & test.keys():
            named = {self.meant(name, text) for text in test[key]}
            return np.array([(one in named) == (key == "is") for one in values])
        low = -math.inf if test["above"] is None else test["above"]
        return (amounts > low) & (amounts <= (math.inf if test["to"] is None else test["to"]))

    def covered(self, clauses):
        """Which rows pass all tests of each clause: bool (n_clauses, n)."""
        every = [[self.passing(test["attribute"], test) for test in one] for one in clauses]
        every = [np.all([self.y | True, *passing], axis=0) for passing in every]
        return np.array(every, dtype=bool).reshape(-1, len(self.y))

    def verdict(self, rule):
        """Which rows the clauses cover that a rule is made of, and where it says yes."""
        covers = self.covered(rule["clauses"] if rule["denies"] is None else rule["denies"])
        return covers, covers.any(axis=0) != (rule["form"] == "cnf")

    def share(self, hits, among):
        """The share of hits among rows, both as masks."""
        return Rate(int((hits & among).sum()), int(among.sum()))

    def right(self, said, at):
        """What is counted of a verdict on some rows."""
        yes, y = said[at], self.y[at]
        among = {"accuracy": y | True, "sensitivity": y, "specificity": ~y}
        among |= {"positive_predictive_value": yes, "negative_predictive_value": ~yes}
        counts = {key: self.share(yes == y, rows) for key, rows in among.items()}
        for key, one in zip(COUNTED, (yes & y, yes & ~y, ~yes & y, ~yes & ~y), strict=True):
            counts[key] = int(one.sum())
        rates = counts["sensitivity"].value, counts["specificity"].value
        counts["balanced_accuracy"] = None if None in rates else sum(rates) / 2
        double, wrong = 2 * counts["true_positive"], int((yes != y).sum())
        counts["f1"] = double / (double + wrong) if double + wrong else None
        return counts

    def area(self, totals, at):
        """The area under the ROC curve: pairs in order, of which ties count half."""
        totals, y = totals[at], self.y[at]
        places = np.round(totals / (np.abs(totals).max(initial=0) or 1.0), 7)
        no = np.sort(places[~y])
        below = sum(np.searchsorted(no, places[y], end) for end in ("left", "right"))
        return float(below.mean() / 2 / len(no)) if len(no) and y.any() else None

    def agrees(self, said, at):
        """How often a verdict is the machine's."""
        return self.share((said == self.machine)[at], at >= 0)

    def apart(self, said, at):
        """Where a verdict and the machine differ: which of them is right, by class."""
        y, differs, right = self.y[at], (said != self.machine)[at], (said == self.y)[at]
        sides = {"first": differs & right, "second": differs & ~right}
        return {key: [int((side & c).sum()) for c in (y, ~y)] for key, side in sides.items()}

    def lines(self, at):
        """What each line of the rule covers."""
        once, of_class = self.covers.sum(axis=0) == 1, self.y != (self.rule["form"] == "cnf")
        counts = []
        for c in self.covers:
            masks = {"rows": c, "right": c & of_class, "alone": c & once, "of_class": of_class}
            counts.append({key: int(mask[at].sum()) for key, mask in masks.items()})
            counts[-1]["n"] = len(at)
        return counts

    def worth_of_terms(self):
        """What more is lost without each term of the card: costs, or how often it is wrong."""
        at, without = self.parts[self.judged], self.totals - self.points[:, None] * self.held
        y, said = self.y[at], np.array([self.totals, *without])[:, at] > self.card["cut"]
        missed, alarms = (~said & y).sum(axis=1), (said & ~y).sum(axis=1)
        lost = (self.costs[0] * missed + self.costs[1] * alarms) / len(y)
        if self.is_balanced and 0 < y.sum() < len(y):
            lost = (missed / y.sum() + alarms / (~y).sum()) / 2
        return [round(float(one - lost[0]), 9) for one in lost[1:]]

    def bands(self):
        """How many rows with a total of each band are of the class, and their mean chance."""
        curve, at, bands = self.card["chances"], self.parts[self.judged], []
        for band in curve["bands"]:
            inside = (self.totals >= band["low"]) & (self.totals <= band["high"])
            some = self.totals[self.train][inside[self.train]]
            some = some if len(some) else np.array([band["low"], band["high"]])
            odds = np.clip(curve["slope"] * some + curve["offset"], -700, 700)
            chance = curve["least"] + (1 - 2 * curve["least"]) / (1 + np.exp(-odds))
            bands.append({"share": self.share(self.y[at], inside[at])})
            bands[-1]["chance"] = round(float(chance.mean()), 6)
        return bands

    def columns(self):
        """A rule may ask for each column that tells rows apart, and for no other."""
        given, names = self.e["attributes"], []
        for column in self.cells.keys() - self.aside:
            is_day = self.readings.get(column, {}).get("meaning") == "date" and column not in given
            names += [f"{column}: {part}" for part in DATE] if is_day else [column]
        for name in {*names} - {*given}:
            values, cells = self.of(name)[0], self.cells.get(name, ())
            few, pairs = {*values}, {*zip(values, self.y, strict=True)}
            may_be = len({*cells}) > len(cells) / 2 or len(pairs) == len(few) < 3
            needs(not may_be, f"{name!r} is left out, which names rows or the class")
            wide = sum(len({*texts}) for texts in self.cells.values())
            needs(wide <= NAMED, f"{name!r} is left out, and not all of so many values may be used")
            must(len(few) < 2, f"{name!r} is left out, and tells rows apart")
        must({*given} <= {*names} and len({*given}) == len(given), "they are not of the table")
        return Holds(", ".join(given))

    def decided(self):
        """The machine's decision: sum of weight * kernel of support rows, and its intercept."""
        machine, held = self.e["machine"], self.e["machine"]["support_rows"]
        needs(machine["landmarks"] is None, "the machine was learned on landmarks")
        X = np.zeros((len(self.y), len(held["variables"])))
        for k, one in enumerate(held["variables"]):
            test, cut = {"is": one["is"]}, one.get("cut")
            if cut is not None and one["is"] != [None]:
                test = {"above": None, "to": None} | {"to" if one["is"] == ["≤"] else "above": cut}
            X[:, k] = self.passing(one["attribute"], test)
        weights, support = self.weights[self.weights != 0], X[self.train[self.weights != 0]]
        found = {"holds": [np.flatnonzero(row).tolist() for row in support]}
        found = {"support_rows": found | {"weights": weights.tolist()}, "support": len(support)}
        same(found, machine, ("machine",))
        needs(len(X) * len(support) <= PAIRS, f"it takes over {PAIRS:,} values of the kernel")
        m, kernel, values = X.shape[1] + 1, machine["kernel"], []
        codes = (X.sum(axis=1)[:, None] * m + support.sum(axis=1)) * m + X @ support.T
        codes, places = np.unique(codes.astype(int), return_inverse=True)
        for x, z, both in ((code // m // m, code // m % m, code % m) for code in codes.tolist()):
            xx, zz, xz = (features(kernel, (m - 1, *c)) for c in ((x,) * 3, (z,) * 3, (x, z, both)))
            root = math.isqrt(xx * zz << 128)
            values.append((xz << 64) / root if root else float(x == z == both))
        return np.array(values)[places].reshape(len(X), -1) @ weights + machine["intercept"]

    def counting(self):
        """What each training row counts for: float (n,)."""
        yes = self.y[self.train]
        if self.is_balanced:
            return len(yes) / 2 / np.where(yes, yes.sum(), (~yes).sum())
        costs = np.maximum(self.costs, self.costs.max() / 1e4)
        return np.where(yes, *(2 * costs / costs.sum()))

    def optimum(self):
        """The machine decides as the document says, and its weights are almost the best."""
        machine, alpha, sign = self.e["machine"], self.sign * self.weights, self.sign
        decisions, total = self.decided(), float(alpha.sum())
        off = float(np.abs(decisions - self.scores).max())
        must(off <= 1e-8 + 1e-12 * total, f"a decision is off by {off:.3g}")
        f = decisions[self.train] - machine["intercept"]
        norm, apart = float(self.weights @ f), f[sign > 0].min() - f[sign < 0].max()
        must((apart > 1e-12 * total) == machine["separable"], "separable is not so")
        upper = 2 * norm / apart**2 if apart > 0 else math.inf
        if machine["C"] is not None:
            C = machine["C"] * self.counting()
            must((alpha <= C * (1 + 1e-9)).all(), "a weight is above C")
            slack = np.maximum(0, 1 - sign * decisions[self.train])
            upper = min(upper, norm / 2 + (C * slack).sum())
        must((alpha >= 0).all() and abs(self.weights.sum()) <= 1e-8 * total, "no weights may be so")
        gap = float(max(0.0, 1 - (total - norm / 2) / upper))
        must(gap <= 1e-6, f"the weights may miss {gap:.3g} of the optimum")
        return Holds(f"at most {gap:.1g} of the optimum is missing")

    def kind(self):
        """The rule is the one that was found, within the limits and of the columns allowed."""
        rule, choice = self.rule, self.choice
        must(rule | self.e["found"]["rule"] == rule, "another rule was found")
        is_denied, is_against = rule["form"] == "cnf", choice["side"] == "against"
        must(is_denied <= is_against, "it describes the other class")
        lines = rule["denies"] if is_denied else rule["clauses"]
        if is_denied:
            ors = [self.covered([[test] for test in one]).any(axis=0) for one in rule["clauses"]]
            must((np.all(ors, axis=0) == self.said).all(), "it is not what it denies")
        elif is_against:  # lines of one condition are denied, and said without "not"
            lines = [[test] for line in lines for test in line]
        tests = [sum(map(length, line)) for line in lines]
        D, L, longest = choice["clauses"], choice["literals"], max(tests, default=0)
        must(len(lines) <= D >= 1 <= L >= longest, f"{len(lines)} lines of up to {longest} tests")
        asked = {test["attribute"] for line in lines for test in line}
        allowed = {*self.e["attributes"]} - {*choice["demands"]["forbidden"]}
        must(asked <= allowed, f"it may not ask for {', '.join(sorted(asked - allowed))}")
        gap = float(max(0, rule["bound"] - rule["objective"]))
        found = {"gap": gap, "proven": gap <= 1e-7 * abs(rule["bound"])}
        same(found | {"tests": sum(tests), "fitted_to": choice["fit_to"]}, rule, ("rule",))
        return Holds(f"at most {D} lines of up to {L} conditions")

    def worths(self):
        """What covering each training row is worth to the rule searched for: float (n,)."""
        fit_to, decisions = self.choice["fit_to"], np.clip(self.scores[self.train], -1, 1)
        needs(fit_to != "domain", "it counts possible rows, which the table does not hold")
        exact = self.e["machine"]["landmarks"] is None or fit_to == "labels"
        needs(exact, "the machine was learned on landmarks")
        mixed = (self.sign + decisions) / 2 if fit_to == "mix" else self.sign
        worth = self.weights if fit_to == "weights" else self.counting() * mixed
        return -worth if self.choice["side"] == "against" else worth

    def score(self):
        """What the rule scores."""
        worth, rule = self.worths(), self.rule
        said = self.said != (self.choice["side"] == "against")
        score = float(worth[said[self.train]].sum()) - rule["price"] * rule["tests"]
        near = 1e-9 * float(np.abs(worth).sum())
        must(abs(score - rule["objective"]) <= near, f"it scores {score:.9g}")
        return Holds(f"{score:.6g}")

    def single_tests(self):
        """Every test that a rule of the answer's language may have: bool (n_tests, n_train)."""
        free, tests, demands = self.choice["language"] == "values", [], self.choice["demands"]
        for name in [name for name in self.e["attributes"] if name not in demands["forbidden"]]:
            cells, amounts = (one[self.train] for one in self.of(name))
            needs(len({*cells}) <= NAMED, f"{name!r} has over {NAMED:,} values")
            there = np.unique(amounts[~np.isnan(amounts)]).tolist()
            ends = self.cuts.get(name, there[:-1])
            sides = [(amounts > end, amounts <= end) for end in ends]
            if name in demands["above"] + demands["below"]:  # more of it speaks for one class alone
                falls = (name in demands["above"]) == (self.choice["side"] == "against")
                tests += [side[falls] for side in sides]
                continue
            is_number = len(there) > 2 and not any(isinstance(one, str) for one in self.of(name)[0])
            tests += sum(sides, ()) if name in self.cuts or (free and is_number) else ()
            barred = {self.meant(name, value) for of, value in demands["values"] if of == name}
            for one in ({None} if name in self.cuts else {*cells.tolist()}) - barred:
                tests += [cells == one, cells != one] if free else [cells == one]
        tests = np.unique(np.array(tests, dtype=bool).reshape(-1, len(self.train)), axis=0)
        return tests[tests.any(axis=1) & ~tests.all(axis=1)]  # those that tell rows apart

    def bound(self):
        """No rule of the kind scores more."""
        worth, held, rule = self.worths(), self.e.get("certificate"), self.rule
        D, L, ends = self.choice["clauses"], self.choice["literals"], 0
        needs(held is not None, "the document holds no certificate")
        covers = self.single_tests()
        must(isinstance(held["unit"], int), "the unit is no whole power of 2")
        unit = 2.0 ** held["unit"]
        whole, price = np.rint(worth / unit), math.floor(rule["price"] / unit)
        _, first, of = np.unique(covers.T, axis=0, return_index=True, return_inverse=True)
        v, bound = np.bincount(of.ravel(), whole), 0.0  # rows that no test tells apart are one
        for part in sorted(held["parts"], key=lambda part: part["least"]):
            must(1 <= part["least"] <= ends + 1, "some number of lines is left out")
            q = np.bincount(of.ravel(), part["prices"]) if part["prices"] else 0 * v
            of_part = bound_of(part, v, q, price, covers[:, first], L, rule["bound"] / unit)
            bound, ends = max(bound, of_part), max(ends, part["most"])
        must(ends >= D, "some number of lines is left out")
        bound = unit * (bound + np.abs(worth / unit - whole).sum())
        words = f"no rule of up to {D} lines of up to {L} conditions scores more than {bound:.9g}"
        is_confirmed = bound <= rule["bound"] + 1e-7 * abs(rule["bound"])
        needs(is_confirmed, f"it takes a longer search; a weaker bound holds: {words}")
        return Holds(words)


def each_part(counted):
    """What is counted on the rows of each part."""
    return lambda x: {part: counted(x, at) for part, at in x.parts.items()}


CLAIMS = {  # the names of what a document claims, and how it is made anew or found to hold
    "target, positive, negative, rows": lambda x: Holds("each row is in one part"),
    "attributes": Explained.columns,
    "positives": each_part(lambda x, at: int(x.y[at].sum())),
    "machine.kernel, machine.weights, machine.scores, machine.intercept, "
    "machine.landmarks, machine.separable, machine.support, machine.support_rows.holds, "
    "machine.support_rows.weights": Explained.optimum,
    "machine.bound": lambda x: float(x.weights[x.weights > 0].sum()),
    "machine.train_accuracy": lambda x: x.right(x.machine, x.train)["accuracy"].value,
    "machine.test_accuracy": lambda x: x.right(x.machine, x.parts["test"])["accuracy"].value,
    "machine.train_auc": lambda x: x.area(x.scores, x.train),
    "machine.test_auc": lambda x: x.area(x.scores, x.parts["test"]),
    "figures.machine": each_part(lambda x, at: x.right(x.machine, at)),
    "figures.majority": each_part(lambda x, at: x.share((x.y == (x.sign.sum() > 0))[at], at >= 0)),
    "figures.auc": each_part(lambda x, at: x.area(x.scores, at)),
    "rule.form, rule.clauses, rule.denies, rule.tests, rule.fitted_to": Explained.kind,
    "rule.weight": lambda x: float(x.weights[x.said[x.train]].sum()),
    "rule.objective": Explained.score,
    "rule.bound, rule.gap, rule.proven": Explained.bound,
    "figures.rule": each_part(lambda x, at: x.right(x.said, at)),
    "figures.fidelity": each_part(lambda x, at: x.agrees(x.said, at)),
    "figures.apart": each_part(lambda x, at: x.apart(x.said, at)),
    "figures.clauses": each_part(Explained.lines),
    "accuracy": each_part(lambda x, at: x.right(x.said, at)["accuracy"].value),
    "fidelity": each_part(lambda x, at: x.agrees(x.said, at).value),
}
OF_CARD = {
    "points.right": each_part(lambda x, at: x.right(x.totals > x.card["cut"], at)),
    "points.fidelity": each_part(lambda x, at: x.agrees(x.totals > x.card["cut"], at)),
    "points.apart": each_part(lambda x, at: x.apart(x.totals > x.card["cut"], at)),
    "points.auc": each_part(lambda x, at: x.area(x.totals, at)),
    "points.worth": Explained.worth_of_terms,
    "points.chances.bands": Explained.bands,
}


def check(document, raw, say):
    """Says a line for each claim of a document about a table; returns the exit status."""
    explanations = document.get("explanations") if isinstance(document, dict) else None
    if not (explanations and isinstance(explanations, list)):
        say(f"{'not checked:':15}because it has no rule; sums and recommendations are not checked")
        return 2
    verdicts, held, found = set(), set(), []

    def claim(who, names, how, *given, at=()):
        try:
            with np.errstate(all="ignore"):
                outcome = how(*given)
            for name in names:
                path, value = (*at, *name.split(".")), document
                for key in path:
                    value = value[key]
                held.update(same(outcome, value, path))
            verdict, note = "holds", f": {outcome}" if isinstance(outcome, Holds) else ""
        except NotCheckedError as why:
            verdict, note = "not checked", f", because {why}"
        except REFUTED as error:
            verdict, note, outcome = "does not hold", f": {error or repr(error)}", None
        verdicts.add(verdict)
        say(f"{verdict + ':':15}{who}{', '.join(names)}{note}")
        return verdict == "holds" and outcome

    digest = hashlib.sha256(raw).hexdigest()
    claim("the document is of this file: ", ["table.digest"], lambda: digest)
    claim("each number is one", [], lambda: json.dumps(document, allow_nan=False))
    cells = claim("the file can be read", [], lambda: cells_of(raw, document["table"]))
    if cells:
        claim("", ["table"], lambda: {"columns": [*cells], "rows": len(min(cells.values()))})
    for k, e in enumerate(explanations if cells else ()):
        x = claim(f"the rows of explanation {k + 1} can be read", [], Explained, e, cells)
        found.append(bool(x))
        for names, how in (CLAIMS | (OF_CARD if e["points"] else {})).items() if x else ():
            names = names.split(", ")
            twice = [f"found.{name}" for name in names if name.startswith("rule.")]
            names += [name for name in twice if name != "found.rule.weight"]
            claim(f"{x.name}: ", names, how, x, at=("explanations", k))
    say(f"{'not checked:':15}{', '.join(others(document, held))}")
    return 1 if "does not hold" in verdicts else 0 if found and all(found) else 2


def main(names):
    """Checks the files of these names; returns the exit status."""

    def say(line):
        sys.stdout.buffer.write(f"{line}\n".encode(errors="replace"))

    def once(pairs):
        needs(len(pairs) == len(dict(pairs)), "a name stands twice in it")
        return dict(pairs)

    try:
        needs(len(names) == 2, "two files are needed: check_answer.py ANSWER.json TABLE.csv")
        for name in names:
            needs(Path(name).is_file(), f"{name} is no file")
        answer, table = (Path(name).read_bytes() for name in names)
        return check(json.loads(answer, object_pairs_hook=once), table, say)
    except (NotCheckedError, OSError, RecursionError, ValueError) as why:
        say(f"{'not checked:':15}because {why}")
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
