"""All pages, in the order of the menu. Each page is a script in this folder: its widgets, one call
that gets what they ask for, and the panels that show it.
"""

from dataclasses import dataclass

FOLDER = "dashboard/pages"


@dataclass(frozen=True)
class Page:
    """The title of a page in the menu, its icon and a sentence about it."""

    title: str
    icon: str
    help: str


PAGES = {
    "load_data": Page(
        "Load data",
        ":material/table:",
        "Bring your own table or take a sample, choose what to predict, or open an earlier run.",
    ),
    "find_rule": Page(
        "Find the rule",
        ":material/frame_inspect:",
        "Train a machine on the table, find the rule inside it, and see how good the rule is.",
    ),
    "explain_number": Page(
        "Explain the number",
        ":material/monitoring:",
        "See which conditions raise or lower a number, by how much, and how sure that is.",
    ),
    "thesis_lab": Page(
        "Thesis lab",
        ":material/genetics:",
        "Watch the genetic algorithm of Polato's thesis look for the heaviest rule of a machine.",
    ),
    "compare_kernels": Page(
        "Compare kernels",
        ":material/compare_arrows:",
        "Judge kernels on unseen rows, see how each compares rows, and learn the best mix.",
    ),
    "recommend": Page(
        "Recommend",
        ":material/thumb_up:",
        "Rank items for every user from what people chose, with the reasons for every place.",
    ),
    "predict": Page(
        "Predict",
        ":material/batch_prediction:",
        "Apply the rule and its machine to the rows of another file.",
    ),
    "runs": Page(
        "Runs",
        ":material/history:",
        "See every run: open, download or delete it.",
    ),
}

MOVED = {"learn_kernel": "compare_kernels"}  # old addresses, and the pages to which they lead


def path(name: str) -> str:
    """The path of a page's script, for Streamlit."""
    return f"{FOLDER}/{name}.py"
