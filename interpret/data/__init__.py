"""From the bytes of a file to a table that can be learned from, and back to a person's words.

A table goes through these steps, and you can read them in this order:

1. `reading.read_table` turns bytes into a `Table`. It recognises the format from the bytes and
   calls its reader in `formats`. It returns `Cells`: the header, and each column as distinct texts
   with one index for each row. `from_cells` makes each of them a `Column`: its values in order,
   and their kind.
   Strangers' files are read by `sandbox.read_apart`, which does the same in a separate process with
   limits on memory and time.
2. The rest of the program works with `table.Table` and `table.Column`, which load no reader of
   files.
3. `task.tasks` decides what is predicted from what.
   `attributes` says which columns tell rows apart, which are left out, and why. Each class that
   gets a rule has its own `Task`. `roles` are columns with another purpose, and `splits`
   makes every split of rows, by groups and time.
4. `prepare.prepared` learns from the training rows alone how to read cells: the `cuts` of numbers,
   the values for empty cells, and the columns that fit into memory. It also
   reads the `conditions` that a person writes, since numbers are cut where they compare them. The
   result is a `preparation.Preparation`, which reads any other table in the same way.
5. `encoding.Encoding` turns prepared rows into the 0/1 examples that a kernel compares.

`frame` does the same for a DataFrame.

If something is wrong with a file or a column, the program raises a `complaints.DataError`: one or
two sentences for the owner of the data that say what must hold, what came and what to do. Text from
a file is quoted by `complaints.quoted` and never interpreted.

What is not here: rules and their languages (`interpret.rules`), machines and choices
(`interpret.fit`), figures and words about results (`interpret.answers`), and the storage of tables
(`jobs`).
"""
