"""People: for an admin, how much everybody takes of this server, and nothing of what it is."""

import pandas as pd
import streamlit as st

from dashboard import people, services
from jobs.quotas import MEGABYTE

person = people.person()
st.title("Who takes how much?", anchor=False)
if person is None or not person.is_admin:
    st.error("This page is for admins of this server.", icon=":material/lock:")
    st.stop()
uses = services.owners().uses()
whole, quotas = services.owners().use(None), services.quotas()
st.caption(
    f"{len(uses):,} people, {whole.runs:,} runs, {whole.size / MEGABYTE:,.1f} MB. Tables and "
    "answers are seen by those they belong to, not by admins."
)
st.dataframe(
    pd.DataFrame(
        {
            "person": [use.name for use in uses],
            "runs": [use.runs for use in uses],
            "waiting or at work": [use.active for use in uses],
            "MB": [round(use.size / MEGABYTE, 1) for use in uses],
        }
    ),
    hide_index=True,
    column_config={"person": st.column_config.TextColumn("person", width=150)},
    alt="For each person the number of runs, of runs at work, and megabytes stored",
)
limits = {
    "rows of a table": quotas.rows,
    "runs waiting or at work": quotas.runs,
    "MB of tables and answers": quotas.megabytes,
}
told = ", ".join(f"{'any' if n is None else f'{n:,}'} {what}" for what, n in limits.items())
st.caption(f"Each may take at most: {told}.")
