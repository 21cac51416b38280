"""What axe-core finds on a page that stops people who hear it or who see little contrast."""

from playwright.sync_api import Page

EXCEPT = {"presentation-role-conflict"}  # of Streamlit's drop zone, which a button opens as well


def found_by_axe(page: Page) -> list[str]:
    """Each finding with the element that it is about; none on a page that is as it should be."""
    from axe_playwright_python.sync_playwright import Axe

    told = Axe().run(page).response["violations"]
    return [
        f"{own['id']}: {node['html'][:200]}"
        for own in told
        if own["id"] not in EXCEPT
        for node in own["nodes"]
    ]
