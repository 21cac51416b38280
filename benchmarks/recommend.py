"""Recommending, measured: `python -m benchmarks.recommend [WORD]… [FILE]`, without a word all.

thesis: Table 10.3 on FilmTrust, or on the FILE of any other set (user, item columns by name), over
five splits. degrees: Figures 10.4 to 10.8. cost: CPU seconds and memory on a made-up table of
MovieLens-1M's shape, beside `implicit` and EASE. tastes: planted tastes.
"""

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random
from time import process_time

import numpy as np
from scipy import sparse

from benchmarks.factors import PENALTIES, Factors
from benchmarks.memory import from_here, peak
from benchmarks.tables import DATA, needed
from interpret.data.reading import read_table
from interpret.ranking.choices import Choices, read_choices, roles
from interpret.ranking.judging import (
    NAMES,
    Figure,
    Split,
    best,
    halves,
    inner,
    measured,
    ranked_by,
)
from interpret.ranking.methods import (
    AsymmetricCosine,
    Ease,
    Komd,
    Method,
    popularity,
)
from interpret.ranking.rankings import taste
from interpret.ranking.reasons import (
    Described,
    described,
)
from interpret.ranking.recommend import Chosen, Recommending, chosen_machine, tuned_baselines
from kernels.catalog import parse
from kernels.recommender.items import similarities
from sample_data import generate

WORDS = ("thesis", "degrees", "cost", "tastes")
FILMTRUST = "filmtrust.csv"
PRINTED = {  # Table 10.3, FilmTrust: mean AUC and deviation over five splits
    "MSDw": (0.961, 0.004),
    "ECF-OMD": (0.961, 0.005),
    "polynomial(2,0)": (0.961, 0.006),
    "Tanimoto": (0.964, 0.005),
    "mC(2)": (0.951, 0.008),
    "mD": (0.971, 0.004),
}
WIDE_ORS = (5, 10, 20, 30, 60, 100)  # the best of them is printed, as in the thesis
DEGREES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
REGULARISATION = 0.01  # as in the thesis
ASKED = Recommending()
SEEDS = ("one", "two", "three", "four", "five", "six", "seven", "eight")
BESIDE = ("popularity", "MSDw", "EASE")


@dataclass(frozen=True)
class Judged:
    """A way, the figures of every user by split, (n_users, 5) each, and its CPU seconds."""

    name: str
    rows: tuple[np.ndarray, ...]
    seconds: float

    @classmethod
    def of(cls, name: str, way: Method, splits: Iterable[Split]) -> "Judged":
        began = process_time()
        rows = tuple(figures_on(way, split) for split in splits)
        return cls(name, rows, process_time() - began)

    def figure(self, name: str) -> float:
        return float(np.nanmean(np.concatenate(self.rows)[:, NAMES.index(name)]))


def figures_on(way: Method, split: Split) -> np.ndarray:
    """The figures of every judged user, (n_users, 5)."""
    return np.array(
        [
            measured(scores, split.not_ranked(user), held)
            for user, held, scores in ranked_by(way, split)
        ]
    )


def thesis(file: Path) -> None:
    """AUC of every way over the splits, the figures printed for FilmTrust beside."""
    choices = read(file)
    print(f"{file.name}: {choices.R.shape[0]:,} users, {choices.R.shape[1]:,} items, "
          f"{choices.R.nnz:,} choices")  # fmt: skip
    splits = list(halves(choices.R, np.random.default_rng(0)))
    unseen = sum(split.n_unseen for split in splits)
    print(f"{unseen} held-out choices of items that nobody else chose are not judged")
    print("| way | AUC | thesis | deviations off | ties lost | nDCG@10 | mAP@10 | CPU s |")
    print("|---|---|---|---|---|---|---|---|")
    every: dict[str, Iterable[tuple[str, Method]]] = {
        "popularity": [("popularity", popularity)],
        "item cosine": [("item cosine", AsymmetricCosine())],
        "MSDw": [(f"MSDw, a = {a}", AsymmetricCosine(a)) for a in (0.0, 0.15, 0.25, 0.5, 0.75)],
        "EASE": [(f"EASE, {l2:g}", Ease(l2)) for l2 in (50.0, 200.0, 1000.0)],
        "ALS": [(f"ALS, {p:g}", Factors("ALS", p)) for p in PENALTIES["ALS"]],
        "BPR": [(f"BPR, {p:g}", Factors("BPR", p)) for p in PENALTIES["BPR"]],
        "ECF-OMD": [("ECF-OMD", Komd("linear", 0.1, True))],
        **{
            name: [(name, Komd(name, REGULARISATION, True))]
            for name in ("polynomial(2,0)", "Tanimoto", "mC(2)")
        },
        "mD": [(f"mD({d})", Komd(f"mD({d})", REGULARISATION, True)) for d in WIDE_ORS],
    }
    for name, ways in every.items():
        judged = [Judged.of(label, way, splits) for label, way in ways]
        highest = max(judged, key=lambda one: one.figure("AUC"))
        sets = [np.nanmean(rows[:, 0]) for rows in highest.rows]
        auc, deviation = np.mean(sets), np.std(sets)
        printed = PRINTED.get(name) if file.name == FILMTRUST else None
        beside = f"{printed[0]} ± {printed[1]}" if printed else ""
        off = f"{abs(auc - printed[0]) / printed[1]:.1f}" if printed else ""
        others = " | ".join(
            f"{highest.figure(name):.3f}" for name in ("AUC, ties lost", "nDCG@10", "mAP@10")
        )
        print(
            f"| {highest.name} | {auc:.3f} ± {deviation:.3f} | {beside} | {off} | {others} "
            f"| {highest.seconds:.1f} |",
            flush=True,
        )


