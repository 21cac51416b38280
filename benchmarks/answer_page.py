"""How long a finished answer takes to open, and to follow a click: a part of benchmarks.page_time.

In milliseconds of the browser's clock: from opening the address of the first page, and of an
answer, until what people came for is seen; from a click on another class, or on a part behind the
answer, until the page is at rest; and from a move of the cut of a card until its new figures are
drawn, which is the work of the browser alone.
"""

from playwright.sync_api import Browser, Locator, Page

from tests.browser import Server, settle

PARTS = ("How sure", "Where it errs", "Rows", "Alternatives", "Inside the machine")
MOVED = """cut => new Promise(done => {
  const began = performance.now();
  cut.stepDown();
  cut.dispatchEvent(new Event("input"));
  requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - began)));
})"""


def answer_page(
    chromium: Browser, server: Server, classes: str, card: str, times: int
) -> dict[str, list[int]]:
    """Milliseconds of each kind; each answer is opened in a session of its own.

    classes, card: the addresses of an answer of several classes, and of one with a card.
    """
    told: dict[str, list[int]] = {
        name: [] for name in ("first page", "answer", "class", "part", "cut")
    }
    for _ in range(times):
        first = seen(chromium, server, "/", "[data-testid=stFileUploaderDropzone]")
        told["first page"].append(now(first))
        first.context.close()
        page = seen(chromium, server, classes, ".poster .claims")
        told["answer"].append(now(page))
        settle(page)
        for choice in page.locator(".st-key-class").get_by_role("radio").all()[1:]:
            told["class"].append(clicked(page, choice))
        for part in PARTS:
            choice = page.get_by_role("radio", name=part, exact=True)
            told["part"].append(clicked(page, choice))
        page.context.close()
        page = seen(chromium, server, card, ".poster .claims")
        settle(page)
        page.get_by_role("radio", name="Alternatives", exact=True).click()
        cut = page.get_by_role("slider", name="Say yes with")
        cut.press("End")
        told["cut"] += [round(cut.evaluate(MOVED)) for _ in range(3)]
        page.context.close()
    return told


def seen(chromium: Browser, server: Server, address: str, what: str) -> Page:
    page = chromium.new_context(base_url=server.url).new_page()
    page.goto(address)
    page.locator(f"{what} >> visible=true").wait_for()
    return page


def now(page: Page) -> int:
    """Milliseconds since the page's address was opened."""
    return round(page.evaluate("performance.now()"))


def clicked(page: Page, what: Locator) -> int:
    began = now(page)
    what.click()
    settle(page)
    return round(page.evaluate("window.idleSince")) - began
