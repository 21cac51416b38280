"""Files of strangers are read in processes of their own, which may crash or take too much.

`read_apart` is the door; `packing` is the process with limits on memory and time, and brings the
table back; `reader` is the one that a server keeps ready. How a format is read belongs above, in
`interpret.data`. Start reading with `read_apart.py`.
"""
