"""The languages the ear understands: a module for each, called by its code."""
