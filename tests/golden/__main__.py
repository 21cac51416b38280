"""Writes the golden files anew, all of them or the cases named: `python -m tests.golden`."""

import sys

from tests.form_default import rules_alone
from tests.golden import CASES, COMPARED, LEARNT, of, path, text_of

rules_alone()
asked = sys.argv[1:]
for case in (*CASES, COMPARED, LEARNT):
    if not asked or case.name in asked:
        path(case).write_text(text_of(of(case)), encoding="utf-8")
        print(path(case).name)
