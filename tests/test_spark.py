"""A table in Spark: the same rows are drawn and counted as in DuckDB.

Spark runs in a process of its own, because it warns beside pandas 3.
"""

import subprocess
import sys
from importlib.util import find_spec

import pytest

SCRIPT = """
import sys
from dataclasses import replace

import duckdb
import pyarrow as arrow
from pyarrow import parquet
from pyspark.sql import SparkSession

from interpret.data.complaints import DataError
from interpret.large.database import connected
from interpret.large.explain import explain_large
from tests.large_tables import CHEAP, SMALL, survey

folder = sys.argv[1]
table = survey().add_column(0, "id", arrow.array(range(len(survey()))))
parquet.write_table(table, f"{folder}/loans.parquet")
with duckdb.connect(f"{folder}/loans.duckdb") as engine:
    engine.execute(f"CREATE TABLE loans AS FROM '{folder}/loans.parquet'")
spark = (
    SparkSession.builder.master("local[1]")
    .config("spark.ui.enabled", "false")
    .config("spark.sql.shuffle.partitions", "2")
)


def answer(url, query="select id, job, age, pay, few, class from loans"):
    if url.startswith("pyspark"):  # its session ends with the answer
        loans = spark.getOrCreate().read.parquet(f"{folder}/loans.parquet")
        loans.createOrReplaceTempView("loans")
    with connected(url, None, query, key="id", agreed=True, sample=SMALL) as source:
        return explain_large(source, replace(CHEAP, target="class"))


one, other = map(answer, ("pyspark://", f"duckdb://{folder}/loans.duckdb"))
assert one.learnt.cells.to_pylist() == other.learnt.cells.to_pylist()
assert one.judged == other.judged
try:
    answer("pyspark://", "select * from loans")
except DataError as refused:
    print(refused)
"""


@pytest.mark.long
@pytest.mark.skipif(find_spec("pyspark") is None, reason="pyspark is not installed")
def test_the_same_rows_are_drawn_and_counted_in_spark_and_duckdb(tmp_path):
    run = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    told = subprocess.run(run, capture_output=True, text=True, timeout=600, check=False)
    assert told.returncode == 0, told.stderr[-2000:]
    assert "Dates and times of pyspark are not read, and “day” holds some." in told.stdout
