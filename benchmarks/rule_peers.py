"""Rule learners of other libraries: what was measured of them, and how to measure them here.

QUOTED are figures of others' runs, mean test accuracy · mean tests (a test is one =, ≠, ≤ or >).
The eleven tables are of shared/notes/peers-on-data.md: five splits, the same as ours; BRCG by
AIX360 0.3.0 with negations, RIPPER by wittgenstein 0.3.5, JRip by Weka, CN2 by Orange 3.40, the
tree a full one of scikit-learn, "best" the best single rule of 14 learners by test accuracy.
art-dnf, and EBM on every table, are of shared/notes/dashboards.md, section 2: other splits, and on
art-dnf other rows of the same truth; EBM's length is the cells of its tables.
"""

LEARNERS = ("BRCG + polish", "RIPPER + polish", "JRip", "CN2", "tree", "best", "EBM")
QUOTED = """
tic-tac-toe    | 100.0·26 | 98.1·22  | 97.9·30 | 98.9·91   | 93.7·231  | 100.0·26 | 98.8·720
monks-1        | 100.0·7  | 100.0·7  | 90.6·5  | 100.0·20  | 91.7·192  | 100.0·7  | 100.0·378
monks-2        | 82.6·75  | 63.5·4   | 64.5·2  | 59.1·442  | 91.7·144  | 96.2·96  | 100.0·378
monks-3        | 100.0·4  | 100.0·14 | 99.5·8  | 100.0·9   | 100.0·6   | 100.0·4  | 100.0·378
art-dnf        | 100.0·10 | 100.0·10 | 94.5·37 | 99.5·137  | 96.9·88   | 100.0·10 | 100.0·1560
house-votes    | 96.6·10  | 96.6·2   | 96.3·3  | 95.4·30   | 95.7·26   | 97.4·2   | –
kr-vs-kp       | 94.9·8   | 98.9·38  | 98.6·44 | 98.1·276  | 99.3·167  | 99.4·73  | –
primary-tumor  | 66.9·13  | 65.3·4   | 70.2·5  | 64.1·352  | 61.6·360  | 70.2·5   | –
promoters      | 73.8·8   | 70.6·3   | 75.0·5  | 76.2·16   | 77.5·14   | 81.9·9   | –
soybean        | 97.5·7   | 97.5·6   | 96.5·7  | 98.0·23   | 98.5·23   | 98.5·11  | –
spect          | 79.3·16  | 68.1·4   | 82.7·6  | 79.8·137  | 74.1·170  | 82.7·6   | –
splice         | 95.8·11  | 95.3·66  | 95.5·40 | 94.3·273  | 94.5·338  | 95.8·11  | –
tic-tac-toe +5 %   | 100.0·30 | 95.3·24  | 98.1·28 | 93.5·398  | 88.3·547  | 100.0·30 | –
monks-1 +5 %       | 100.0·8  | 99.8·12  | 86.0·8  | 94.0·185  | 83.8·306  | 100.0·8  | –
monks-2 +5 %       | 79.2·67  | 63.5·4   | 62.6·3  | 55.5·520  | 80.6·324  | 81.2·182 | –
monks-3 +5 %       | 100.0·5  | 99.7·15  | 98.0·5  | 94.5·159  | 93.7·209  | 100.0·5  | –
art-dnf +5 %       | 100.0·10 | 99.9·12  | 93.9·25 | 89.7·368  | 89.9·309  | 100.0·10 | –
kr-vs-kp +5 %      | 94.7·5   | 98.0·38  | 98.3·35 | 94.5·1262 | 92.0·2375 | 98.3·35  | –
soybean +5 %       | 96.8·10  | 97.3·5   | 95.8·5  | 90.3·72   | 92.0·71   | 97.3·5   | –
"""

ENVIRONMENTS = {  # of each learner; JRip is not among them: Weka needs Java, which PyPI has not
    "RIPPER": ("wittgenstein==0.3.5", "pandas==3.1.1", "numpy==2.4.6"),
    "BRCG": ("aix360==0.3.0", "cvxpy==1.9.3", "ecos==2.0.14", "pandas==3.1.1", "numpy==2.4.6"),
    "tree": ("scikit-learn==1.9.1", "numpy==2.4.6"),
    "CN2": ("Orange3==3.40.0", "scikit-learn==1.9.1", "numpy==2.3.5"),
    "EBM": ("interpret-core==0.7.8", "scikit-learn==1.9.1", "numpy==2.4.6"),
    "C5.0": ("c50py==0.5.2", "pandas==3.1.1", "numpy==2.4.6"),
}
