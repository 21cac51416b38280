"""Rows of a comparison as its kernels see them: the rows of heat maps, and two rows explained."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, product, takewhile

import numpy as np
from scipy.cluster.hierarchy import leaves_list, linkage
from scipy.spatial.distance import squareform

from interpret.data.encoding import Encoding, Variable
from interpret.data.prepare import prepared
from interpret.data.task import Task
from interpret.lab.compare import Comparison, sampled
from interpret.lab.kernel_figures import how_alike
from interpret.present.wording import one_of
from interpret.row_limits import ROWS
from kernels.base import FeatureKernel, Kernel, Normalized
from kernels.boolean import (
    Conjunctive,
    Disjunctive,
    Literals,
    MonotoneConjunctive,
    MonotoneConjunctiveUpTo,
    MonotoneDisjunctive,
    MonotoneRules,
    Variables,
)
from kernels.catalog import parse
from kernels.classical import AllSubsets, ConjunctiveUpTo, SadoharaDNF, SadoharaMonotoneDNF
from kernels.counts import Counts
from kernels.geometry import expressiveness
from kernels.propositional import Connect, Not, Op

FAMILIES = {  # name -> the kernel of a degree, as in the thesis's Figure 6.7 (both degrees alike)
    "mC": "mC({k})",
    "mD": "mD({k})",
    "mDNF": "mDNF({k},{k})",
    "mCNF": "mCNF({k},{k})",
    "DNF": "DNF({k},{k})",
    "CNF": "CNF({k},{k})",
}
HIGHEST = 8
TRIED = 50_000  # the most formulas
WORDS = {Op.AND: "and", Op.OR: "or"}
KINDS = {(True, True): 6, (False, False): 4, (True, False): 3, (False, True): 3}
HOVERED = 8  # columns told of a picked row


def alike_first(K: np.ndarray) -> np.ndarray:
    """An order of the rows of a Gram matrix in which neighbours are alike (Bar-Joseph 2001)."""
    if len(K) < 3:
        return np.arange(len(K))
    apart = squareform(np.clip(K.max() - K, 0, None), checks=False)
    return leaves_list(linkage(apart, "average", optimal_ordering=True))


def expressiveness_curves(X: np.ndarray) -> Mapping[str, tuple[float, ...]]:
    """The standardised spectral ratio of every family at the degrees 1 to HIGHEST, X 0/1.

    A curve ends where a family has no feature of so high a degree.
    """
    curves = {}
    none = Counts(X.shape[1], 0, 0, 0)
    for family, text in FAMILIES.items():
        kernels = [parse(text.format(k=k)) for k in range(1, HIGHEST + 1)]
        possible = takewhile(lambda kernel: _has_features(kernel, none), kernels)
        curves[family] = tuple(expressiveness(kernel(X)) for kernel in possible)
    return curves


def _has_features(kernel: Kernel, none: Counts) -> bool:
    """Whether a normalised kernel of the families has any feature. none: Counts of empty rows."""
    assert isinstance(kernel, Normalized)
    assert isinstance(kernel.of, FeatureKernel)
    return kernel.of.features(none).total > 0


@dataclass(frozen=True)
class SharedFormula:
    """A formula in words, and whether it holds in x and in z."""

    text: str
    in_x: bool
    in_z: bool
    is_joined: bool = False

    def __str__(self) -> str:
        return f"({self.text})" if self.is_joined else self.text


def shared_formulas(
    kernel: Kernel, names: Sequence[str], x: Sequence[int], z: Sequence[int], first: int = 6
) -> list[str]:
    """Formulas among the kernel's features that hold in both x and z, in words.

    names: of the variables. Empty where there is none, or where the features are not formulas.
    """
    of = kernel.of if isinstance(kernel, Normalized) else kernel
    if not isinstance(of, FeatureKernel):
        return []
    base = [SharedFormula(name, bool(a), bool(b)) for name, a, b in zip(names, x, z, strict=True)]
    tried = islice(_formulas(of, base), TRIED)
    return [str(f.text) for f in islice((f for f in tried if f.in_x and f.in_z), first)]


def shared_by_rows(kernel: Kernel, variables: Sequence[Variable], X: np.ndarray) -> list[str]:
    """The shared formulas of two encoded rows, X of shape (2, n_variables).

    One variable of each attribute comes before any second one, so that the first formulas are about
    different attributes.
    """
    before: Counter[tuple[str, int, int]] = Counter()
    turns = []
    for variable, x, z in zip(variables, *X.tolist(), strict=True):
        turns.append(before[variable.attribute, x, z])
        before[variable.attribute, x, z] += 1
    order = np.argsort(turns, kind="stable")
    return shared_formulas(kernel, [str(variables[i]) for i in order], *X[:, order].tolist())


def _formulas(kernel: FeatureKernel, base: Sequence[SharedFormula]) -> Iterator[SharedFormula]:
    """Some of the kernel's formulas over the base; those that hold in both rows come first.

    Longer formulas are built of a few shorter ones of every kind: in both, in one, in neither.
    """
    n = len(base)
    match kernel:
        case Variables():
            return iter(_some(base, n))
        case Literals():
            return iter(_some([*base, *(_signed(f, False) for f in base)], n))
        case MonotoneConjunctive(degree=size, of=of):
            return _joined(_some(_formulas(of, base), size), size, size, "and")
        case MonotoneConjunctiveUpTo(degree=size, of=of):
            return _joined(_some(_formulas(of, base), size), 1, size, "and")
        case MonotoneDisjunctive(degree=size, of=of):
            return _joined(_some(_formulas(of, base), size), size, size, "or")
        case Conjunctive(degree=size, of=of):
            return _of_signed(_some(_formulas(of, base), size), size, size, "and")
        case Disjunctive(degree=size, of=of):
            return _of_signed(_some(_formulas(of, base), size), size, size, "or")
        case MonotoneRules(clauses=clauses, literals=size, of=of):
            ands = _joined(_some(_formulas(of, base), size), 1, size, "and")
            return _joined(_some(ands, 1), 1, clauses, "or")
        case Not(of=of):
            return (_signed(part, False) for part in _some(_formulas(of, base), 6))
        case Connect(op=op, left=left, right=right):
            sides = _some(_formulas(left, base), 6), _some(_formulas(right, base), 6)
            return (_connected(op, *pair) for pair in product(*sides))
        case AllSubsets():
            always = SharedFormula("nothing asked", True, True)
            return chain([always], _joined(_some(base, 1), 1, n, "and"))
        case SadoharaMonotoneDNF():
            return _joined(_some(base, 1), 1, n, "and")
        case SadoharaDNF():
            return _of_signed(_some(base, 1), 1, n, "and")
        case ConjunctiveUpTo(degree=size):
            return _of_signed(_some(base, 1), 1, size, "and")
        case _:
            return iter(())


def _some(
    formulas: Sequence[SharedFormula] | Iterator[SharedFormula], needed: int
) -> list[SharedFormula]:
    """A few of every kind; at least `needed` of each, if there are as many."""
    kinds: dict[tuple[bool, bool], list[SharedFormula]] = {kind: [] for kind in KINDS}
    for formula in islice(formulas, TRIED // 10):
        drawn = kinds[formula.in_x, formula.in_z]
        if len(drawn) < max(needed, KINDS[formula.in_x, formula.in_z]):
            drawn.append(formula)
    return [formula for drawn in kinds.values() for formula in drawn]


def _joined(
    parts: Sequence[SharedFormula], least: int, most: int, word: str
) -> Iterator[SharedFormula]:
    hold = all if word == "and" else any
    for size in range(least, min(most, len(parts)) + 1):
        for chosen in combinations(parts, size):
            yield SharedFormula(
                f" {word} ".join(map(str, chosen)) if size > 1 else chosen[0].text,
                hold(part.in_x for part in chosen),
                hold(part.in_z for part in chosen),
                size > 1 or chosen[0].is_joined,
            )


def _of_signed(
    parts: Sequence[SharedFormula], least: int, most: int, word: str
) -> Iterator[SharedFormula]:
    """Each combination with every choice of signs, that of x first."""
    for size in range(least, min(most, len(parts)) + 1):
        for chosen in combinations(parts, size):
            for signs in product((True, False), repeat=size):
                as_in_x = zip(chosen, signs, strict=True)
                literals = [_signed(part, part.in_x == sign) for part, sign in as_in_x]
                yield from _joined(literals, size, size, word)


def _connected(op: Op, one: SharedFormula, other: SharedFormula) -> SharedFormula:
    return SharedFormula(
        f"{one} {WORDS.get(op, op.sign)} {other}",
        op.truth[2 * one.in_x + other.in_x],
        op.truth[2 * one.in_z + other.in_z],
        is_joined=True,
    )


def _signed(formula: SharedFormula, sign: bool) -> SharedFormula:
    if sign:
        return formula
    return SharedFormula(f"not {formula}", not formula.in_x, not formula.in_z)


@dataclass(frozen=True, eq=False)
class Seen:
    """How alike a kernel finds n rows, the positive ones first.

    similarity: (n, n); is_positive: bool (n,); order: of the rows, in each class like beside like.
    """

    similarity: np.ndarray
    is_positive: np.ndarray
    order: np.ndarray

    @property
    def words(self) -> str:
        """The mean similarity of two different rows, within a class and between the classes."""
        y = self.is_positive
        same = y[:, None] == y
        inside, across = self.similarity[same & ~np.eye(len(y), dtype=bool)], self.similarity[~same]
        means = [f"{values.mean():.2f}" if values.size else "–" for values in (inside, across)]
        return f"{means[0]} within a class, {means[1]} across"


@dataclass(frozen=True, eq=False)
class ComparedRows:
    """A comparison's task: in_file with cells as in the file, and task as the kernels read it.

    part: the rows of the heat maps, as indices into the task's table.
    """

    in_file: Task
    task: Task
    encoding: Encoding
    part: np.ndarray

    @property
    def shown(self) -> np.ndarray:
        """The rows of the maps, one class after the other."""
        return self.part[np.argsort(~self.task.y[self.part], kind="stable")]

    def seen(self, kernel: str) -> Seen:
        """The rows of the maps as a kernel sees them."""
        shown = self.shown
        y = self.task.y[shown]
        K = parse(kernel)(self.encoding.encode(self.task.table.rows(shown)))
        classes = (np.flatnonzero(y), np.flatnonzero(~y))
        order = [rows[alike_first(K[np.ix_(rows, rows)])] for rows in classes]
        return Seen(K, y, np.concatenate(order))

    def cells(self) -> list[list[str]]:
        """What stands in the first columns of each row of the maps."""
        table = self.in_file.table
        columns = {name: table.column(name) for name in self.task.attributes[:HOVERED]}
        return [
            [f"{name} = {one_of((c.values[c.codes[row]],))}" for name, c in columns.items()]
            for row in self.shown
        ]

    def curves(self) -> dict[str, tuple[float, ...]]:
        """Expressiveness over the degree of every family, on the rows of the heat maps."""
        return dict(expressiveness_curves(self.encoding.encode(self.task.table.rows(self.part))))

    def explained(self, kernel: str, one: int, other: int) -> tuple[list[str], str]:
        """Formulas that hold in two rows of the table, and how the similarity follows from them."""
        X = self.encoding.encode(self.task.table.rows([one, other]))
        return shared_by_rows(parse(kernel), self.encoding.variables, X), how_alike(kernel, X)


def compared_rows(c: Comparison, in_file: Task) -> ComparedRows:
    """A comparison's rows. in_file: the task that they are indices into."""
    rows = np.array(c.rows)
    task, _ = prepared(in_file, rows)
    encoding = Encoding.fit(task.table.rows(rows), task.attributes)
    return ComparedRows(in_file, task, encoding, rows[sampled(task.y[rows], c.seed, ROWS.heat_map)])
