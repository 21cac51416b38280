"""The pages there are, in the order of the menu. A page is a script of this folder: widgets, one
call for what they show, and the panels that show it.
"""

from dataclasses import dataclass

FOLDER = "dashboard/pages"


@dataclass(frozen=True)
class Page:
    """How a page is called in the menu, with its icon and a sentence on it."""

    title: str
    icon: str
    help: str


PAGES = {
    "load_data": Page(
        "Load data",
        ":material/table:",
        "A table of your own or a sample, what to predict from it, and earlier runs.",
    ),
    "find_rule": Page(
        "Find the rule",
        ":material/frame_inspect:",
        "Train a machine on the table, find the rule inside it and see how good it is.",
    ),
    "explain_number": Page(
        "Explain the number",
        ":material/monitoring:",
        "Which conditions add to a number, which take off, by how much, and how sure that is.",
    ),
    "compare_kernels": Page(
        "Compare kernels",
        ":material/compare_arrows:",
        "Judge kernels on rows they were not trained on, and see what each sees.",
    ),
    "learn_kernel": Page(
        "Learn a kernel",
        ":material/balance:",
        "Weigh kernels into the one with the smallest radius-margin ratio, proven.",
    ),
    "recommend": Page(
        "Recommend",
        ":material/thumb_up:",
        "Who chose what: items ranked for every user, with the reasons for every place.",
    ),
    "predict": Page(
        "Predict",
        ":material/batch_prediction:",
        "What the rule and its machine say of the rows of another file.",
    ),
    "runs": Page(
        "Runs",
        ":material/history:",
        "Every run: open it, compare two, repeat it, delete it, take it away.",
    ),
}

ADMINS_PAGES = {
    "people": Page(
        "People",
        ":material/group:",
        "How many runs and how much room everybody takes, for admins.",
    ),
}


def path(name: str) -> str:
    """The file of a page, as Streamlit asks for it."""
    return f"{FOLDER}/{name}.py"
