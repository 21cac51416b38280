from itertools import product

import pytest

from kernels.boolean import (
    Conjunctive,
    Disjunctive,
    Literals,
    MonotoneConjunctive,
    MonotoneConjunctiveUpTo,
    MonotoneDisjunctive,
    MonotoneRules,
    Variables,
)
from kernels.catalog import name, parse, reads
from kernels.classical import (
    RBF,
    AllSubsets,
    AverageNormalForm,
    ConjunctiveUpTo,
    Polynomial,
    SadoharaDNF,
    SadoharaMonotoneDNF,
    Tanimoto,
    ZhangDNF,
    ZhangMonotoneDNF,
)
from kernels.entries import CATALOG

NAMED = {
    "linear": Variables(),
    "mC(3)": MonotoneConjunctive(3),
    "mD(4)": MonotoneDisjunctive(4),
    "literals": Literals(),
    "C(2)": Conjunctive(2),
    "D(2)": Disjunctive(2),
    "mDNF(3,2)": MonotoneDisjunctive(3, of=MonotoneConjunctive(2)),
    "DNF(3,2)": MonotoneDisjunctive(3, of=Conjunctive(2)),
    "mCNF(3,2)": MonotoneConjunctive(3, of=MonotoneDisjunctive(2)),
    "CNF(3,2)": MonotoneConjunctive(3, of=Disjunctive(2)),
    "conjunctions(5)": MonotoneConjunctiveUpTo(5),
    "rules(10,5)": MonotoneRules(clauses=10, literals=5),
    "d_DNF(3)": ConjunctiveUpTo(3),
    "Sadohara_mDNF": SadoharaMonotoneDNF(),
    "Sadohara_DNF": SadoharaDNF(),
    "subsets": AllSubsets(),
    "sigma_mDNF(0.25)": ZhangMonotoneDNF(0.25),
    "sigma_DNF(2)": ZhangDNF(2),
    "polynomial(3,0.5)": Polynomial(3, 0.5),
    "RBF(1e-05)": RBF(1e-5),
    "Tanimoto": Tanimoto(),
    "average_mDNF(3,2)": AverageNormalForm("mDNF", 3, 2),
    "average_DNF(3,2)": AverageNormalForm("DNF", 3, 2),
    "average_mCNF(3,2)": AverageNormalForm("mCNF", 3, 2),
    "average_CNF(3,2)": AverageNormalForm("CNF", 3, 2),
}


@pytest.mark.parametrize(("text", "kernel"), NAMED.items())
def test_a_name_gives_its_kernel_normalised_and_the_kernel_its_name(text, kernel):
    assert parse(text) == kernel.normalized()
    assert name(kernel.normalized()) == text


def test_every_kernel_of_the_table_has_a_name_at_every_degree():
    for entry in CATALOG:
        ends = [(degree.lowest, 7, degree.usual, degree.highest) for degree in entry.degrees]
        for values in product(*ends):
            kernel = entry.make(*values).normalized()
            assert parse(name(kernel)) == kernel
    assert {text.split("(")[0] for text in NAMED} == {entry.name for entry in CATALOG}


@pytest.mark.parametrize("text", [" mDNF ( 3 , 2 ) ", "MDNF(3,2)", "mdnf(03,2)", "mDNF(3,2)\n"])
def test_case_and_spaces_do_not_matter(text):
    assert parse(text) == parse("mDNF(3,2)")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("mdfn(3,2)", r"no kernel 'mdfn'\. Did you mean mDNF\(d,c\)\? The kernels are linear, mC"),
        ("gauss(2)", r"no kernel 'gauss'\. The kernels are .*, average_CNF\(C,D\)\."),
        ("RBF(fast)", r"RBF\(g\) needs g from 1e-06 to 10000; got 'RBF\(fast\)'"),
        ("RBF(0.0)", r"takes g from 1e-06 to 10000; got 0 in"),
        ("polynomial(2)", r"needs p from 1 to 20 and a from 0 to 1000; got"),
        ("", "no kernel ''"),
        ("__import__('os')", "no kernel '__import__'"),
        ("mDNF(3)", r"mDNF\(d,c\) needs d from 1 to 60 and c from 1 to 60; got 'mDNF\(3\)'"),
        ("linear(1)", "needs no numbers; got 'linear"),
        ("rules(0,5)", r"rules\(D,C\) takes D from 1 to 60; got 0 in 'rules\(0,5\)'"),
        ("mC(" + "9" * 5000 + ")", "needs c from 1 to 10000"),
    ],
)
def test_what_is_no_kernel_is_said_to_be_none_with_what_there_is(text, says):
    with pytest.raises(ValueError, match=says):
        parse(text)


@pytest.mark.parametrize(
    "kernel",
    [
        Variables(),
        (Literals() + Variables()).normalized(),
        MonotoneDisjunctive(2, of=Literals()).normalized(),
    ],
    ids=repr,
)
def test_a_kernel_outside_the_catalog_has_no_name(kernel):
    with pytest.raises(ValueError, match="has no name for"):
        name(kernel)


def test_the_table_can_be_read():
    for entry in CATALOG:
        assert entry.meaning.endswith(".")
        assert entry.source
        for degree in entry.degrees:
            assert degree.name in entry.formula
            assert degree.accepts(degree.usual)
            assert f"{{{degree.name}}}" in entry.reads
    names = [name.lower() for entry in CATALOG for name in (entry.name, *entry.also)]
    assert len(set(names)) == len(names)


def test_a_kernel_is_read_aloud_in_a_few_words():
    assert reads("mDNF(3,2)") == "ORs of 3 ANDs of 2"
    assert reads("rbf(0.50)") == "RBF, γ 0.5"
    assert len({reads(entry.usual) for entry in CATALOG}) == len(CATALOG)
