"""Columns of every kind and spelling: their cells, what they mean, and the verdict on each row."""

import datetime
from dataclasses import dataclass

import numpy as np

N = 40
ORDER = np.random.default_rng(5).permutation(N)
ODD = (7, 30, 31)  # the rows in which odd cells stand


@dataclass(frozen=True)
class Made:
    """A column: its cells as people write them, and which rows are of the class.

    values: the same as a typed file holds them, None where nothing but texts can; mark: the decimal
    mark that the column, or its neighbours, decide for; above: where the numbers that the cells
    mean are divided; odd: the rows whose cells are neither what the others are nor a usual mark.
    """

    name: str
    cells: tuple[str, ...]
    says: tuple[bool, ...]
    values: tuple[object, ...] | None = None
    mark: str = ""
    above: float | None = None
    odd: tuple[int, ...] = ()


def by(write, group, mark="."):
    """Numbers with a mark between thousands, written by a format with commas and points."""
    return lambda x: write.format(x).replace(",", "\0").replace(".", mark).replace("\0", group)


def comma(write):
    return lambda x: write.format(x).replace(".", ",")


def indian(x):
    return f"{x // 100_000},{x // 1000 % 100:02},{x % 1000:03}"


def comma_brackets(x):
    return (f"({-x})" if x < 0 else f"{x}").replace(".", ",")


AMOUNTS = [round(900 + 187.37 * i, 2) for i in range(N)]
SMALL = [round(0.25 + 0.17 * i, 2) for i in range(N)]
WHOLE = [3 + 71 * i for i in range(N)]
MILLIONS = [900_100 + 71_113 * i for i in range(N)]
SIGNED = [round(-29.75 + i, 2) for i in range(N)]
FEW = [i % 6 for i in range(N)]
LONG = [20_240_131_120_000_000 + 1_000_016 * i for i in range(N)]

