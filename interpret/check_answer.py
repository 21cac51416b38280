"""Checks an answer of Rulescope without Rulescope: python check_answer.py ANSWER.json TABLE.csv

It needs Python and NumPy, and shares no code with what it checks. It reads the table by the
document's readings, counts the figures of rule, card and machine anew, and verifies that no rule
scores more than the document says. Each line is a claim that holds, does not hold, or is not
checked. The exit status is 1 if a claim does not hold, 2 if no answer could be checked, else 0.

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
from pathlib import Path

import numpy as np

BUDGET = 10**8  # single tests that are priced for each class, at most
MOST, NODES = 5000, 100_000  # clauses of which the best union is sought, and steps of that
PAIRS, CASES = 25_000_000, 10**6  # values of the kernel, and rows of a weighed table, at most
Z = 1.959963984540054  # 95 % of a normal distribution lie within so many deviations
MARKS = {"na", "n/a", "nan", "null", "<na>", "none", "missing", "unknown", "?", "-", "--", "."}
COUNTED = "true_positive", "false_positive", "false_negative", "true_negative"


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


def same(expected, given, where):
    """The document must hold what was expected; it may hold more."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            same(value, given[key], f"{where}, {key}")
    elif isinstance(expected, list):
        must(len(expected) == len(given), f"{where}: {len(expected)} entries, not {len(given)}")
        for one, other in zip(expected, given, strict=True):
            same(one, other, where)
    else:
        is_same = type(expected) is type(given) and expected == given
        if isinstance(expected, float) and type(given) in (int, float):
            is_same = math.isclose(expected, given, rel_tol=1e-9, abs_tol=1e-12)
        must(is_same, f"{where} is {expected!r}, not {given!r}")


def cells_of(raw, table):
    """The cells of each column as they stand in the file."""
    for mark in ",;\t|":
        text = io.StringIO(raw.decode("utf-8-sig", "replace"))
        needs(b"\0" not in raw, "it is no plain text; save it as CSV")
        lines = [row for row in csv.reader(text, delimiter=mark, skipinitialspace=True) if row]
        fits = lines and [*map(str.strip, lines[0])] == table["columns"]
        if fits and {*map(len, lines)} == {len(lines[0])} and len(lines) == table["rows"] + 1:
            return dict(zip(table["columns"], zip(*lines[1:], strict=True), strict=True))
    raise NotCheckedError("it is no plain table of these rows and columns; save it as CSV")


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


