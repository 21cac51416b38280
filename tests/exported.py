"""What is written out of an answer, run by what people would run it with."""

import sqlite3

import pytest

from interpret.data.complaints import DataError
from interpret.forms.exports.code import as_pandas, as_python, as_sql
from interpret.forms.exports.pmml import as_rule_set
from interpret.forms.exports.pmml_fields import labels
from interpret.rules.logic import Between
from tests.scored_by_pmml import by_pmml


def run(source, *names, **given):
    """What these names of a Python source stand for; run as a file is, with its encoding."""
    scope = dict(given)
    exec(compile(source.encode(), "exported.py", "exec"), scope)
    return [scope[name] for name in names]


def query(sql, table, name="data", **functions):
    """The names and the rows that a query gives, asked of a table of texts."""

    def quoted(text):
        return '"' + text.replace('"', '""') + '"'

    database = sqlite3.connect(":memory:")
    for own, function in functions.items():
        database.create_function(own, 1, function)
    try:
        columns = ", ".join(f"{quoted(own)} TEXT" for own in table.names)
        database.execute(f"CREATE TABLE {quoted(name)} ({columns})")
        rows = table.frame().itertuples(index=False, name=None)
        places = ", ".join("?" * len(table.names))
        database.executemany(f"INSERT INTO {quoted(name)} VALUES ({places})", rows)
        told = database.execute(sql)
        return [own[0] for own in told.description], told.fetchall()
    finally:
        database.close()


def by_python(e, table):
    (rule,) = run(as_python(e), "rule")
    return [rule(row) for row in table.frame().to_dict("records")]


def by_sql(e, table, name="data"):
    _, answers = query(as_sql(e, name), table, name)
    assert [row[:-1] for row in answers] == list(table.frame().itertuples(index=False, name=None))
    return [row[-1] for row in answers]


def by_pandas(e, data):
    (rule,) = run(as_pandas(e), "rule", data=data)
    assert rule.index is data.index or rule.index.equals(data.index)
    return rule.tolist()


def texts_of(clauses):
    """The values that tests on texts name."""
    tests = [test for clause in clauses for test in clause.tests]
    return [value for test in tests if not isinstance(test, Between) for value in test.values]


def is_beyond_xml(clauses):
    """Whether a name or a value has a control character."""
    names = [test.attribute for clause in clauses for test in clause.tests]
    return any("\x1f" in (text or "") for text in (*names, *texts_of(clauses)))


def rows_of(table):
    """The rows as PMML is asked for them."""
    return table.frame().to_dict("records")


def check_pmml(e, table):
    """PMML says on every row what the rule says, or is refused where no XML holds a text."""
    if is_beyond_xml(e.rule.formula.clauses):
        with pytest.raises(DataError, match="PMML cannot hold the control character"):
            as_rule_set(e)
        return
    yes, no = labels(e)
    said = [yes if holds else no for holds in e.says(table).tolist()]
    assert by_pmml(as_rule_set(e), rows_of(table)) == said
