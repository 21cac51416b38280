"""Rows of a comparison as its kernels see them: the rows of heat maps, and two rows explained."""

from dataclasses import dataclass

import numpy as np

from interpret.data.encoding import Encoding
from interpret.data.prepare import prepared
from interpret.data.task import Task
from interpret.lab.compare import Comparison, sampled
from interpret.lab.kernel_figures import Panel
from interpret.lab.kernel_views import expressiveness_curves, plane, shares
from interpret.lab.kernel_words import how_alike
from interpret.lab.shared_formulas import shared_by_rows
from interpret.present.wording import one_of
from interpret.row_limits import ROWS
from kernels.catalog import parse, reads

TOLD = 8  # attributes that hovering tells


@dataclass(frozen=True, eq=False)
class ComparedRows:
    """A comparison's task, in_file with the cells as in the file and task as its kernels read them.

    part: the rows of the heat maps, as indices into the task's table.
    """

    in_file: Task
    task: Task
    encoding: Encoding
    part: np.ndarray

    def panel(self, c: Comparison, kernel: str) -> Panel:
        """What a kernel sees of the rows of the heat maps."""
        task, cells_of = self.task, self.in_file.table
        part = self.part[np.argsort(~task.y[self.part], kind="stable")]
        shown, y = task.table.rows(part), task.y[part]
        K = parse(kernel)(self.encoding.encode(shown))
        cells = {name: cells_of.column(name) for name in task.attributes[:TOLD]}
        hover_lines = [
            [
                f"row {number}",
                *(f"{name} = {one_of((c.values[c.codes[row]],))}" for name, c in cells.items()),
            ]
            for row, number in zip(part, shown.row_numbers, strict=True)
        ]
        is_wrong = np.isin(part, np.array(c.of(kernel).wrong, dtype=int))
        return Panel(reads(kernel), K, plane(K), y, is_wrong, hover_lines, *shares(K, y))

    def curves(self) -> dict[str, tuple[float, ...]]:
        """Expressiveness over the degree of every family, on the rows of the heat maps."""
        return dict(expressiveness_curves(self.encoding.encode(self.task.table.rows(self.part))))

    def explained(self, kernel: str, one: int, other: int) -> tuple[list[str], str]:
        """Formulas that hold in two rows of the table, and how they make the similarity."""
        X = self.encoding.encode(self.task.table.rows([one, other]))
        return shared_by_rows(parse(kernel), self.encoding.variables, X), how_alike(kernel, X)


def compared_rows(c: Comparison, in_file: Task) -> ComparedRows:
    """A comparison's rows. in_file: the task that they are indices into."""
    rows = np.array(c.rows)
    task, _ = prepared(in_file, rows)
    encoding = Encoding.fit(task.table.rows(rows), task.attributes)
    return ComparedRows(in_file, task, encoding, rows[sampled(task.y[rows], c.seed, ROWS.heat_map)])
