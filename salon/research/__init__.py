"""Doors to the research world: every game for OpenSpiel, PettingZoo and Gymnasium.

Each is a module of its own, and needs the extra `research`: `salon.research.open_spiel`,
`salon.research.pettingzoo`, `salon.research.gymnasium`.
"""
