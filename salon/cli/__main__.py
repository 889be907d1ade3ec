"""`python -m salon.cli` is `salon`."""

from salon.cli import main

main()
