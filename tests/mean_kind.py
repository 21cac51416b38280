"""A kind of answer of forty lines: the mean of the target, told wherever an answer is told."""

from interpret.answers.document import of_table
from interpret.data.cuts import numbers_of
from interpret.registry import AnswerOutput, Kind, Line, RowsOutput
from interpret.tell.blocks import Page, Sentence
from interpret.tell.page import as_page


def learn(table, settings, options):
    mean = {"target": settings.target, "value": numbers_of(table, settings.target).mean()}
    return present(of_table(table) | {"mean": mean}, options)


def present(document, options):
    said = f"The mean of {document['mean']['target']} is {document['mean']['value']:g}."
    return AnswerOutput(
        document=dict(document),
        at_a_glance=lambda: [Sentence(said)],
        at_length=lambda: [Sentence(said)],
        report=lambda: as_page(Page("A mean", [], [("", [Sentence(said)])], "", "")),
        files=lambda path: iter([(path, said)]),
    )


def score(document, table):
    means = [document["mean"]["value"]] * table.n_rows
    return RowsOutput([Sentence(f"{len(means)} means.")], lambda: [("mean", means)])


def work(run, reporter):
    reporter.step({"fraction": 1.0})
    return learn(run.table(), run.settings, None).document


KIND = Kind(
    page="predict",
    work=work,
    restore=lambda document: document["mean"]["value"],
    question=lambda spec: f"the mean of {spec['settings']['target']}",
    outcome=lambda mean: f"mean {mean:g}",
    thing="mean",
    button="Take the mean",
    nothing_yet="There is no mean yet.",
    kept="It is below.",
    learn=learn,
    present=present,
    score=score,
    needs=lambda document: ["a"],
)
LINE = Line(
    module=__name__,
    is_in=lambda document: "mean" in document,
    is_asked=lambda table, settings: settings.target == "amount",
)
