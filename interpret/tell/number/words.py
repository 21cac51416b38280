"""A number explained, in words: the sentence, its figures, what is proven, what was chosen.

Plain text: whoever shows it escapes it for where it goes.
"""

from math import floor, log10

from interpret.data.complaints import counted, listed
from interpret.measures import percent
from interpret.number.explanation import SOURCES, NumberExplanation, NumberTerm
from interpret.number.judged import Estimate
from interpret.present.wording import MINUS, clause_words

FEW = 0.3  # of the variation explained: less is a poor explanation
MOST = 0.75
GAP = 1e-10  # a smaller one is rounding
SYMBOLS = frozenset("%‰°€$£¥₹₽₩₺µμΩ")  # a word with one of them is a unit
UNIT_WORDS = (  # others, in small letters; powers, such as m² and s-1, are left out of a word
    "mm cm dm m km in ft yd mi nmi mg g kg t lb lbs oz ml cl dl l hl gal ha ac acres sqm sqft "
    "ms s sec min h hr hrs d wk mo yr yrs seconds minutes hours days weeks months years "
    "c f k pa hpa kpa mpa bar mbar psi mmhg kn nm j kj mj cal kcal w kw mw gw wh kwh mwh gwh "
    "v mv kv ma ah mah hz khz mhz ghz db hp ps rpm bpm mol mmol nmol iu u mu meq ppm ppb pct pp "
    "bit b kb mb gb tb px dpi pcs kt kts mph kmh lx lm rad deg celsius fahrenheit kelvin percent "
    "eur usd gbp chf jpy cny inr aud cad nzd sek nok dkk pln czk huf ron try rub uah brl mxn zar "
    "krw sgd hkd ils euro euros dollars pounds cents rs kr kč zł ft руб 円 元 원"
)
UNITS = frozenset(UNIT_WORDS.split())
POWER = "²³⁻¹^-0123456789"


def amount(value: float | None, spread: float) -> str:
    """A number, rounded to the digits that matter given the spread."""
    if value is None:
        return "–"
    digits = f"{value:.{_places(spread)}f}" if 1e-4 <= spread < 1e15 else f"{value:.4g}"
    return "0" if digits.strip("-0.") == "" else digits.replace("-", MINUS)


def name_and_unit(name: str) -> tuple[str, str]:
    """A header's name, and the unit that its brackets name, else "": "rent", "EUR"."""
    for opens, closes in ("()", "[]"):
        before, bracket, inside = name.rstrip().rpartition(opens)
        unit = inside.removesuffix(closes).strip()
        if bracket and before.strip() and inside.endswith(closes) and _is_unit(unit):
            return before.strip(), unit
    return name, ""


def _is_unit(word: str) -> bool:
    """Whether a word in brackets is a unit, such as EUR/m², and no remark, such as gross."""
    if not SYMBOLS.isdisjoint(word):
        return len(word.split()) == 1
    parts = word.casefold().replace("·", "/").replace("*", "/").split("/")
    return all(part.strip().rstrip(POWER) in UNITS for part in parts)


def name_words(e: NumberExplanation) -> str:
    """The number's name, without its unit."""
    return name_and_unit(e.target)[0]


def measured(value: float | None, e: NumberExplanation) -> str:
    """An amount with the unit that the column's name gives it: "824 EUR"."""
    return f"{amount(value, e.spread)} {name_and_unit(e.target)[1]}".rstrip()


def signed(effect: float, e: NumberExplanation) -> str:
    """What a condition adds: "+266", "−310"."""
    return f"{'+' * (effect > 0)}{amount(effect, e.spread)}"


def effect_words(term: NumberTerm, e: NumberExplanation) -> str:
    """What a term does: "adds 8.4 when age > 60 and smoker is yes"."""
    does = "adds" if term.effect >= 0 else "takes off"
    return f"{does} {measured(abs(term.effect), e)} when {clause_words(term.clause)}"


def begins_words(e: NumberExplanation) -> str:
    """What stands above the conditions."""
    if not e.terms:
        return f"On average {name_words(e)} is {measured(e.mean, e)}."
    base = measured(e.base, e)
    return f"From {base}, each condition that holds moves {name_words(e)}:"


def claims(e: NumberExplanation) -> list[str]:
    """How sure the share that is explained is, and how long the sum is."""
    explained = e.judged[e.judged_on].explained
    sure = explained.low is not None
    return [
        *([f"{share_between_words(explained)} explained, with 95 % confidence"] if sure else []),
        size_words(e),
    ]


