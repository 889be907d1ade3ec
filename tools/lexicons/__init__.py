"""Builds the ear's lexicons from public dictionaries: `python3 dev.py lexicons`.

Python's sources are the dependency group `lexicon`, the others npm packages, whose folder is the
command's first argument. The same sources give the same files, byte by byte.
"""