def must_be_finite(document):
    """ValueError where a number of the document is none."""
    json.dumps(document, allow_nan=False)


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
        self.places, target = slice(None), e["target"]
        needed = [target, settings["weight"]]  # rows without these are left out
        others = self.readings.keys() - {settings["group"], settings["test"]}
        needed += [*others] * (settings["gaps"] == "drop-row")
        copies = np.all([self.of(name)[0] != None for name in needed if name], axis=0)  # noqa: E711
        # a row of weight 3 is three rows
        copies = np.where(copies, self.of(settings["weight"])[1] if settings["weight"] else 1, 0)
        needs(not (copies % 1).any() and copies.sum() <= CASES, "the weights are not whole numbers")
        self.places, self.known = np.repeat(np.arange(len(copies)), copies.astype(int)), {}
        labels, yes = self.of(target)[0], e["positive"][0]
        is_side = yes not in labels and (yes.startswith("above ") or yes.endswith(" or less"))
        needs(not is_side, "the sides of a number are not read as classes here")
        yes, no = ({self.meant(target, v) for v in e[s]} for s in ("positive", "negative"))
        must(not yes & no and {*labels} == yes | no, "the classes are not those of the table")
        self.y = np.array([label in yes for label in labels])
        self.parts = {part: np.array(e["rows"][part], dtype=int) for part in ("train", "test")}
        every = np.sort(np.concatenate([*self.parts.values()]))
        must(np.array_equal(every, np.arange(len(self.y))), "not every row is in one part")
        self.train, self.judged = self.parts["train"], "test" if e["rows"]["test"] else "train"
        self.scores, self.weights = (np.array(e["machine"][n]) * 1.0 for n in ("scores", "weights"))
        self.machine, self.is_balanced = self.scores > 0, settings["cost"] == "balanced"
        self.costs = np.array([1 if isinstance(settings["cost"], str) else settings["cost"], 1])
        same([len(self.y), len(self.train)], [len(self.scores), len(self.weights)], "rows")
        self.sign, self.choice = np.where(self.y[self.train], 1.0, -1.0), e["choice"]["rule"]
        self.found = e["found"]["rule"]

    def of(self, name):
        """The values of an attribute, object (n,), and those that are numbers, else NaN."""
        if name not in self.known:
            column, _, part = (name, "", "") if name in self.cells else name.rpartition(": ")
            known = {text: value_of(text, self.readings[column]) for text in {*self.cells[column]}}
            if part:
                known = {text: day and of_date(part, day) for text, day in known.items()}
            values = np.array([known[text] for text in self.cells[column]], object)[self.places]
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

    def share(self, hits):
        """A share with its interval (Wilson 1927), which is another where rows belong together."""
        n, k = len(hits), int(hits.sum())
        if not n or any(self.e["settings"][role] is not None for role in ("group", "weight")):
            return {"hits": k, "n": n, "value": k / n if n else None}
        reach = Z / (n + Z * Z) * math.sqrt(k * (1 - k / n) + Z * Z / 4)
        low, high = ((k + Z * Z / 2) / (n + Z * Z) + side for side in (-reach, reach))
        ends = {"low": low if k else 0.0, "high": high if k < n else 1.0}
        return {"hits": k, "n": n, "value": k / n} | ends

    def form(self, said, totals):
        """A form's verdicts on each part against the classes and the machine, and its area."""
        form = {"right": {}, "fidelity": {}, "auc": {}}
        for part, at in self.parts.items():
            yes, y = said[at], self.y[at]
            hits = {"accuracy": yes == y, "sensitivity": yes[y], "specificity": ~yes[~y]}
            hits |= {"positive_predictive_value": y[yes], "negative_predictive_value": ~y[~yes]}
            counts = {key: self.share(one) for key, one in hits.items()}
            for key, one in zip(COUNTED, (yes & y, yes & ~y, ~yes & y, ~yes & ~y), strict=True):
                counts[key] = int(one.sum())
            rates = counts["sensitivity"]["value"], counts["specificity"]["value"]
            counts["balanced_accuracy"] = None if None in rates else sum(rates) / 2
            double, wrong = 2 * counts["true_positive"], int((yes != y).sum())
            counts["f1"] = double / (double + wrong) if double + wrong else None
            places = np.round(totals[at] / (np.abs(totals[at]).max(initial=0) or 1.0), 7)
            no, ends = np.sort(places[~y]), ("left", "right")  # pairs in order, ties counting half
            below = sum(np.searchsorted(no, places[y], end) for end in ends)
            form["auc"][part] = float(below.mean() / 2 / len(no)) if len(no) and y.any() else None
            form["fidelity"][part] = self.share(yes == self.machine[at])
            form["right"][part] = counts
        right = form["right"][self.judged]["accuracy"]
        return form, f"right on {right['hits']:,} of {right['n']:,} {self.judged} rows"

    def of_machine(self):
        """the machine's figures"""
        machine, most = self.e["machine"], self.y == (self.sign.sum() > 0)
        form, words = self.form(self.machine, self.scores)
        majority = {part: self.share(most[at]) for part, at in self.parts.items()}
        figures = {"machine": form["right"], "majority": majority, "auc": form["auc"]}
        same(figures, self.e["figures"], "figures")
        for part, at in self.parts.items():
            judged = [form["right"][part]["accuracy"]["value"], form["auc"][part]]
            same(judged, [machine[f"{part}_accuracy"], machine[f"{part}_auc"]], "the machine")
            same(int(self.y[at].sum()), self.e["positives"][part], "positives")
        bound = float(self.weights[self.weights > 0].sum()), int((self.weights != 0).sum())
        same([*bound], [machine["bound"], machine["support"]], "bound and support")
        return words

    def of_rule(self):
        """the rule's figures"""
        rule, y, parts = self.e["rule"], self.y, self.parts.items()
        covers, said = self.verdict(rule)
        form, words = self.form(said, said)
        once, of_class = covers.sum(axis=0) == 1, y != (rule["form"] == "cnf")
        sides = [(said != self.machine) & hit for hit in (said == y, said != y)]
        apart = {p: [[int((s & c)[at].sum()) for c in (y, ~y)] for s in sides] for p, at in parts}
        keys = "rows", "right", "alone", "of_class", "n"
        masks = [(c, c & of_class, c & once, of_class, y | True) for c in covers]
        masks = {p: [[int(one[at].sum()) for one in c] for c in masks] for p, at in parts}
        figures = {"rule": form["right"], "fidelity": form["fidelity"]}
        figures["clauses"] = {p: [dict(zip(keys, c, strict=True)) for c in masks[p]] for p in masks}
        figures["apart"] = {p: dict(zip(("first", "second"), apart[p], strict=True)) for p in apart}
        same(figures, self.e["figures"], "figures")
        accuracy = {part: right["accuracy"]["value"] for part, right in form["right"].items()}
        fidelity = {part: share["value"] for part, share in form["fidelity"].items()}
        same({"accuracy": accuracy, "fidelity": fidelity}, self.e, "the rule")
        same(float(self.weights[said[self.train]].sum()), rule["weight"], "weight")
        return words

    def lost(self, said, y):
        """What each row of verdicts is judged by: costs, or how often it is wrong."""
        missed, alarms = (~said & y).sum(axis=1), (said & ~y).sum(axis=1)
        if self.is_balanced and 0 < y.sum() < len(y):
            return (missed / y.sum() + alarms / (~y).sum()) / 2
        return (self.costs[0] * missed + self.costs[1] * alarms) / len(y)

    def of_card(self):
        """the card's figures"""
        card, at = self.e["points"], self.parts[self.judged]
        points = np.array([term["points"] for term in card["terms"]], dtype=np.int64)
        covers = self.covered([term["clause"] for term in card["terms"]])
        totals, curve = points @ covers, card["chances"]
        form, words = self.form(totals > card["cut"], totals)
        every = np.array([totals, *(totals - points[:, None] * covers)])[:, at] > card["cut"]
        lost = self.lost(every, self.y[at]).tolist()
        same(form | {"worth": [round(one - lost[0], 9) for one in lost[1:]]}, card, "card")
        for band in curve["bands"]:
            inside = (totals >= band["low"]) & (totals <= band["high"])
            some = totals[self.train][inside[self.train]]
            middle = some if len(some) else np.array([band["low"], band["high"]])
            odds = np.clip(curve["slope"] * middle + curve["offset"], -700, 700)
            chance = curve["least"] + (1 - 2 * curve["least"]) / (1 + np.exp(-odds))
            share = self.share(self.y[at][inside[at]])
            same({"share": share, "chance": round(float(chance.mean()), 6)}, band, "a band")
        return words

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
        holds = [np.flatnonzero(row).tolist() for row in support]
        same([weights.tolist(), holds], [held["weights"], held["holds"]], "support rows")
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

    def of_weights(self):
        """the machine's decisions and weights"""
        machine, alpha, sign = self.e["machine"], self.sign * self.weights, self.sign
        decisions, total = self.decided(), float(alpha.sum())
        off = float(np.abs(decisions - self.scores).max())
        must(off <= 1e-8 + 1e-12 * total, f"a decision is off by {off:.3g}")
        f = decisions[self.train] - machine["intercept"]
        norm, apart = float(self.weights @ f), f[sign > 0].min() - f[sign < 0].max()
        same(bool(apart > 1e-12 * total), machine["separable"], "separable")
        upper = 2 * norm / apart**2 if apart > 0 else math.inf
        if machine["C"] is not None:
            C = machine["C"] * self.counting()
            must((alpha <= C * (1 + 1e-9)).all(), "a weight is above C")
            slack = np.maximum(0, 1 - sign * decisions[self.train])
            upper = min(upper, norm / 2 + (C * slack).sum())
        must((alpha >= 0).all() and abs(self.weights.sum()) <= 1e-8 * total, "no weights may be so")
        gap = float(max(0.0, 1 - (total - norm / 2) / upper))
        must(gap <= 1e-6, f"the weights may miss {gap:.3g} of the optimum")
        return f"at most {gap:.1g} of the optimum is missing"

    def worths(self):
        """What covering each training row is worth to the rule searched for: float (n,)."""
        fit_to, decisions = self.choice["fit_to"], np.clip(self.scores[self.train], -1, 1)
        needs(fit_to != "domain", "it counts possible rows, which the table does not hold")
        mixed = (self.sign + decisions) / 2 if fit_to == "mix" else self.sign
        worth = self.weights if fit_to == "weights" else self.counting() * mixed
        return -worth if self.choice["side"] == "against" else worth

    def of_score(self):
        """the rule's score"""
        rule, worth = self.found, self.worths()
        same(rule, self.e["rule"], "the rule")
        clauses = rule["clauses"] if rule["denies"] is None else rule["denies"]
        same(sum(map(length, sum(clauses, []))), rule["tests"], "tests")  # noqa: RUF017
        said = self.verdict(rule)[1] != (self.choice["side"] == "against")
        score = float(worth[said[self.train]].sum()) - rule["price"] * rule["tests"]
        near = 1e-9 * float(np.abs(worth).sum())
        must(abs(score - rule["objective"]) <= near, f"it scores {score:.9g}")
        same(float(max(0, rule["bound"] - rule["objective"])), rule["gap"], "gap")
        same(rule["gap"] <= 1e-7 * abs(rule["bound"]), rule["proven"], "proven")
        return f"{score:.6g}"

    def single_tests(self):
        """Every test that a rule of the answer's language may have: bool (n_tests, n_train)."""
        free, tests, demands = self.choice["language"] == "values", [], self.choice["demands"]
        cuts = {one["attribute"]: one["points"] for one in self.e["preparation"]["cuts"]}
        for name in [name for name in self.e["attributes"] if name not in demands["forbidden"]]:
            cells, amounts = (one[self.train] for one in self.of(name))
            there = {*amounts[~np.isnan(amounts)].tolist()}
            sides = [(amounts > cut, amounts <= cut) for cut in cuts.get(name, sorted(there)[:-1])]
            if name in demands["above"] + demands["below"]:  # more of it speaks for one class alone
                falls = (name in demands["above"]) == (self.choice["side"] == "against")
                tests += [side[falls] for side in sides]
                continue
            is_number = len(there) > 2 and not any(isinstance(one, str) for one in self.of(name)[0])
            tests += sum(sides, ()) if name in cuts or (free and is_number) else ()
            barred = {self.meant(name, value) for of, value in demands["values"] if of == name}
            for one in ({None} if name in cuts else {*cells.tolist()}) - barred:
                tests += [cells == one, cells != one] if free else [cells == one]
        tests = np.unique(np.array(tests, dtype=bool).reshape(-1, len(self.train)), axis=0)
        return tests[tests.any(axis=1) & ~tests.all(axis=1)]  # those that tell rows apart

    def of_bound(self):
        """the rule's bound"""
        worth, held, rule = self.worths(), self.e.get("certificate"), self.found
        D, L = self.choice["clauses"], self.choice["literals"]
        needs(held is not None, "the document holds no certificate")
        covers, unit, ends = self.single_tests(), 2.0 ** held["unit"], 0
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
        claim = f"no rule of up to {D} lines of up to {L} conditions scores more than {bound:.9g}"
        is_confirmed = bound <= rule["bound"] + 1e-7 * abs(rule["bound"])
        needs(is_confirmed, f"it takes a longer search; a weaker bound holds: {claim}")
        return claim


