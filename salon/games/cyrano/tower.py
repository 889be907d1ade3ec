"""The tower where lover and belle meet, and the hearts of the second edition."""

from salon.core.contract import Seat
from salon.games.cyrano.model import HEARTS, Options, Player, Reason, State
from salon.games.cyrano.views import Floors, Tower

RED, ORANGE, YELLOW, GREEN = "red", "orange", "yellow", "green"
BLUE, INDIGO, VIOLET = "blue", "indigo", "violet"
TOWERS = {  # CY1: colours from the bottom, squares from one ribbon to the next
    "short": ((ORANGE, YELLOW, GREEN, BLUE, VIOLET), 3),
    "normal": ((RED, ORANGE, YELLOW, GREEN, BLUE, INDIGO, VIOLET), 3),
    "long": ((RED, ORANGE, YELLOW, GREEN, BLUE, VIOLET), 4),
}


def tower(options: Options) -> Tower:
    colours, squares = TOWERS[options.length]
    hearts = HEARTS if options.edition == "hearts" else 0
    return Tower(len(colours), squares, colours, hearts)


def most(options: Options) -> int:
    """Marks that fit on each side of a sheet."""
    built = tower(options)
    return built.hearts or built.floors * built.squares


def lover(options: Options, player: Player) -> int:
    """The floor of the last ribbon reached; 0 is the ground (CY2)."""
    return 0 if options.edition == "hearts" else player.ladder // tower(options).squares


def belle(options: Options, player: Player) -> int:
    """The floor of her last step; before the first she is at the top (CY3)."""
    built = tower(options)
    return built.floors - max(0, player.stairs - 1) // built.squares


def hearts(options: Options, player: Player) -> int:
    """Whole ones: left halves fill from the bottom, right halves from the top."""
    return max(0, player.ladder + player.stairs - HEARTS) if options.edition == "hearts" else 0


def reached(options: Options, player: Player, reason: Reason) -> int:
    """The lover's floor, or as many whole hearts, or as many halves as decided it."""
    if reason == "halves":
        return player.ladder + player.stairs
    return hearts(options, player) or lover(options, player)


def floors(options: Options, player: Player, *, checked: bool) -> Floors:
    return Floors(
        ladder=player.ladder,
        stairs=player.stairs,
        lover=lover(options, player),
        belle=belle(options, player),
        hearts=hearts(options, player),
        met=checked and (_meet(options, player) or hearts(options, player) > 0),
    )


def climb(state: State, seat: Seat, marks: int) -> None:
    player = state.players[seat]
    player.ladder = min(player.ladder + marks, most(state.options))


def descend(state: State, seat: Seat, marks: int) -> None:
    player = state.players[seat]
    player.stairs = min(player.stairs + marks, most(state.options))


def met(state: State) -> list[Seat]:
    """Whose lover and belle have met."""
    return [seat for seat, player in enumerate(state.players) if _meet(state.options, player)]


def _meet(options: Options, player: Player) -> bool:
    """On one floor, or he above her (CY5, CY6)."""
    return lover(options, player) >= max(1, belle(options, player))


def nearest(state: State) -> list[Seat]:
    """Whose lover and belle are closest when the rounds are over (CY29)."""
    options = state.options
    gaps = [belle(options, player) - lover(options, player) for player in state.players]
    return [seat for seat, gap in enumerate(gaps) if gap == min(gaps)]


def highest(state: State, seats: list[Seat]) -> list[Seat]:
    """Of these, those whose lover is highest (CY22)."""
    heights = {seat: lover(state.options, state.players[seat]) for seat in seats}
    return [seat for seat in seats if heights[seat] == max(heights.values())]


def whole_hearts(state: State) -> list[Seat]:
    """Who has the most whole hearts, if anybody has one."""
    counts = [hearts(state.options, player) for player in state.players]
    return [seat for seat, count in enumerate(counts) if count and count == max(counts)]


def half_hearts(state: State) -> list[Seat]:
    """Who has the most halves when the rounds are over (CY29)."""
    halves = [player.ladder + player.stairs for player in state.players]
    return [seat for seat, count in enumerate(halves) if count == max(halves)]
