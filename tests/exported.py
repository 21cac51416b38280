"""What is written out of an answer, run by what people would run it with."""

import duckdb

from interpret.forms.exports.code import as_python, as_sql


def run(source, *names, **given):
    """What these names of a Python source stand for; run as a file is, with its encoding."""
    scope = dict(given)
    exec(compile(source.encode(), "exported.py", "exec"), scope)
    return [scope[name] for name in names]


def query(sql, table, name="data"):
    """The names and the rows that a query gives, asked of a table of texts in DuckDB."""

    def quoted(text):
        return '"' + text.replace('"', '""') + '"'

    with duckdb.connect() as database:
        columns = ", ".join(f"{quoted(own)} TEXT" for own in table.names)
        database.execute(f"CREATE TABLE {quoted(name)} ({columns})")
        places = f"({', '.join('?' * len(table.names))})"
        cells = table.frame().to_numpy().ravel().tolist()
        rows = ", ".join([places] * table.n_rows)
        database.execute(f"INSERT INTO {quoted(name)} VALUES {rows}", cells)
        told = database.execute(sql)
        return [own[0] for own in told.description], told.fetchall()


def by_python(e, table):
    (rule,) = run(as_python(e), "rule")
    return [rule(row) for row in table.frame().to_dict("records")]


def by_sql(e, table, name="data"):
    _, answers = query(as_sql(e, name), table, name)
    assert [row[:-1] for row in answers] == list(table.frame().itertuples(index=False, name=None))
    return [row[-1] for row in answers]