def degrees(file: Path) -> None:
    """CPU seconds, spectral ratio and AUC of mC and mD by degree (Figures 10.4 to 10.8)."""
    split, *_ = inner(read(file).R, np.random.default_rng(0))
    print("| kernel | CPU s of the matrix | spectral ratio | AUC |\n|---|---|---|---|")
    for name in (*(f"mC({d})" for d in range(1, 6)), *(f"mD({d})" for d in DEGREES)):
        began = process_time()
        K = similarities(parse(name), split.R)
        seconds = process_time() - began
        auc = Judged.of(name, Komd(name, REGULARISATION, True), [split]).figure("AUC")
        print(
            f"| {name} | {seconds:.2f} | {len(K) / np.linalg.norm(K):.2f} | {auc:.4f} |", flush=True
        )


def cost() -> None:
    """Every user of a table of MovieLens-1M's shape trained and ranked."""
    R = large()
    print(f"{R.shape[0]:,} users, {R.shape[1]:,} items, {R.nnz:,} choices, made up")
    print("| way | CPU s | MB above the start |\n|---|---|---|")
    ways: dict[str, Method] = {
        "CF-KOMD, linear": Komd("linear", REGULARISATION, True),
        "CF-KOMD, mC(2)": Komd("mC(2)", REGULARISATION, True),
        "CF-KOMD, mD(30)": Komd("mD(30)", REGULARISATION, True),
        "CF-KOMD, Tanimoto": Komd("Tanimoto", REGULARISATION, True),
        "popularity": popularity,
        "item cosine": AsymmetricCosine(),
        "EASE": Ease(200.0),
        "implicit ALS": Factors("ALS", 50.0),
    }
    for name, way in ways.items():
        before, began = from_here(), process_time()
        for user, scores in enumerate(chain.from_iterable(way(R, np.arange(R.shape[0])))):
            best(scores, R.indices[R.indptr[user] : R.indptr[user + 1]])
        seconds = process_time() - began
        megabytes = peak() - before
        print(f"| {name} | {seconds:.1f} | {megabytes:.0f} |", flush=True)


@dataclass(frozen=True)
class Recovered:
    """Of so many users' rules how many are the taste's own, and how many proven the heaviest."""

    exact: int
    proven: int
    users: int
    fidelity: float
    seconds: float


def recovered(seed: str, machine: Komd | None, users: int = 60) -> Recovered:
    """Whether the rule of a taste is found: 20 choices by each user, no noise, 600 films.

    A rule is the taste's own where it covers the films that the taste likes and no other, of all
    films that anyone chose: those that nobody did are no items. machine: None chooses one.
    """
    rng = Random(seed)
    films = generate.films(rng, 600)
    rows, whose = [], []
    for user in range(users):
        whose.append(int(rng.random() * len(generate.TASTES)))
        chosen = generate.chosen(rng, films, generate.TASTES[whose[-1]], 20, 0.0)
        rows += [(f"u{user:03}", films[i]["film"]) for i in chosen]
    choices, items = tables(rows, films)
    liked = [
        np.array([generate.likes(taste_, dict(row)) for row in rows_of(items)])
        for taste_ in generate.TASTES
    ]
    if machine is None:
        machine = chosen_machine(choices.R, ASKED)
    ranker = machine.ranker(choices.R)
    preferences = ranker.prefer_all(choices.R)
    every = chain.from_iterable(ranker.scores(preferences))
    exact, proven, fidelity, began = 0, 0, [], process_time()
    for preference, scores, taste_ in zip(preferences, every, whose, strict=True):
        found = taste(items, preference, scores)
        exact += bool((found.covers == liked[taste_]).all())
        proven += found.rule.proven
        fidelity.append(found.fidelity or 0.0)
    seconds = (process_time() - began) / users
    return Recovered(exact, proven, users, float(np.mean(fidelity)), seconds)


