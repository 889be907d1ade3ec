"""Salon: an evening of tabletop games, as a server with a page and as a rules library."""
