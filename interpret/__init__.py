"""From a table to a machine, to the rule inside it, to an explanation. Nothing here knows a screen.

The rooms, in the order in which a table passes through them: `data` (a file becomes a typed table),
`rules` (formulas and the searches for them), `fit` (choosing and training), `answers` (a room for
each kind of answer, with all that is told of it), `present` (the frame that they are told in). Two
rooms do other work with the same tables: `lab` compares and learns kernels, `large` reads tables
that do not fit into memory. `settings` holds every choice there is, `cores` runs parts of the work
on all cores and `cluster` on other machines; `document_schema` says what documents hold. Kernels
and the mathematics of machines live in the package `kernels`, runs in `jobs`, pages in `dashboard`,
the Python interface in `rulescope`. Start reading with `answers/rule/explain.py`, then follow what
it calls.

One word for one thing. These are the words of code, pages and reports:

Rows and columns
    example     A row of the table, as 0/1 numbers where a kernel reads it.
    attribute   A column that may be used to tell rows apart. The class or the number that is to be
                explained is the *target*.
    value       What stands in a cell of an attribute. An empty cell is the value None.
    cut         A number at which a column of numbers is divided: values up to it, values above it.
    variable    A 0/1 column that encodes whether an attribute has a value, or lies on one side of a
                cut. Kernels see variables only.
    role        What a column is for that is neither attribute nor target: the weight, group or time
                of a row, whether it is held out, the true class beside a model's answer.
    Ties        What every split obeys: rows of one group stand on one side, and with a time nothing
                is judged on rows from before those it was learned on.
    conflict    A row with an equal row of the other class: no rule is right on both.
    Task        A table with a question: which rows are of the positive class, by which attributes.
    Sample      Training rows that know what they are: their table as it is read, their attributes,
                which of them are positive, and what each row counts for.

Formulas
    test        One attribute restricted: to values, to all but some values, or to an interval.
    literal     In settings and limits, one test of a clause; in a kernel's name, a variable or its
                negation.
    clause      An AND of tests.
    rule        A formula that is an OR of clauses (a DNF), or such a formula denied. The value Rule
                is a formula with the certificate that a search gives with it.
    feature     A formula of a kernel's family. The kernel counts the features true of two examples.
    degree      How many variables or clauses a kernel's features join.
    language    Which tests a rule may use: `monotone` (=, and ≤ or > of numbers that are cut), or
                `values` (also ≠, and ≤ or > of any number).
    side        Whether a rule describes the positive class, or the other class and is denied.
    card        Clauses with whole points, the second form of an answer: a row is of the class where
                its points add up to more than the cut. The rule is the first form.
    term        A clause of a card with its points.
    points      What a row gets where a clause holds, for the class (above 0) or against it.
    total       The sum of a row's points.
    cut         Of a card: the total above which a row is of the class.
    chance      How probable the class is at a total, by a curve learned from rows left out.
    form        What says which rows are of the class, rule or card. The one right more often on
                rows that neither was chosen on comes first.
    Way         What a rule is fitted to, its side and its language, as one value.
    denied      Said of a formula that holds where none of its clauses does.
    demand      What a rule must keep to: a condition or a clause that is *pinned*, an attribute or
                a value that is forbidden, a number of which more may only speak for the class.
    version     A rule changed by hand, with who changed it, when and why.

Machines and searches
    machine     A support vector machine on a kernel, unless another one is named. Its *support* are
                the rows with α_i > 0.
    hard margin A machine that gets every training row right, C = ∞. Where rows conflict there is
                none, and a finite C is taken instead.
    landmark    A training row by which a machine of many rows compares them (Nyström).
    row weight  v_i, what it is worth that a rule covers row i. For the rule inside the machine this
                is y_i α_i (Polato 2018, eq. 7.1); else it follows from labels or from verdicts.
    weight      w_f = Σ y_i α_i δ_f(x_i), the sum of a formula f in the machine, whatever the rule
                was fitted to.
    price       What each test costs a rule, in units of a typical row's weight.
    objective   Σ v_i δ_f(x_i) − price · tests, which a search maximises.
    candidate   A machine, or a way to fit a rule, that validation measures beside others.
    single test One test that a clause may hold, with the rows that pass it (`rules.single_tests`).
    unit        A typical row's weight (`fit.posing`). Where weights are integers (`rules.pricing`),
                the number that the integer 1 stands for.
    pool        The clauses that a search has met, from which it chooses rules at every price.
    atom        A group of values of one attribute that no test tells apart.
    search      What finds a rule for given row weights: exact, genetic, or a race of both.
    draft       A whole answer within seconds, by fixed choices; the *settled* answer follows it.
    effort      How many clauses a search may price. Unlike seconds, it repeats exactly.
    bound       A number that the objective of no rule within the limits exceeds.
    gap         The bound minus the objective that was reached.
    proven      The objective meets the bound: nothing within the limits is better. It is said of a
                score in this machine, and never means that a rule is true.

Figures
    accuracy    How often the rule is right: the rule against the labels.
    fidelity    How often the rule agrees with the machine: the rule against the machine's verdicts.
    coverage    The rows for which a clause or a rule holds.
    held out    Rows kept away from every choice and used to judge alone; *unseen* to the reader.
    judged      Measured on rows that took no part in any choice.
    decide      What gives decision values on any rows: the machine, or a model in its stead.
    asked       What somebody wants, before anything is chosen; a choice that was open is *taken*.
    listed      Written out one after the other: the parts of a sentence, the features of a machine,
                possible rows. What is not listed is drawn, or stays in a sum.
    plain       With nothing added: a text without markup, the genetic search as the thesis has it.
    verdict     What a rule or a machine says of a row. On the page also: what to think of the rule.
    surely      Said of what unseen rows prove at 95 %, by an exact test.
    possible    Said of a row made of values of the table in any combination; it may never occur.
    knee        The length from which on a longer rule hardly agrees more often with the machine.
    Answer      An explanation with its rows: the table as in the file, as read, and as explained,
                each with a part to train on and a part to judge on.

"Gram" is a matrix of kernel values, "GRAM" an algorithm that learns kernels.
"""