CLAIMS = [Explained.of_machine, Explained.of_weights, Explained.of_rule, Explained.of_score]
CLAIMS += [Explained.of_bound, Explained.of_card]


def check(document, raw, say):
    """Says a line for each claim of a document about a table; returns the exit status."""
    if not document.get("explanations"):
        say(f"{'not checked:':15}because it has no rule; sums and recommendations are not checked")
        return 2
    verdicts, table, digest = set(), document["table"], hashlib.sha256(raw).hexdigest()

    def claim(title, checked, *given):
        try:
            verdict, outcome = "holds", checked(*given)
        except NotCheckedError as why:
            verdict, outcome = "not checked", f"because {why}"
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            verdict, outcome = "does not hold", str(error) or repr(error)
        verdicts.add(verdict)
        say(f"{verdict + ':':15}{title}{f': {outcome}' if isinstance(outcome, str) else ''}")
        return outcome if verdict == "holds" else None

    claim("the answer is about this file", same, digest, table["digest"], "its digest")
    claim("its numbers are numbers", must_be_finite, document)
    cells = explained = claim("the file can be read", cells_of, raw, table)
    for e in document["explanations"] if cells else ():
        who = f"{e['target']} = {' or '.join(e['positive'])}"
        explained = claim(f"{who}: rows, classes and parts", Explained, e, cells)
        for found in CLAIMS[: 5 if e["points"] is None else 6] if explained else ():
            claim(f"{who}: {found.__doc__}", found, explained)
    return 1 if "does not hold" in verdicts else 0 if explained else 2


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("Name an answer and its table: python check_answer.py ANSWER.json TABLE.csv")
    answer, file = (Path(name).read_bytes() for name in sys.argv[1:])
    sys.exit(check(json.loads(answer), file, lambda line: sys.stdout.write(line + "\n")))