def observed_words(e: NumberExplanation) -> str:
    """What the picture of observed and predicted numbers shows."""
    on_rows = e.judged[e.judged_on]
    return (
        f"On {on_rows.rows:,} {rows_words(e)} the predictions explain "
        f"{share_words(on_rows.explained)} of the variation of {e.target}; they are off by "
        f"{estimate_words(on_rows.error, e)}, the mean of all by "
        f"{estimate_words(e.mean_judged[e.judged_on].error, e)}."
    )


def headline(e: NumberExplanation) -> str:
    """What to think of the sum."""
    explained = e.judged[e.judged_on].explained.value
    where = "on unseen rows" if e.judged_on == "test" else "on the training rows"
    if explained is None or not e.terms:
        return f"Nothing here explains {name_words(e)} better than its mean"
    if explained <= 0:
        return f"These conditions explain nothing of the variation of {name_words(e)} {where}"
    if explained < FEW:
        return f"These conditions explain little of the variation of {name_words(e)} {where}"
    much = "most" if explained >= MOST else "part"
    return f"These conditions explain {much} of the variation of {name_words(e)} {where}"


def folds_words(e: NumberExplanation) -> str:
    """How much sums explain on rows not used to learn them, and hence whether one is shown."""
    explained = e.on_folds.explained
    if not explained.value and not explained.low and not explained.high:
        return "No combination of columns explains enough to be worth saying."
    said = (
        f"On training rows left out in {e.folds} folds, sums of conditions explain "
        f"{share_words(explained)} of the variation"
    )
    if explained.low is None or explained.low <= 0:
        return f"{said}: no more than noise would, so that none is shown."
    return f"{said}." if e.terms else f"{said}, and yet on all rows none is worth saying."


def interval_words(e: NumberExplanation) -> str:
    """On which rows the intervals of the effects are measured, and what they do not cover."""
    if e.judged_on == "test":
        return (
            "Effects are of the training rows, their 95 % intervals of the unseen rows, so that "
            "an effect may lie outside; none stands where these are too few to tell."
        )
    return (
        "Effects and their 95 % intervals are of the rows on which the conditions were chosen, so "
        "that the effects are rather too large and the intervals too narrow. Hold rows out."
    )


def carried_words(e: NumberExplanation) -> list[str]:
    """A sentence for each effect that a few rows carry."""
    lines = []
    for term in e.terms:
        if term.carried_by:
            rows = f"{'rows' if len(term.carried_by) > 1 else 'row'} "
            rows += listed([f"{row:,}" for row in term.carried_by])
            lines.append(
                f"Without {rows} nothing is left of what {clause_words(term.clause)} does."
            )
    return lines


def again_words(e: NumberExplanation) -> str:
    """Which terms sums found anew on folds have as well; "" without terms."""
    if not e.terms:
        return ""
    terms = [f"{clause_words(term.clause)} ({term.again} of {e.folds})" for term in e.terms]
    return (
        f"Sums were found anew on {e.folds} folds of the training rows. How many of them have each "
        f"condition, on about the same rows: {'; '.join(terms)}."
    )


def right_words(e: NumberExplanation) -> str:
    """How far off the sum is, and always saying the mean; without conditions, why there is none."""
    if not e.terms:
        return folds_words(e)
    judged, mean = e.judged[e.judged_on], e.mean_judged[e.judged_on]
    rows = counted(
        len(e.rows[e.judged_on]), "unseen row" if e.judged_on == "test" else "training row"
    )
    error, of_mean = (measured(one.error.value, e) for one in (judged, mean))
    return (
        f"On {rows} the sum is off by {error} on average, and always saying the mean by {of_mean}. "
        f"It explains {percent(judged.explained.value)} of the variation."
    )


def is_good(e: NumberExplanation) -> bool:
    explained = e.judged[e.judged_on].explained.value
    return bool(e.terms) and explained is not None and explained >= FEW


def estimate_words(estimate: Estimate, e: NumberExplanation) -> str:
    """A figure in the number's unit with its interval."""
    return (
        "–"
        if estimate.value is None
        else f"{amount(estimate.value, e.spread)} ({between_words(estimate, e)})"
    )


def between_words(estimate: Estimate | NumberTerm, e: NumberExplanation) -> str:
    """An interval in the number's unit: "−158 to −137"; "–" where there is none."""
    if estimate.low is None:
        return "–"
    return f"{amount(estimate.low, e.spread)} to {amount(estimate.high, e.spread)}"


def share_between_words(estimate: Estimate) -> str:
    """The interval of a share: "79.0 to 86.2 %"; "–" where there is none."""
    if estimate.low is None or estimate.high is None:
        return "–"
    return f"{100 * estimate.low:.1f} to {percent(estimate.high)}"


