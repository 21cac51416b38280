"""Files of strangers are read in processes of their own, which may crash or take too much.

`read_apart` is the door; `limited_fork` is the process with limits on memory and time, `reader` the
one that a server keeps ready, and `packing` brings the table back. How a format is read belongs
above, in `interpret.data`. Start reading with `read_apart.py`.
"""
