"""The documents and the reference as a small static site, in which every link leads somewhere."""