NUMBERS = {
    ".": {
        "plain": (SMALL, "{}"),
        "three places": (SMALL, "{:.3f}"),
        "whole with a point": (WHOLE, "{}.0"),
        "whole": (WHOLE, "{}"),
        "long whole": (LONG, "{}"),
        "signs": (SIGNED, "{:+}"),
        "leading zeros": (SMALL, "{:08.2f}"),
        "no leading zero": ([round(0.011 + 0.015 * i, 3) for i in range(N)],
                            lambda x: f"{x:.3f}".lstrip("0")),
        "a point at the end": (WHOLE, "{}."),
        "exponents": (AMOUNTS, "{:.6e}"),
        "capital exponents": (AMOUNTS, "{:.6E}"),
        "blanks around": (SMALL, "  {:.2f} "),
        "no-break blanks around": (SMALL, "\u00a0{:.2f}\u00a0"),
        "thousands": (AMOUNTS, "{:,.2f}"),
        "whole thousands": (WHOLE, "{:,}"),
        "millions": (MILLIONS, "{:,}"),
        "blank thousands": (AMOUNTS, by("{:,.2f}", " ")),
        "no-break thousands": (AMOUNTS, by("{:,.2f}", "\u00a0")),
        "thin thousands": (AMOUNTS, by("{:,.2f}", "\u2009")),
        "narrow thousands": (AMOUNTS, by("{:,.2f}", "\u202f")),
        "apostrophes": (AMOUNTS, by("{:,.2f}", "'")),
        "round apostrophes": (AMOUNTS, by("{:,.2f}", "\u2019")),
        "whole apostrophes": (MILLIONS, by("{:,}", "'")),
        "whole blanks": (MILLIONS, by("{:,}", " ")),
        "Indian thousands": (MILLIONS, indian),
        "dollars": (AMOUNTS, "${:,.2f}"),
        "dollars and a blank": (AMOUNTS, "$ {:,.2f}"),
        "US dollars": (AMOUNTS, "US${:,.2f}"),
        "pounds": (AMOUNTS, "\u00a3{:,.2f}"),
        "yen": (MILLIONS, "\u00a5{:,}"),
        "rupees": (AMOUNTS, "\u20b9{:,.2f}"),
        "francs": (AMOUNTS, by("CHF {:,.2f}", "'")),
        "USD behind": (AMOUNTS, "{:,.2f} USD"),
        "EUR before": (AMOUNTS, "EUR {:.2f}"),
        "percent": (SMALL, "{}%"),
        "percent and a blank": (SMALL, "{} %"),
        "per mille": (SMALL, "{}\u2030"),
        "degrees": (SIGNED, "{} \u00b0C"),
        "milligrams": (SMALL, "{} mg"),
        "kilometres an hour": (SMALL, "{} km/h"),
        "square metres": (AMOUNTS, "{:,.1f} m\u00b2"),
        "microgram": (SMALL, "{} \u00b5g/l"),
        "pieces": (WHOLE, "{} pcs."),
        "years old": (WHOLE, "{} years"),
        "minutes short": (WHOLE, "{}min"),
        "dollars below zero": (SIGNED, lambda x: f"-${-x}" if x < 0 else f"${x}"),
        "below zero behind dollars": (SIGNED, lambda x: f"$-{-x}" if x < 0 else f"${x}"),
        "brackets": (SIGNED, lambda x: f"({-x})" if x < 0 else f"{x}"),
        "dollars in brackets": (SIGNED, lambda x: f"(${-x})" if x < 0 else f"${x}"),
        "brackets behind dollars": (SIGNED, lambda x: f"$({-x})" if x < 0 else f"${x}"),
        "minus behind": (SIGNED, lambda x: f"{-x}-" if x < 0 else f"{x}"),
        "true minus": (SIGNED, lambda x: f"{x}".replace("-", "\u2212")),
        "dash as minus": (SIGNED, lambda x: f"{x}".replace("-", "\u2013")),
        "full-width minus": (SIGNED, lambda x: f"{x}".replace("-", "\uff0d")),
        "minus and a blank": (SIGNED, lambda x: f"{x}".replace("-", "- ")),
        "thousands below zero": ([x - 6000 for x in AMOUNTS], "{:,.2f}"),
        "few": (FEW, "{}"),
        "few with points": (FEW, "{}.0"),
        "few with zeros": (FEW, "0{}"),
        "few signed": (FEW, "{:+}"),
        "few percent": (FEW, "{} %"),
        "stars": (FEW, "{} \u2605"),
        "as a formula": (WHOLE, '="{}"'),
        "an apostrophe before": (WHOLE, "'{}"),
        "cents": (WHOLE, "{} \u00a2"),
        "a point and a dash": (WHOLE, "{}.\u2013"),
        "thousands as k": (SMALL, "{}k"),
        "no-break percent": (SMALL, "{}\u00a0%"),
    },
    ",": {
        "decimal commas": (SMALL, comma("{}")),
        "commas, three places": (SMALL, comma("{:.3f}")),
        "commas, signs": (SIGNED, comma("{:+}")),
        "commas, exponents": (AMOUNTS, comma("{:.6e}")),
        "commas, blanks around": (SMALL, comma(" {:.2f}  ")),
        "commas, no leading zero": ([round(0.011 + 0.015 * i, 3) for i in range(N)],
                                    lambda x: f"{x:.3f}".lstrip("0").replace(".", ",")),
        "German thousands": (AMOUNTS, by("{:,.2f}", ".", ",")),
        "German whole thousands": (WHOLE, by("{:,}", ".")),
        "German millions": (MILLIONS, by("{:,}", ".")),
        "French thousands": (AMOUNTS, by("{:,.2f}", " ", ",")),
        "French no-break": (AMOUNTS, by("{:,.2f}", "\u00a0", ",")),
        "French narrow": (AMOUNTS, by("{:,.2f}", "\u202f", ",")),
        "French thin": (AMOUNTS, by("{:,.2f}", "\u2009", ",")),
        "Austrian apostrophes": (AMOUNTS, by("{:,.2f}", "'", ",")),
        "euros behind": (AMOUNTS, by("{:,.2f} \u20ac", ".", ",")),
        "euros before": (AMOUNTS, by("\u20ac {:,.2f}", ".", ",")),
        "EUR behind": (AMOUNTS, by("{:,.2f} EUR", ".", ",")),
        "euros close": (SMALL, comma("{}\u20ac")),
        "euro dash": (WHOLE, "{},\u2013 \u20ac"),
        "reais": (AMOUNTS, by("R$ {:,.2f}", ".", ",")),
        "kronor": (AMOUNTS, by("{:,.2f} kr", " ", ",")),
        "zloty": (AMOUNTS, by("{:,.2f} z\u0142", "\u00a0", ",")),
        "comma percent": (SMALL, comma("{} %")),
        "comma percent close": (SMALL, comma("{}%")),
        "comma kilograms": (SMALL, comma("{} kg")),
        "comma brackets": (SIGNED, comma_brackets),
        "comma minus": (SIGNED, lambda x: comma("{}")(x).replace("-", "\u2212")),
        "comma minus behind": (SIGNED, lambda x: (f"{-x}-" if x < 0 else f"{x}").replace(".", ",")),
        "commas in few": (FEW, "{},0"),
        "no-break euros": (AMOUNTS, by("{:,.2f}\u00a0\u20ac", ".", ",")),
        "narrow kronor": (SIGNED, comma("{}\u202fkr")),
        "minus before euros": (SIGNED, lambda x: comma("{}")(abs(x)) + "-" * (x < 0) + " \u20ac"),
        "brackets before euros": (SIGNED, lambda x: f"{comma_brackets(x)} \u20ac"),
    },
}  # fmt: skip