def share_words(estimate: Estimate) -> str:
    """A share with its interval: "83.1 % (79.0 to 86.2)"."""
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return "–"
    return f"{percent(estimate.value)} ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def rows_words(e: NumberExplanation) -> str:
    return "unseen rows" if e.judged_on == "test" else "the training rows"


def size_words(e: NumberExplanation) -> str:
    """How long the sum is: "6 conditions on 7 columns"."""
    names = {test.attribute for term in e.terms for test in term.clause.tests}
    return f"{counted(len(e.terms), 'condition')} on {counted(len(names), 'column')}"


def machine_words(e: NumberExplanation) -> str:
    """Which machine was learnt, in which of the three ways, and how near it is to its optimum."""
    m = e.machine
    of = f"{m.rows:,} rows" if m.rows == m.of else f"{m.rows:,} of {m.of:,} rows"
    way = (
        f"its {m.features:,} conjunctions all listed"
        if m.way == "listed"
        else f"none of its {m.features:,} conjunctions listed, its tensor being made in blocks"
    )
    return (
        f"ℓ^p regression, p = {m.q}/{m.q - 1}, over every conjunction of up to {m.degree} tests, "
        f"γ = {m.gamma:g} in units of its own scale, learnt from {of}, {way}; at most "
        f"{max(m.gap, GAP):.0e} of the objective above the least possible"
    )


def proof_words(e: NumberExplanation) -> str:
    """What is proven of the machine's heaviest conjunctions."""
    shown = e.machine.heaviest
    if not shown:
        return "No conjunction has a weight in the machine."
    if all(part.proven for part in shown):
        return (
            f"Proven: of the machine's {e.machine.features:,} conjunctions the {len(shown)} "
            f"heaviest are shown, and no other of up to {e.machine.degree} of its tests weighs "
            "more. Heaviest in this machine does not make them causes."
        )
    return (
        "Not proven: the search for the machine's heaviest conjunctions was stopped early, so that "
        "a heavier one may be missing."
    )


def heaviest_words(e: NumberExplanation) -> list[tuple[str, str]]:
    """The machine's heaviest conjunctions and their weights."""
    return [
        (clause_words(heavy.clause), f"{heavy.weight:.3g}".replace("-", MINUS))
        for heavy in e.machine.heaviest
    ]


def source_words(e: NumberExplanation) -> str:
    """Which way the terms were found, by which error, and what the others reach."""
    v = e.validated
    one, other = e.source, "lasso" if e.source == "tensor" else "tensor"
    lasso, machine = v["all weights of the lasso"], v["machine"]
    source = (
        f"The conditions began as the heaviest conjunctions of {SOURCES[one]}. On rows left out "
        f"such a sum leaves {_left(v[one])} of the variation unexplained; one that begins with "
        f"{SOURCES[other]} leaves {_left(v[other])}. With all of its weights the lasso over listed "
        f"conjunctions leaves {_left(lasso)}, and the tensor machine {_left(machine)}."
    )
    better = " Where conjunctions can be listed, the lasso is the better machine here."
    return source + better * (lasso < machine)


def fewer_words(e: NumberExplanation) -> str:
    """What learning from some of the rows costs, where that was done."""
    m = e.machine
    if m.rows == m.of or m.fewer is None:
        return ""
    return (
        f"The machine is learnt from {m.rows:,} of {m.of:,} rows and explains "
        f"{percent(m.judged.explained.value)} of the variation on unseen rows. Learnt from half of "
        f"these rows it explains {percent(m.fewer)}: by about that difference more rows "
        "could still help."
    )


def searched_words(e: NumberExplanation) -> str:
    """What looking for conditions in some of the rows costs, where that was done."""
    half, n = e.half_searched, len(e.rows["train"])
    if half is None:
        return ""
    return (
        f"The conditions were looked for in {e.searched:,} of {n:,} training rows; their cuts and "
        f"effects are of all. On rows left out, sums that are looked for in half of these explain "
        f"{share_words(half)} of the variation, and in all of these "
        f"{share_words(e.on_folds.explained)}: by about that difference more rows could still help."
    )


def term_words(term: NumberTerm, e: NumberExplanation) -> str:
    """What the machine has to say of a term."""
    if term.weight is None:
        return "longer than the machine's conjunctions"
    if term.rank is None:
        return "not among the heaviest"
    proven = "proven" if term.proven else "not proven"
    return f"number {term.rank} of {e.machine.features:,}, {proven}"


def _left(error: float) -> str:
    return percent(min(max(error, 0.0), 9.99))


def _places(spread: float) -> int:
    """Digits behind the point: three significant ones of the spread."""
    return max(0, 2 - floor(log10(spread))) if spread > 0 else 2
