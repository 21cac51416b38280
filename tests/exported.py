"""What is written out of an answer, run by what people would run it with."""

import sqlite3

from interpret.forms.exports.code import as_python, as_sql


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