MARKS = (
    "NA", "N/A", "n/a", "na", "NaN", "nan", "-", "--", "\u2013", "?", ".", ":", "null", "NULL",
    "None", "none", "<NA>", "#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "NaT", "n.d.",
    "not available", "missing", "k.A.", "N.V.", "unknown", "..", "...", "\u2014", "tbd",
    "$ -", "(null)",
)  # fmt: skip
SLIPS = (
    "(blank)", "*", "8.8*", "8+", "ca. 8", "see note", "3.0M", "1/2", "Infinity", "1,2,3", "8.8 kg",
    "9:30", "1e999", "0x1F", "2021-05-01", "it's", "8.8.", "\u0663",
)  # fmt: skip
CENSORED = {
    "below": "<0.5", "below and a blank": "< 0.5", "at most": "<=0.5", "up to": "\u22640.5",
    "above": ">8", "at least": ">=8.0", "or more": "\u2265 8", "about": "~8",
}  # fmt: skip

FIRST = datetime.datetime(2021, 1, 1, 8, 5, 30)
MOMENTS = [FIRST + datetime.timedelta(days=5 * i, minutes=37 * i) for i in range(N)]
ENGLISH = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
LONGER = "January February March April May June July August September October November December"
GERMAN = "Januar Februar M\u00e4rz April Mai Juni Juli August September Oktober November Dezember"
FRENCH = (
    "janvier f\u00e9vrier mars avril mai juin juillet ao\u00fbt septembre octobre novembre "
    "d\u00e9cembre"
)
SPANISH = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
ITALIAN = (
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"
)
DUTCH = "januari februari maart april mei juni juli augustus september oktober november december"
PORTUGUESE = (
    "janeiro fevereiro mar\u00e7o abril maio junho julho agosto setembro outubro novembro dezembro"
)
POLISH = (
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada "
    "grudnia"
)
RUSSIAN = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"
SWEDISH = "januari februari mars april maj juni juli augusti september oktober november december"

