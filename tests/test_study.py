"""A table beside best play, whatever the game: costs, and what is summed up of them."""

from salon.core.study import Choice, Decision, Forecast, sum_up, weigh


def decided(step: int, seat: int, played: int, *, often: float = 0.0) -> Decision:
    """The first choice wins six times in ten, the second five times."""
    choices = [Choice("stay", 1 - often, 0.6), Choice("go", often, 0.5)]
    did = bool(played)
    return weigh(step, seat, "go", did=did, should=often, choices=choices, played=played, luck=0.1)


def test_what_is_worse_costs_the_difference_and_what_is_best_nothing() -> None:
    assert [decided(1, 0, played).cost for played in (0, 1)] == [0, 0.1]


def test_what_best_play_does_now_and_then_is_no_mistake() -> None:
    assert decided(1, 0, 1, often=0.2).cost == 0


def test_what_is_just_as_good_counts_as_best_play() -> None:
    choices = [Choice("stay", 1.0, 0.6), Choice("go", 0.0, 0.6)]
    made = [
        weigh(1, 0, "go", did=bool(played), should=0.0, choices=choices, played=played)
        for played in (0, 1)
    ]
    assert [(one.should, one.cost) for one in made] == [(0, 0), (1, 0)]


def test_each_seat_is_told_what_it_did_and_should_have() -> None:
    made = [decided(1, 0, 1), decided(2, 1, 0, often=0.3), decided(3, 0, 0), decided(4, 0, 1)]
    found = sum_up(made, [Forecast(0, (0.5, 0.5)), Forecast(4, (0.0, 1.0))], (), is_exact=True)
    mine, theirs = found.seats
    assert [(habit.asked, habit.did, habit.should) for habit in mine.habits] == [(3, 2, 0)]
    assert [(habit.asked, habit.did, habit.should) for habit in theirs.habits] == [(1, 0, 0.3)]
    assert (mine.cost, mine.dearest, mine.luck) == (0.2, 1, 0.3)
    assert (theirs.cost, theirs.dearest) == (0, None)
