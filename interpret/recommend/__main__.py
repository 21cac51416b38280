"""The command line: `python -m interpret.recommend FILE --user NAME` ranks items for users."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, TextIO

from interpret.__main__ import RESULTS, _add, _check_results, _one_line, _Parser, _source, _write
from interpret.data.complaints import DataError, counted
from interpret.data.reading import read_table
from interpret.data.table import Table
from interpret.present import recommend_words as words
from interpret.recommend.document import document, restore
from interpret.recommend.newcomers import newcomers
from interpret.recommend.rankings import Ranked, Rankings, as_document
from interpret.recommend.recommend import Recommended, describe, recommend
from interpret.recommend.settings import Recommending
from interpret.settings import SettingsError