DATES = {
    "ISO": "{t:%Y-%m-%d}",
    "ISO and a time": "{t:%Y-%m-%d %H:%M:%S}",
    "ISO with a T": "{t:%Y-%m-%dT%H:%M:%S}",
    "ISO, no seconds": "{t:%Y-%m-%dT%H:%M}",
    "ISO and Z": "{t:%Y-%m-%dT%H:%M:%SZ}",
    "ISO and UTC": "{t:%Y-%m-%d %H:%M:%S} UTC",
    "ISO and a zone": "{t:%Y-%m-%d %H:%M:%S}+01:00",
    "ISO and a fraction": "{t:%Y-%m-%d %H:%M:%S.%f}",
    "ISO not padded": "{t.year}-{t.month}-{t.day}",
    "slashes, year first": "{t:%Y/%m/%d}",
    "points, year first": "{t:%Y.%m.%d}",
    "points": "{t:%d.%m.%Y}",
    "points not padded": "{t.day}.{t.month}.{t.year}",
    "points and blanks": "{t.day}. {t.month}. {t.year}",
    "points, short year": "{t:%d.%m.%y}",
    "points and a time": "{t:%d.%m.%Y %H:%M}",
    "points, a comma and a time": "{t:%d.%m.%Y, %H:%M}",
    "points and Uhr": "{t:%d.%m.%Y %H:%M} Uhr",
    "day first": "{t:%d/%m/%Y}",
    "day first, short year": "{t:%d/%m/%y}",
    "day first with dashes": "{t:%d-%m-%Y}",
    "day first not padded": "{t.day}/{t.month}/{t.year}",
    "day first and a time": "{t:%d/%m/%Y %H:%M:%S}",
    "month first": "{t:%m/%d/%Y}",
    "month first, short year": "{t:%m/%d/%y}",
    "month first with dashes": "{t:%m-%d-%Y}",
    "month first not padded": "{t.month}/{t.day}/{t.year}",
    "month first and a half day": "{t:%m/%d/%Y %I:%M %p}",
    "month first and seconds": "{t:%m/%d/%Y %I:%M:%S %p}",
    "compact": "{t:%Y%m%d}",
    "compact, day first": "{t:%d%m%Y}",
    "compact, month first": "{t:%m%d%Y}",
    "compact and a time": "{t:%Y%m%dT%H%M%S}",
    "English short": "{t.day} {e} {t.year}",
    "English with dashes": "{t:%d}-{e}-{t.year}",
    "English, short year": "{t:%d}-{e}-{t:%y}",
    "English capitals": "{t:%d}-{E}-{t:%y}",
    "English close": "{t:%d}{e}{t.year}",
    "English month first": "{e} {t.day}, {t.year}",
    "English long": "{l} {t.day}, {t.year}",
    "English day first": "{t.day} {l} {t.year}",
    "English ordinal": "{t.day}{th} {l} {t.year}",
    "English with a weekday": "{w}, {t.day} {l} {t.year}",
    "English weekday, month first": "{w}, {l} {t.day}, {t.year}",
    "English letter": "{w3}, {t:%d} {e} {t.year} {t:%H:%M:%S} GMT",
    "English with slashes": "{t:%d}/{e}/{t.year}",
    "of a log": "{t:%d}/{e}/{t.year}:{t:%H:%M:%S} +0000",
    "of SAS": "{t:%d}{E}{t.year}:{t:%H:%M:%S}",
    "of a form": "{t:%Y/%m/%d} {t:%I:%M:%S} {t:%p} GMT+1",
    "of a letter": "{l} {t.day}, {t.year} at {t:%I:%M} {t:%p}",
    "points and um": "{t:%d.%m.%Y} um {t:%H:%M}",
    "no-break blanks": "{t.day}\u00a0{f}\u00a0{t.year}",
    "of a browser": "{t.month}/{t.day}/{t.year}, {t:%I:%M:%S}\u202f{t:%p}",
    "of a clock": "{w3} {e} {t.day:2} {t:%H:%M:%S} {t.year}",
    "year and a name": "{t.year}-{e}-{t:%d}",
    "German": "{t.day}. {g} {t.year}",
    "German with a weekday": "{wg}, {t.day}. {g} {t.year}",
    "French": "{t.day} {f} {t.year}",
    "Spanish": "{t.day} de {s} de {t.year}",
    "Spanish, no de": "{t.day} {s} {t.year}",
    "Italian": "{t.day} {i} {t.year}",
    "Dutch": "{t.day} {d} {t.year}",
    "Portuguese": "{t.day} de {p} de {t.year}",
    "Polish": "{t.day} {pl} {t.year}",
    "Russian": "{t.day} {ru} {t.year}",
    "Swedish": "{t.day} {sv} {t.year}",
    "Hungarian": "{t:%Y.%m.%d}.",
    "Korean": "{t.year}년 {t.month}월 {t.day}일",
    "Korean with points": "{t.year}. {t.month}. {t.day}.",
    "Japanese": "{t.year}\u5e74{t.month}\u6708{t.day}\u65e5",
    "blanks around": "  {t:%Y-%m-%d} ",
}
WEEKDAYS_IN_GERMAN = "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag"

