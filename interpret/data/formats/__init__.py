"""A module for each format of files: from the bytes to `Cells`, a header and columns of texts.

`interpret.data.reading` recognises the format by the bytes and calls its reader: `delimited`,
`parquet` or `workbook`. `letters` makes text UTF-8, and `head` finds the header and the
rows around it that are no data. What the cells mean is learnt above. Start reading with `head.py`.
"""
