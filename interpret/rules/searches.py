"""The table of searches: what each is called, and how it says how far it is.

A new search is one entry here and one line of `interpret.fit.find_rule.searches`, which builds it.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchEntry:
    """name: the setting, and the stage that the search reports; title, help: on the page.

    curve: what its curve is called; stage: what it has done by a step, with {step} for its number.
    """

    name: str
    title: str
    help: str
    curve: str
    stage: str


SEARCHES = {  # in the order in which a race runs them
    entry.name: entry
    for entry in (
        SearchEntry(
            name="exact",
            title="Exact",
            help="The best rule, or a bound of how much better one could be, within seconds.",
            curve="exact",
            stage="Exact search: {step:,} clauses priced",
        ),
        SearchEntry(
            name="genetic",
            title="Genetic",
            help="The thesis's way: rules are crossed and mutated until one is best.",
            curve="genetic",
            stage="Genetic search: generation {step:,}",
        ),
    )
}
RACE = "race"  # the setting that asks for all of them
RACE_TITLE = "Both"
RACE_HELP = "Both, one after the other; the heavier rule is the answer."