CLOCKS = {
    "h:mm": "{h}:{m:02}",
    "hh:mm": "{h:02}:{m:02}",
    "hh:mm:ss": "{h:02}:{m:02}:{s:02}",
    "with a fraction": "{h:02}:{m:02}:{s:02}.250",
    "of pandas": "0 days {h:02}:{m:02}:{s:02}",
    "half days": "{half}:{m:02} {ap}M",
    "half days close": "{half}:{m:02}{a}m",
    "h and m": "{h}h {m:02}m",
    "h": "{h}h{m:02}",
    "h between blanks": "{h} h {m:02}",
    "h and min between blanks": "{h} h {m:02} min",
    "half days, narrow blank": "{half}:{m:02}\u202f{ap}M",
    "Uhr": "{h:02}:{m:02} Uhr",
    "blanks around": " {h:02}:{m:02}  ",
}

WORDS = {
    "yes": (["yes"], ["no"]),
    "yes, Yes": (["Yes"], ["No"]),
    "yes in capitals": (["YES"], ["NO"]),
    "cases": (["Yes", "yes", "YES"], ["No", "no"]),
    "y": (["y"], ["n"]),
    "Y in capitals": (["Y"], ["N"]),
    "true": (["true"], ["false"]),
    "Python": (["True"], ["False"]),
    "true in capitals": (["TRUE"], ["FALSE"]),
    "T": (["T"], ["F"]),
    "ja": (["ja"], ["nein"]),
    "ja, Nein": (["Ja"], ["Nein"]),
    "j": (["j"], ["n"]),
    "wahr": (["WAHR"], ["FALSCH"]),
    "oui": (["oui"], ["non"]),
    "vrai": (["Vrai"], ["Faux"]),
    "si": (["s\u00ed"], ["no"]),
    "si in capitals": (["S\u00cd"], ["NO"]),
    "verdadero": (["VERDADERO"], ["FALSO"]),
    "vero": (["VERO"], ["FALSO"]),
    "sim": (["sim"], ["n\u00e3o"]),
    "one": (["1"], ["0"]),
    "one and a point": (["1.0"], ["0.0"]),
    "several": (["yes", "y", "true"], ["no", "n", "false"]),
    "one and a comma": (["1,0"], ["0,0"]),
    "Turkish": (["DO\u011eRU", "Evet"], ["YANLI\u015e", "HAYIR"]),
    "Brazilian": (["VERDADEIRO"], ["FALSO"]),
    "Czech": (["PRAVDA"], ["NEPRAVDA"]),
    "Vietnamese": (["C\u00f3"], ["Kh\u00f4ng"]),
    "checked": (["Checked"], ["Unchecked"]),
    "blanks around": ([" yes", "yes "], ["no", " no  "]),
    "on": (["on"], ["off"]),
    "da": (["\u0434\u0430"], ["\u043d\u0435\u0442"]),
}

CATEGORIES = {
    "words": (["red", "blue"], ["green", "amber"]),
    "blanks around": ([" red", "red", "blue "], ["green", "  amber"]),
    "capitals": (["Red", "red"], ["RED", "blue"]),
    "umlauts": (["K\u00f6ln", "M\u00fcnchen"], ["T\u00fcbingen", "\u00c5rhus"]),
    "quotes": (["it's", 'say "no"'], ["'", "a''b"]),
    "commas inside": (["a, b", "b,c"], ["c", "d, e"]),
    "semicolons inside": (["a; b", "b;c"], ["c", "d;"]),
    "codes with letters": (["P12", "Q7"], ["P13", "Q8"]),
    "grades": (["1+", "2+"], ["1-", "2-"]),
    "versions": (["1.2.3", "1.10.0"], ["2.0.1", "1.2.4"]),
    "ranges": (["0-5", "6-10"], ["11-20", "21+"]),
    "countries": (["NA", "DE"], ["US", "FR"]),
    "a mark": (["?", "x"], ["y", "z"]),
    "dashes": (["-", "x"], ["+", "z"]),
    "zeros": (["01234", "00017"], ["10000", "99999"]),
    "short zeros": (["01", "02"], ["10", "03"]),
    "zeros and signs": (["=1+1", "+a"], ["@x", "-b"]),
    "several scripts": (["\u6771\u4eac", "\u03b1"], ["\u041c\u043e", "\u05d0"]),
    "three letters": (["Mon", "Tue"], ["Sat", "Sun"]),
    "months": (["Jan", "Feb"], ["Jun", "Dec"]),
    "empty": (["", "x"], ["y", "z"]),
    "one of few numbers": (["3", "7"], ["4", "5"]),
}


