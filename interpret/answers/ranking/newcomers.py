"""New users from a file of choices: ranked by what was learnt, which a document alone holds."""

from dataclasses import dataclass

from interpret.answers.ranking.choices import read_choices
from interpret.answers.ranking.columns import ChoiceRoles, roles
from interpret.answers.ranking.recommend import Recommended
from interpret.data.complaints import DataError, counted
from interpret.data.table import Table


@dataclass(frozen=True)
class Newcomer:
    """A user of another file, and the items they chose that were learnt from."""

    name: str
    chosen: tuple[int, ...]


def newcomers(found: Recommended, table: Table) -> tuple[tuple[Newcomer, ...], tuple[str, ...]]:
    """The users of another table who can be ranked for, and sentences on what was passed over.

    A DataError where none of them chose an item that was learnt from.
    """
    asked, columns = found.asked, _roles(found.roles, table)
    reading = read_choices(table, columns, asked.at_least)
    known, choices = found.choices.item_places(), reading.choices
    users, passed = [], 0
    for user, name in enumerate(choices.users):
        places = [known.get(choices.items[i], -1) for i in choices.chosen(user)]
        users.append(Newcomer(name, tuple(sorted(i for i in places if i >= 0))))
        passed += places.count(-1)
    notices = []
    if passed:
        notices.append(
            f"{counted(passed, 'choice')} of items that nobody chose before: passed over."
        )
    ranked = tuple(user for user in users if user.chosen)
    if len(ranked) < len(users):
        left = counted(len(users) - len(ranked), "user")
        notices.append(f"{left} without any known item: not ranked.")
    if not ranked:
        raise DataError(
            "Some user must have chosen an item that was learnt from, and none of these did. Bring "
            "choices among the same items."
        )
    return ranked, tuple(notices)


def _roles(learnt: ChoiceRoles, table: Table) -> ChoiceRoles:
    """The columns by the names they had, else guessed."""
    there = {
        role: name if name in table.names else None
        for role, name in (("user", learnt.user), ("item", learnt.item), ("rating", learnt.rating))
    }
    return roles(table, **there)
