"""The table of searches: what each is called, and how it says how far it is.

A new search is one entry here and one line of `interpret.fit.finding.searches`, which builds it.
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
            title="Fast",
            help="The exact search alone: an answer within seconds.",
            curve="fast",
            stage="Fast search: {step:,} clauses priced",
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
RACE_TITLE = "Race"
RACE_HELP = "The fast search answers at once; the genetic one is seen at work beside it."
