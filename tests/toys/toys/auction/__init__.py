"""A sealed auction with a bell."""
