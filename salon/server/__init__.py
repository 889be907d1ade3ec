"""Salon as a server: tables that survive everything, and the page that shows them."""
