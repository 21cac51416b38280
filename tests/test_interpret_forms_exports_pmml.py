"""PMML says on every row what the rule says; its structure is the standard's own."""

import csv
import io
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from interpret.data.complaints import DataError
from interpret.data.dates import named_parts
from interpret.data.preparation import Preparation
from interpret.data.reading import read_table
from interpret.data.table import Table
from interpret.data.task import tasks
from interpret.forms.explain import explain
from interpret.forms.exports.code import as_sql
from interpret.forms.exports.pmml import as_rule_set
from interpret.forms.exports.pmml_fields import labels, ranged
from interpret.forms.exports.workbook import as_decision_csv
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot
from interpret.settings import Settings
from tests import test_interpret_forms_exports_exports
from tests.exported import check_pmml
from tests.scored_by_pmml import P
from tests.test_interpret_forms_exports_exports import column, dated, drawn, saying

answer = test_interpret_forms_exports_exports.answer
FIXED = {"kernel": "mDNF(1,2)", "C": 1.0, "fit_to": "labels", "price": 0.0, "effort": 2000}


def of_types(formula):
    """The formula without texts among the values of a column that is a number in these forms."""
    numbers = ranged(formula)

    def test(own):
        if isinstance(own, Between) or own.attribute not in numbers:
            return own
        return replace(own, values=tuple(v for v in own.values if v is None))

    clauses = (replace(clause, tests=tuple(map(test, clause.tests))) for clause in formula.clauses)
    return replace(formula, clauses=tuple(clauses))


def test_pmml_says_what_the_rule_says(answer):
    for seed in range(120):
        table, formula = drawn(seed)
        check_pmml(saying(answer, of_types(formula)), table)


def test_several_tests_of_one_column_are_one_condition(answer):
    cells = ["1", "2.5", "7", "1e-7", "-3", None]
    table = Table("t.csv", "0" * 64, (column("n", cells), column("a", [*"xxyyz", None])))
    clauses = (
        Clause((Between("n", above=1e-7), Between("n", to=2.5), IsNot("a", ("y and z", None)))),
        Clause(
            (Between("n", 1.5, 9), IsNot("n", (None,)), Is("a", ("x", "y")), IsNot("a", ("x",)))
        ),
    )
    check_pmml(saying(answer, Formula(clauses)), table)


ALIKE = ["a\xa0b", "a\u200bb", "a\u2028b", "a b", "a\nb", "a\rb", "a\r\nb", "a\tb", "a\ufffdb"]


@pytest.mark.parametrize("n", [1, 2])
def test_values_that_look_alike_are_told_apart(answer, n):
    table = Table("t.csv", "0" * 64, (column("a", ALIKE),))
    for i in range(len(ALIKE)):
        e = saying(answer, Formula((Clause((Is("a", (*ALIKE[i:], *ALIKE[:i])[:n]),)),)))
        assert e.says(table).sum() == n
        check_pmml(e, table)


@pytest.mark.parametrize(
    "names",
    [{"target": "a\x1e"}, {"positive": ("a\x1e",)}, {"negative": ("\ufffe",)}],
)
def test_names_and_classes_that_no_xml_holds_are_refused(answer, names):
    with pytest.raises(DataError, match=r"control character .* Export SQL instead\.$") as told:
        as_rule_set(replace(answer, **names))
    assert str(told.value).isprintable()


def test_two_classes_have_two_labels(answer):
    e = replace(answer, positive=("a", "b"), negative=("a or b",))
    assert labels(e) == ("a or b", "not a or b")


@pytest.mark.parametrize("name", named_parts("day"))
def test_a_part_of_a_date_is_refused_with_a_way_out(answer, name):
    e = saying(
        answer,
        Formula((Clause((Is(name, ("3",)),)),)),
        preparation=Preparation(readings=(dated("day", "yyyy-mm-dd"),)),
    )
    with pytest.raises(DataError, match=r"tests one of “day”\. Export SQL instead\.$"):
        as_rule_set(e)
    assert as_sql(e)


@pytest.mark.slow
@pytest.mark.parametrize(
    "asked",
    [
        {"language": "values", "side": "for"},
        {"language": "values", "side": "against", "gaps": "frequent"},
        {"language": "monotone", "side": "against"},
    ],
    ids=str,
)
def test_pmml_says_what_the_product_says_on_the_mixed_sample(asked, root):
    path = root / "sample_data" / "clinic.csv"
    table = read_table(path.read_bytes(), path.name)
    found = [
        explain(table, Settings(**FIXED | asked, positive=task.positive, drop=("admitted",)))
        for task in tasks(table, "care")
    ]
    assert len(found) == 3
    tests = [test for e in found for own in e.rule.formula.clauses for test in own.tests]
    assert {type(test) for test in tests} >= {Between, Is}
    for e in found:
        check_pmml(e, table)


CHILDREN = {
    "PMML": ["Header", "DataDictionary", "RuleSetModel"],
    "RuleSetModel": ["MiningSchema", "RuleSet"],
    "RuleSet": ["RuleSelectionMethod", "SimpleRule"],
}


def test_the_parts_stand_in_the_order_of_the_standard(answer):
    formula = Formula(
        (Clause((Between("n", to=3), Is("b", ("3", None)))), Clause((Is("a", ("x", "y")),)))
    )
    root = ElementTree.fromstring(as_rule_set(saying(answer, formula)))
    ids = [own.get("id") for own in root.iter() if own.get("id")]
    assert len(ids) == len({*ids})
    for element in root.iter():
        order = CHILDREN.get(element.tag.removeprefix(P))
        if order:
            places = [order.index(own.tag.removeprefix(P)) for own in element]
            assert places == sorted(places)


def test_a_clause_is_a_row_of_the_table_of_decisions(answer):
    clauses = (
        Clause((Between("n", above=1), Is("a", ("x", None)), IsNot("n", (None,)))),
        Clause((IsNot("a", ("y",)),)),
    )
    for denied in False, True:
        told = as_decision_csv(saying(answer, Formula(clauses, denied)))
        head, *rows, last = csv.reader(io.StringIO(told))
        assert head[:-1] == ["a", "n"]
        assert sorted(row[:-1] for row in rows) == [
            ["a is not y", ""],
            ["a is x or empty", "n > 1 and n is not empty"],
        ]
        ((on,), otherwise) = {row[-1] for row in rows}, last[-1]
        assert last[:-1] == ["", ""]
        assert (on, otherwise) == labels(answer)[:: -1 if denied else 1]


def test_a_spreadsheet_takes_no_cell_for_a_formula(answer):
    formula = Formula((Clause((Is("=cmd", ("=1+1",)), Between("n", above=2))),))
    told = as_decision_csv(saying(answer, formula))
    assert told.splitlines()[0].startswith("'=cmd,n,")
    assert not re.findall(r"^[=+@-]|,[=+@-]", told, re.MULTILINE)


def test_each_clause_has_its_figures(answer):
    told = ElementTree.fromstring(as_rule_set(answer))
    rules = told.findall(f".//{P}SimpleRule")
    figures = answer.rule_form.of_clauses[answer.judged_on]
    assert [rule.get("recordCount") for rule in rules] == [str(own.rows) for own in figures]
