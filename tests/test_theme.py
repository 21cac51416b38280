import tomllib

import pytest


@pytest.fixture(scope="module", params=["light", "dark"])
def theme(request, root):
    settings = tomllib.loads((root / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    return settings["theme"][request.param]


def rgb(color):
    return [int(color[i : i + 2], 16) for i in (1, 3, 5)]


def contrast(a, b):
    """WCAG 2.2, contrast ratio of two colours given as 0..255."""

    def luminance(color):
        parts = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in color]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    dark, light = sorted(luminance([v / 255 for v in color]) for color in (a, b))
    return (light + 0.05) / (dark + 0.05)


def test_text_captions_links_and_primary_buttons_are_legible(theme):
    text = rgb(theme["textColor"])
    for name in ("backgroundColor", "secondaryBackgroundColor"):
        ground = rgb(theme[name])
        caption = [0.6 * t + 0.4 * g for t, g in zip(text, ground, strict=True)]  # Streamlit's fade
        assert contrast(caption, ground) >= 4.5
        assert contrast(rgb(theme["linkColor"]), ground) >= 4.5
    assert contrast((255, 255, 255), rgb(theme["primaryColor"])) >= 4.5
    assert contrast(rgb(theme["primaryColor"]), rgb(theme["backgroundColor"])) >= 3


def test_plotly_gets_the_ten_colours_without_which_streamlit_leaves_it_its_own(theme):
    for scale in ("chartCategoricalColors", "chartSequentialColors", "chartDivergingColors"):
        assert len(set(theme[scale])) == 10
    ground = rgb(theme["backgroundColor"])
    for positive_or_negative in theme["chartCategoricalColors"][:2]:
        assert contrast(rgb(positive_or_negative), ground) >= 3
