"""Small games that stretch the contract, found as if a package that brings them were installed.

Whatever is not about one of our own games is tested with these. `tests/toys` is on the path of
every test and of the processes that tests start.
"""
