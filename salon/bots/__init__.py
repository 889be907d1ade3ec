"""Bots that know no game. Those with taste for one live in its folder."""
