"""Measurements, never tests: what they print depends on the machine."""
