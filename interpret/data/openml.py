"""Tables of OpenML by their number: no other module asks another host."""

import warnings
from http.client import HTTPException
from queue import Empty, SimpleQueue
from threading import Thread
from urllib.error import HTTPError

from interpret.data.complaints import DataError

LONGEST = 120.0  # seconds a download may take
INSTEAD = "Download the table and load the file instead."


def fetch(number: int, longest: float = LONGEST) -> tuple[str, bytes, str | None]:
    """A table of openml.org: its name, its bytes as a Parquet file, and the column to predict.

    DataError where there is no such table, no network, or no answer in `longest` seconds.
    """
    answers: SimpleQueue[tuple[str, bytes, str | None] | Exception] = SimpleQueue()

    def work() -> None:
        try:
            answers.put(_fetched(number))
        except Exception as error:
            answers.put(error)

    Thread(target=work, daemon=True).start()  # scikit-learn sets its connections no time limit
    try:
        answer = answers.get(timeout=longest)
    except Empty:
        raise DataError(
            f"OpenML must answer within {longest:g} seconds, and it did not. Try again later. "
            f"{INSTEAD}"
        ) from None
    if isinstance(answer, Exception):
        raise DataError(_trouble(number, answer)) from None
    return answer


def _fetched(number: int) -> tuple[str, bytes, str | None]:
    from sklearn.datasets import fetch_openml  # here, because few ask for it

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        bunch = fetch_openml(data_id=number, as_frame=True, cache=False, parser="auto", n_retries=1)
    targets = bunch.target_names
    raw = bunch.frame.convert_dtypes().to_parquet(index=False)  # which keeps categories
    name = f"{bunch.details['name']} (OpenML {number}).parquet"
    return name, raw, targets[0] if len(targets) == 1 else None


def _trouble(number: int, error: Exception) -> str:
    if isinstance(error, HTTPError) and error.code != 412:
        return f"OpenML answers with the error {error.code} for table {number}. {INSTEAD}"
    if isinstance(error, OSError | HTTPException):
        return f"OpenML must be reached over the network, and it is not from here. {INSTEAD}"
    return f"OpenML has no table {number} that can be read as rows and columns. {INSTEAD}"