def planted() -> None:
    """Rules of tastes by the thesis's linear machine and by the one chosen, on three tables."""
    print("| machine | table | recovered exactly | proven heaviest | fidelity | CPU s a user |")
    print("|---|---|---|---|---|---|")
    for name, machine in (("linear, λ = 1", Komd("linear", 1.0, True)), ("chosen", None)):
        for seed in ("planted", "second", "third"):
            taught = recovered(seed, machine)
            print(
                f"| {name} | {seed} | {taught.exact} of {taught.users} | {taught.proven} | "
                f"{taught.fidelity:.3f} | {taught.seconds:.2f} |",
                flush=True,
            )
    beside_others()


def beside_others(seeds: Iterable[str] = SEEDS, n_users: int = 1000) -> None:
    """The machine beside popularity, MSDw and EASE by nDCG@10, on tables like the sample.

    Each is chosen or tuned on what a split learns from. Differences are of the same user.
    """
    baselines = tuned_baselines(ASKED)
    ways: dict[str, Method] = {"kernel machine": Chosen(ASKED, lambda done: True)}
    ways |= {name: baselines[name] for name in BESIDE}
    every: dict[str, list[float]] = {name: [] for name in ways}
    at = NAMES.index("nDCG@10")
    print(f"\n| table of {n_users:,} users | {' | '.join(ways)} |")
    print("|---" * (1 + len(ways)) + "|")
    for seed in seeds:
        rng = Random(seed)
        films = generate.films(rng, generate.FILMS)
        rows, _ = generate.choices(rng, films, n_users)
        choices, _ = tables([(row[0], row[1]) for row in rows], films)
        splits = list(halves(choices.R, np.random.default_rng(0)))
        told = {
            name: [value for split in splits for value in figures_on(way, split)[:, at].tolist()]
            for name, way in ways.items()
        }
        print(
            f"| {seed} | {' | '.join(f'{np.mean(method):.4f}' for method in told.values())} |",
            flush=True,
        )
        for name, method in told.items():
            every[name] += method
    machine = np.array(every["kernel machine"])
    for name in BESIDE:
        apart = Figure.of(machine - np.array(every[name]))
        print(
            f"- the machine less {name}: {apart.mean:+.4f} ({apart.low:+.4f} to {apart.high:+.4f})"
        )


def read(file: Path) -> Choices:
    table = read_table(file.read_bytes(), file.name)
    return read_choices(table, roles(table)).choices


def tables(rows: list[tuple[str, str]], films: list[generate.Film]) -> tuple[Choices, Described]:
    def text(header: tuple[str, ...], lines: Iterable[tuple[str, ...]]) -> bytes:
        return "".join(",".join(line) + "\n" for line in (header, *lines)).encode()

    table = read_table(text(("user", "film"), rows), "choices")
    choices = read_choices(table, roles(table)).choices
    lines = [tuple(film[name] for name in generate.FILM_HEADER) for film in films]
    return choices, described(
        read_table(text(generate.FILM_HEADER, lines), "films"), choices, "film"
    )


def rows_of(items: Described) -> list[list[tuple[str, str]]]:
    names = items.table.names
    return [list(zip(names, row, strict=True)) for row in items.table.frame().to_numpy()]


def large(n_users: int = 6040, n_items: int = 3706, n: int = 1_000_000) -> sparse.csr_array:
    """A made-up table: long tails of users and items, and tastes of eight dimensions."""
    rng = np.random.default_rng(0)
    popular = 1 / (np.arange(1, n_items + 1) + 20.0)
    active = rng.lognormal(0, 0.9, n_users)
    active = np.clip(active / active.sum() * n, 20, 0.6 * n_items).astype(int)
    of_users, of_items = rng.normal(size=(n_users, 8)), rng.normal(size=(n_items, 8))
    rows = []
    for user, size in enumerate(active):
        draw = np.log(popular) + 0.42 * of_items @ of_users[user] + rng.gumbel(size=n_items)
        rows.append(np.sort(np.argpartition(-draw, size)[:size]))
    ends = np.cumsum([0, *map(len, rows)])
    return sparse.csr_array(
        (np.ones(ends[-1], np.uint8), np.concatenate(rows), ends), shape=(n_users, n_items)
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("words", nargs="*", metavar="WORD|FILE", help=", ".join(WORDS))
    given = parser.parse_args().words
    words = [word for word in given if word in WORDS] or list(WORDS)
    files = [Path(word) for word in given if word not in WORDS]
    file = (files or [DATA / FILMTRUST])[0]
    for word in words:
        print(f"\n## {word}\n")
        if word in ("thesis", "degrees"):
            {"thesis": thesis, "degrees": degrees}[word](needed(file))
        else:
            {"cost": cost, "tastes": planted}[word]()


if __name__ == "__main__":
    main()
