"""A kind of answer of forty lines: the mean of the target, told wherever an answer is told."""

from interpret.answers.document import of_table
from interpret.data.cuts import numbers_of
from interpret.registry import Kind, Line, RowsTold, Told
from interpret.tell.blocks import Page, Sentence
from interpret.tell.page import as_page


def learned(table, settings, telling):
    mean = {"target": settings.target, "value": numbers_of(table, settings.target).mean()}
    return told(of_table(table) | {"mean": mean}, telling)


def told(document, telling):
    said = f"The mean of {document['mean']['target']} is {document['mean']['value']:g}."
    return Told(
        document=dict(document),
        brief=lambda: [Sentence(said)],
        report=lambda appendix: as_page(Page("A mean", [], [("", [Sentence(said)])], "", "")),
        files=lambda path: iter([(path, said)]),
    )


def scored(document, table, unread):
    means = [document["mean"]["value"]] * table.n_rows
    return RowsTold([Sentence(f"{len(means)} means.")], lambda: [("mean", means)])


def work(asked, reporter):
    reporter.step({"fraction": 1.0})
    return learned(asked.table(), asked.settings, None).document


KIND = Kind(
    page="predict",
    work=work,
    restore=lambda document: document["mean"]["value"],
    asked=lambda spec: f"the mean of {spec['settings']['target']}",
    came=lambda mean: f"mean {mean:g}",
    thing="mean",
    button="Take the mean",
    nothing_yet="There is no mean yet.",
    kept="It is below.",
    learned=learned,
    told=told,
    scored=scored,
    needs=lambda document: ["a"],
)
LINE = Line(
    module=__name__,
    is_in=lambda document: "mean" in document,
    is_asked=lambda table, settings: settings.target == "amount",
)
