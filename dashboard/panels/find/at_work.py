"""A search at work: what it does now."""

from dashboard import services
from dashboard.panels.run_state import Step, at_work
from dashboard.text import plain
from interpret.settings import Settings
from interpret.tell.rule.at_work import headline, stage_words
from jobs.store import Run


def progress(run: Run) -> None:
    """The search at work."""

    def says(run: Run, steps: list[Step]) -> str:
        asked = Settings.from_dict(run.spec["settings"])
        return plain(headline(steps, services.tasks_of(run.digest or "", asked)))

    at_work(run, says, lambda run, steps: stage_words(steps[-1]))
