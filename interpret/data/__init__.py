"""From the bytes of a file to a table that can be learned from, and back to a person's words.

The way of a table, and where to start reading:

1. `reading.read_table` turns bytes into a `Table`. `formats` recognises the format by the bytes and
   calls its reader (`delimited`, `arff`, `parquet`, `workbook` with `sheet_span`), which returns
   `Cells`: the header, and each column as distinct texts with one index for each row. `from_cells`
   makes a `Column` of each: its values in order, and of which kind it is.
   Files of strangers are read by `apart.read_apart`, which is the same in a process of its own with
   limits on memory and time, by a fork (`limited`) or a process kept ready (`reader`); the table
   comes back as bytes (`packing`).
2. `table.Table` and `table.Column` are what everything else in the program works with. They load no
   reader of files.
3. `task.tasks` decides what is to be predicted from what; `attributes` says which columns tell rows
   apart, which are left out, and why. Each class that gets a rule has a `Task` of its own. `roles`
   are columns for something else, `times` tells when rows were, and `splits` makes every split of
   rows, by groups and time.
4. `prepare.prepared` learns on the training rows alone how cells are read (`cuts` of numbers,
   values for empty cells, the columns that fit into `memory`; `conditions` that a person writes are
   read here, since numbers are cut where they compare them), and keeps it as a
   `preparation.Preparation`, which reads any other table in the same way.
5. `encoding.Encoding` turns prepared rows into the 0/1 examples that a kernel compares.

`frame` and `model_rows` do the same for a DataFrame, and back; `number_task` and `amounts` ask for
a number in place of a class; `domain` makes possible rows.

What is wrong with a file or a column is always a `complaints.DataError`: one or two sentences for
the owner of the data, which say what must hold, what came and what to do. Text from a file is
quoted by `complaints.quoted` and never interpreted.

What does not live here: rules and their languages (`interpret.rules`), machines and choices
(`interpret.fit`), figures and words about results (`interpret.answers`), where tables are stored
(`jobs`).
"""
