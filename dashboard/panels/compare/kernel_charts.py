"""The charts of a comparison: how well each kernel ranks, what it sees, how much it can express."""

from math import inf

import streamlit as st

from dashboard import comparisons
from dashboard.panels.chart import BARE, chart
from dashboard.panels.compare.kernel_choice import kernel_label
from dashboard.text import plain
from interpret.data.complaints import listed
from interpret.lab import kernel_figures as figures
from interpret.lab.compare import Comparison
from interpret.lab.compared_rows import SHOWN
from interpret.lab.kernel_words import ratio_verdict
from interpret.lab.nested_validation import difference
from interpret.present.wording import signed
from kernels.catalog import reads

SIDE_BY_SIDE = 3


def ranking(c: Comparison) -> None:
    """AUC with a dot per fold, and whether a small ratio predicts it."""
    left, right = st.columns(2, gap="medium")
    with left:
        st.header("How well each ranks unseen rows", anchor=False)
        aucs = {kernel_label(compared.kernel): compared.aucs for compared in c.kernels}
        chart("kernel_aucs", figures.auc_dots, figures.auc_dots_text, aucs, of=c)
    with right:
        st.header("Does a small ratio predict it?", anchor=False)
        points = {
            compared.kernel: (compared.ratio.lower, compared.auc)
            for compared in c.kernels
            if compared.ratio.upper < inf
        }
        if points:
            shown = (figures.ratio_scatter, figures.ratio_scatter_text, points)
            chart("kernel_ratios", *shown, of=c)
        without = [compared.kernel for compared in c.kernels if compared.ratio.upper == inf]
        facts = [
            "The ratio is (R / ρ)² divided by the number of rows. R is the radius of the smallest "
            "ball around the rows, and ρ the distance between the hulls of the classes, which is "
            "twice the geometric margin. According to the thesis, the smaller the ratio, the "
            "better the kernel.",
            ratio_verdict(points),
        ]
        if without:
            has, it = ("has", "it") if len(without) == 1 else ("have", "they")
            facts.append(
                f"{plain(listed(without))} {has} no finite ratio, because {it} cannot separate the "
                "classes."
            )
        st.caption(" ".join(facts))


def paired(c: Comparison) -> None:
    """Two kernels over the same folds, with an interval."""
    names = [compared.kernel for compared in c.kernels]
    if len(names) < 2:
        return
    st.header("Is one better than another?", anchor=False)
    left, right = st.columns(2)
    one = left.selectbox("Kernel", names, key=f"paired_one_{len(names)}", format_func=kernel_label)
    other = right.selectbox(
        "against", names, index=1, key=f"paired_other_{len(names)}", format_func=kernel_label
    )
    apart = difference(c.of(one).judged, c.of(other).judged)
    if one == other:
        st.markdown("These are the same kernel.")
        return
    if apart.low == apart.mean == apart.high == 0:
        st.markdown("Their AUC is the same in every fold.")
        return
    if apart.low > 0:
        verdict = f"**{plain(one)}** is better."
    elif apart.high < 0:
        verdict = f"**{plain(other)}** is better."
    else:
        verdict = "These folds do not tell them apart."
    mean, low, high = (signed(100 * share, 2) for share in (apart.mean, apart.low, apart.high))
    st.markdown(
        f"{verdict} Their AUCs differ by {mean} points on average, and with 95 % confidence by "
        f"{low} to {high}."
    )
    st.caption(
        "Both are judged in the same folds. The interval is widened because the training sets "
        "overlap (Nadeau and Bengio, 2003). If you look at many pairs, you will find some "
        "difference by chance."
    )


def side_by_side(c: Comparison) -> None:
    """Gram matrices, planes and similarities of up to three kernels."""
    st.header("What each kernel sees", anchor=False)
    names = [compared.kernel for compared in c.kernels]
    chosen = st.multiselect(
        "Side by side",
        names,
        default=list(dict.fromkeys([*names[:2], names[-1]])),
        key=f"side_by_side_{'_'.join(names)}",
        format_func=kernel_label,
        max_selections=SIDE_BY_SIDE,
    )
    if not chosen:
        st.caption("Choose up to three kernels.")
        return
    for name, column in zip(chosen, st.columns(len(chosen), gap="medium"), strict=True):
        column.markdown(f"**{plain(name)}** {plain(reads(name))}")
        for picture in comparisons.seen(c, name):
            column.plotly_chart(
                picture.figure, key=f"{picture.name}_{name}", config=BARE, alt=picture.text
            )
    n = min(SHOWN, len(c.rows))
    part = f"{n:,} of {c.n_rows:,} rows, sampled" if n < c.n_rows else f"all {n:,} rows"
    st.caption(
        f"This shows {part}. Above, the similarity of every two rows, ordered by class, on one "
        "scale from 0 to 1. In the middle, the rows in the first two dimensions of kernel PCA; a "
        "ring marks a row whose class the machine got wrong when the row was left out. Below, how "
        "alike two rows are."
    )


def expressiveness(c: Comparison) -> None:
    """The spectral ratio over the degree."""
    st.header("How much each family can express", anchor=False)
    curves = comparisons.curves(c)
    chart(
        "kernel_expressiveness", figures.expressiveness, figures.expressiveness_text, curves, of=c
    )
    st.caption(
        "0 means that all rows are alike, and 1 that each row is like itself only. It is proven "
        "(theorems 6.1 and 6.2) that longer ANDs (mC) never express less, as long as every row has "
        "that many values, and that longer ORs (mD) never express more. No order is proven for "
        "normal forms with two equal degrees (Figure 6.7). A curve ends where no formula has so "
        "high a degree."
    )
