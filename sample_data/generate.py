"""The sample tables from their definitions: `python -m sample_data.generate` rewrites them."""

from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from random import Random

from sample_data import clinic, flats, tastes

Row = tuple[str, ...]
Robot = dict[str, str]
Conjunctions = Sequence[Sequence[int]]

CELLS = tuple(
    f"{row}-{column}"
    for row in ("top", "middle", "bottom")
    for column in ("left", "middle", "right")
)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

ROBOTS = {
    "head": ("round", "square", "octagon"),
    "body": ("round", "square", "octagon"),
    "smiling": ("yes", "no"),
    "holding": ("sword", "balloon", "flag"),
    "jacket": ("red", "yellow", "green", "blue"),
    "tie": ("yes", "no"),
}

VARIABLES, ONES, EXAMPLES = 30, 10, 1000
# Polato's thesis, Table 7.1: it prints these four rules, and only the shape of two others.
PRINTED: dict[str, Conjunctions] = {
    "art-d2-c4": ((11, 9, 1, 14), (27, 17)),
    "art-d3-c3": ((3, 28), (27,), (14, 7, 26)),
    "art-d4-c2": ((3,), (0, 7), (5, 9), (8,)),
    "art-d4-c3": ((25, 21), (15, 5, 19), (0, 26), (8, 21, 20)),
}
SHAPES = {"art-d5-c4": (5, 4), "art-d5-c5": (5, 5)}


def endgames() -> set[Row]:
    """Every board at which a game of tic-tac-toe that x begins can end."""
    ended: set[Row] = set()
    boards: set[Row] = {("blank",) * 9}
    player, other = "x", "o"
    while boards:  # a board is the same whichever way it came about
        moves: set[Row] = {
            (*board[:cell], player, *board[cell + 1 :])
            for board in boards
            for cell in range(9)
            if board[cell] == "blank"
        }
        over = {board for board in moves if wins(board, player) or "blank" not in board}
        ended |= over
        boards, player, other = moves - over, other, player
    return ended


def wins(board: Row, player: str) -> bool:
    return any(all(board[cell] == player for cell in line) for line in LINES)


def monks_1(robot: Robot) -> bool:
    return robot["head"] == robot["body"] or robot["jacket"] == "red"


def monks_2(robot: Robot) -> bool:
    return sum(robot[name] == values[0] for name, values in ROBOTS.items()) == 2


def monks_3(robot: Robot) -> bool:
    armed = robot["jacket"] == "green" and robot["holding"] == "sword"
    return armed or (robot["jacket"] != "blue" and robot["body"] != "octagon")


def draw(rng: Random, size: int) -> tuple[int, ...]:
    """Some of the variables, by `rng.random` alone, which every Python repeats."""
    return tuple(sorted(range(VARIABLES), key=lambda _: rng.random())[:size])


def random_rule(rng: Random, clauses: int, literals: int) -> Conjunctions:
    """The first clause is as long as allowed, the others up to two shorter, none inside another."""
    while True:
        sizes = [literals, *(literals - int(rng.random() * 3) for _ in range(clauses - 1))]
        rule = [draw(rng, size) for size in sizes]
        if not any(set(a) <= set(b) for a in rule for b in rule if a is not b):
            return rule


def examples(rng: Random, rule: Conjunctions) -> list[Row]:
    """Different rows with equally many ones, half of them satisfying the rule."""
    rows: dict[Row, bool] = {}
    room = {True: EXAMPLES // 2, False: EXAMPLES // 2}
    while any(room.values()):
        ones = set(draw(rng, ONES))
        row = tuple("1" if variable in ones else "0" for variable in range(VARIABLES))
        positive = any(ones.issuperset(clause) for clause in rule)
        if room[positive] and row not in rows:
            rows[row] = positive
            room[positive] -= 1
    labelled = [(*row, "yes" if positive else "no") for row, positive in rows.items()]
    return sorted(labelled, key=lambda _: rng.random())


def artificial_rule(name: str) -> Conjunctions:
    return PRINTED[name] if name in PRINTED else random_rule(Random(name), *SHAPES[name])


def tables() -> dict[str, str]:
    """File name -> content."""

    def text(header: Sequence[str], rows: Sequence[Row]) -> str:
        return "".join(",".join(row) + "\n" for row in (tuple(header), *rows))

    def robots(friend: Callable[[Robot], bool]) -> list[Row]:
        return [
            (*values, "yes" if friend(dict(zip(ROBOTS, values, strict=True))) else "no")
            for values in product(*ROBOTS.values())
        ]

    boards = [(*board, "yes" if wins(board, "x") else "no") for board in sorted(endgames())]
    made = {"tic-tac-toe.csv": text((*CELLS, "x wins"), boards)}
    for name, friend in (("monks-1", monks_1), ("monks-2", monks_2), ("monks-3", monks_3)):
        made[f"{name}.csv"] = text((*ROBOTS, "friend"), robots(friend))
    for name in (*PRINTED, *SHAPES):
        rows = examples(Random(f"{name} rows"), artificial_rule(name))
        made[f"{name}.csv"] = text([*(f"x{i}" for i in range(VARIABLES)), "class"], rows)
    made["clinic.csv"] = text(clinic.HEADER, clinic.patients(Random("clinic")))
    made["flats.csv"] = text(flats.HEADER, flats.flats(Random("flats")))
    rng = Random("tastes")
    all_films = tastes.films(rng)
    made["films.csv"] = text(
        tastes.FILM_HEADER, [tuple(film[name] for name in tastes.FILM_HEADER) for film in all_films]
    )
    made["film-choices.csv"] = text(tastes.CHOICE_HEADER, tastes.table(rng, all_films)[0])
    return made


if __name__ == "__main__":
    for name, content in tables().items():
        (Path(__file__).parent / name).write_text(content, encoding="utf-8", newline="\n")
