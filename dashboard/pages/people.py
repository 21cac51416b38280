"""People: for an admin, how much of this server everybody uses, but not what for."""

import streamlit as st

from dashboard import people, services
from dashboard.panels.display import table
from jobs.owners import MEGABYTE

person = people.person()
st.title("Who uses how much?", anchor=False)
if person is None or not person.is_admin:
    st.error("This page is for admins of this server.", icon=":material/lock:")
    st.stop()
uses = services.owners().uses()
whole, quotas = services.owners().use(None), services.quotas()
st.caption(
    f"{len(uses):,} people, {whole.runs:,} runs, {whole.size / MEGABYTE:,.1f} MB. Tables and "
    "answers can be seen only by the people to whom they belong, not by admins."
)
table(
    {
        "person": [use.name for use in uses],
        "runs": [use.runs for use in uses],
        "waiting or at work": [use.active for use in uses],
        "MB": [round(use.size / MEGABYTE, 1) for use in uses],
    },
    "For each person the number of runs, of runs at work, and megabytes stored",
    {"person": st.column_config.TextColumn("person", width=150)},
)
limits = {
    "rows of a table": quotas.rows,
    "runs waiting or at work": quotas.runs,
    "MB of tables and answers": quotas.megabytes,
}
limits_words = ", ".join(f"{'any' if n is None else f'{n:,}'} {what}" for what, n in limits.items())
st.caption(f"Each person may use at most: {limits_words}.")