def middle(values):
    """A number that divides them in halves."""
    found = sorted(set(values))
    return (found[len(found) // 2 - 1] + found[len(found) // 2]) / 2


def shuffled(cells):
    return tuple(cells[i] for i in ORDER)


def of_numbers():
    for mark, kinds in NUMBERS.items():
        for name, (values, write) in kinds.items():
            write = write.format if isinstance(write, str) else write
            above = middle(values)
            own = shuffled(values)
            yield Made(
                name, tuple(map(write, own)), tuple(x > above for x in own), own, mark, above
            )
    above = middle(SMALL)
    own = shuffled(SMALL)
    for place, text in enumerate((*MARKS, *SLIPS)):
        cells, says, values = list(map(str, own)), [x > above for x in own], list(own)
        for row in ODD:
            cells[row], says[row], values[row] = text, False, None
        odd = ODD if text in SLIPS else ()
        yield Made(
            f"{place}: some {text}", tuple(cells), tuple(says), tuple(values), ".", above, odd
        )
    for name, text in CENSORED.items():
        cells, says = list(map(str, own)), [x > above for x in own]
        cells[ODD[0]], says[ODD[0]] = text, "8" in text
        yield Made(f"censored {name}", tuple(cells), tuple(says), None, ".", above)


def th(day):
    return "th" if 10 < day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def written(moment, write):
    month = moment.month - 1
    return write.format(
        t=moment,
        e=ENGLISH.split()[month],
        E=ENGLISH.split()[month].upper(),
        l=LONGER.split()[month],
        g=GERMAN.split()[month],
        f=FRENCH.split()[month],
        s=SPANISH.split()[month],
        i=ITALIAN.split()[month],
        d=DUTCH.split()[month],
        p=PORTUGUESE.split()[month],
        pl=POLISH.split()[month],
        ru=RUSSIAN.split()[month],
        sv=SWEDISH.split()[month],
        th=th(moment.day),
        w=f"{moment:%A}",
        w3=f"{moment:%a}",
        wg=WEEKDAYS_IN_GERMAN.split()[moment.weekday()],
    )


def of_dates():
    own = shuffled(MOMENTS)
    says = tuple(moment.weekday() > 4 for moment in own)
    for name, write in DATES.items():
        has_time = any(part in write for part in ("%H", "%I"))
        typed = own if has_time else tuple(moment.date() for moment in own)
        yield Made(name, tuple(written(moment, write) for moment in own), says, typed)
    slips = [written(moment, "{t:%d.%m.%Y}") for moment in own]
    for row, text in zip(ODD, ("soon", "", "NA"), strict=True):
        slips[row] = text
    told = tuple(says[i] and i not in ODD for i in range(N))
    yield Made("an odd date", tuple(slips), told, odd=ODD[:1])
    mixed = [written(m, ("{t:%Y-%m-%d}", "{t:%d.%m.%Y}")[i % 2]) for i, m in enumerate(own)]
    yield Made("ISO and points", tuple(mixed), says)


def of_clocks():
    minutes = shuffled([13 + 23 * i for i in range(N)])
    above = middle(minutes) / 60
    for name, write in CLOCKS.items():
        cells = []
        for total in minutes:
            h, m = divmod(total, 60)
            half = h % 12 or 12
            cells.append(
                write.format(h=h, m=m, s=total % 60, half=half, ap="AP"[h > 11], a="ap"[h > 11])
            )
        values = tuple(datetime.timedelta(minutes=total) for total in minutes)
        yield Made(
            f"clock {name}", tuple(cells), tuple(t / 60 > above for t in minutes), values, "", above
        )


def of_words():
    for name, (yes, no) in WORDS.items():
        says = tuple(bool(i % 3 == 0) for i in ORDER)
        cells = tuple(
            (yes if own else no)[i % len(yes if own else no)] for i, own in enumerate(says)
        )
        yield Made(f"yes: {name}", cells, says, says)
    for name, (positive, negative) in CATEGORIES.items():
        says = tuple(bool(i % 3 == 0) for i in ORDER)
        cells = tuple(
            (positive if own else negative)[i % len(positive if own else negative)]
            for i, own in enumerate(says)
        )
        yield Made(f"category: {name}", cells, says)


COLUMNS = (*of_numbers(), *of_dates(), *of_clocks(), *of_words())
