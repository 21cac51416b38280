"""From a table to a machine, to the rule inside it, to an explanation. Nothing here knows a screen.

A table passes through these rooms in order: `data` turns a file into a typed table, `rules` holds
formulas and the searches for them, `fit` chooses and trains, `forms`, `number` and `ranking` are
the kinds of answers, and `tell` tells each once, as blocks that every medium shows.
Two rooms do other work with the same tables: `lab` compares and learns kernels, and `large` asks
tables that stay where they are. `settings` holds every setting, `cores` runs parts of the work
on all cores, and `registry` is the table of kinds. The package `kernels` has kernels and the
mathematics of machines, `jobs` has runs, `dashboard` has pages, and `rulescope` has the Python
interface. Start reading with `forms/explain.py`, then follow what it calls.

One word for one thing. Code, pages and reports use these words:

Rows and columns
    example     A row of the table as 0/1 numbers, which is how a kernel reads it.
    attribute   A column that may be used to tell rows apart. The column with the class or the
                number to be explained is the *target*.
    value       The content of a cell of an attribute. An empty cell has the value None.
    cut         A number that divides a column of numbers into the values up to it and the values
                above it. Of a card: the total above which a row belongs to the class.
    variable    A 0/1 column that says whether an attribute has a value, or lies on one side of a
                cut. Kernels see only variables.
    role        The purpose of a column that is neither an attribute nor the target: it holds the
                weight or group of a row, or says whether the row is held out.
    Ties        The rule for every split: rows of one group stay on the same side.
    conflict    A row that equals a row of the other class. No rule is right on both.
    Task        A table with a question: which rows belong to the positive class, and by which
                attributes.
    Sample      Training rows with all that belongs to them: their table as it is read, their
                attributes, which rows are positive, and how much each row counts.

Formulas
    test        A condition on one attribute: it is one of some values, it is none of some values,
                or it lies in an interval.
    literal     In settings and limits, one test of a clause. In a kernel's name, a variable or its
                negation.
    clause      An AND of tests.
    rule        An OR of clauses (a DNF), or the denial of one. The value Rule is such a formula
                together with the certificate that its search returns.
    feature     A formula of a kernel's family. The kernel counts the features that are true of both
                examples.
    degree      How many variables or clauses a kernel's features join.
    language    The tests that a rule may use: `monotone` (=, and ≤ or > for numbers that are cut)
                or `values` (also ≠, and ≤ or > for any number).
    side        Whether a rule describes the positive class, or describes the other class and is
                denied.
    card        Clauses with whole points. A row belongs to the class if its points add up to more
                than the cut. A rule is a card as well: each clause has one point, and the cut is 0.
                People call a card what is no rule; it is the second form of an answer.
    term        A clause of a card together with its points.
    points      What a clause adds to a row for which it holds: a positive number speaks for the
                class, a negative number against it.
    total       The sum of a row's points.
    chance      The probability of the class at a total, from a curve learned on left-out rows.
    form        One of the two ways in which an answer decides: rule or card. The card comes first
                unless the rule is right on clearly more rows that neither was found on.
    Way         What a rule is fitted to, its side and its language, as one value.
    denied      A denied formula holds where none of its clauses does.
    demand      A requirement that a rule must meet: an attribute or a value is forbidden, or
                higher numbers of an attribute may only speak for the class.

Machines and searches
    machine     A support vector machine on a kernel, unless another model is named. Its *support*
                is the set of rows with α_i > 0.
    hard margin A machine that gets every training row right, C = ∞. If rows conflict no such
                machine exists, and a finite C is used instead.
    landmark    One of the training rows with which a machine compares all rows if there are many
                (Nyström).
    row weight  v_i, the value of covering row i with a rule. For the rule inside the machine it is
                y_i α_i (Polato 2018, eq. 7.1); otherwise it follows from labels or from verdicts.
    weight      w_f = Σ y_i α_i δ_f(x_i), the sum that a formula f collects in the machine, whatever
                the rule was fitted to.
    price       The cost of each test of a rule, in units of a typical row's weight.
    objective   Σ v_i δ_f(x_i) − price · tests, which a search maximises.
    candidate   A machine, or a way to fit a rule, that validation compares with others.
    single test One test that a clause may contain, with the rows that pass it
                (`rules.single_tests`).
    unit        A typical row's weight (`fit.rule_problem`). If weights are integers
                (`rules.pricing`), the number that the integer 1 represents.
    pool        The clauses that a search has met. It chooses rules from them at every price.
    atom        A group of values of one attribute that no test separates.
    search      An algorithm that finds a rule for given row weights: exact or genetic.
    draft       A complete answer within seconds, by fixed choices. The *settled* answer replaces
                it.
    effort      The number of clauses that a search may price. Unlike a time limit, it gives the
                same answer every time.
    bound       A number that the objective of no rule within the limits exceeds.
    gap         The bound minus the objective that was reached.
    proven      The objective equals the bound, so no rule within the limits is better. This is
                about a score in this machine; it never means that a rule is true.

Figures
    accuracy    How often the rule is right: the rule against the labels.
    fidelity    How often the rule agrees with the machine: the rule against the machine's verdicts.
    coverage    The rows for which a clause or a rule holds.
    held out    Held-out rows are kept away from every choice and used only to judge. Readers see
                them called *unseen*.
    judged      Measured on rows that took no part in any choice.
    decide      A function that returns decision values for any rows: the machine's, or those of a
                model in its place.
    asked       What somebody asks for, before anything is chosen. Rulescope *takes* a value for
                every choice left open.
    listed      Written out one by one: the parts of a sentence, the features of a machine, possible
                rows. Whatever is not listed is drawn at random, or stays in a sum.
    plain       Without additions: a text without markup, or the genetic search as in the thesis.
    verdict     What a rule or a machine says about a row. On the page also: what to think of the
                rule.
    surely      Proven by unseen rows at 95 %, with an exact test.
    possible    A possible row combines values of the table in any way; it may never occur.
    Answer      An explanation with its rows: the table as in the file, as read, and as explained,
                each with a part to train on and a part to judge on.

"Gram" is a matrix of kernel values, "GRAM" an algorithm that learns kernels.
"""
