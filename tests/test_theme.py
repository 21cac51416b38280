import tomllib

import pytest

from tests.accessible import contrast, rgb


@pytest.fixture(scope="module", params=["light", "dark"])
def theme(request, root):
    settings = tomllib.loads((root / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    return settings["theme"][request.param]


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
