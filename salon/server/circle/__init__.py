"""A circle: the people behind one link, who play one table after another and keep what they made.

Built like a table: a frozen row, everything that can happen in one union, one door.
"""
