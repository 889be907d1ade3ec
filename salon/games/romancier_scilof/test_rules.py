"""The sentences of RULES and its rulings, as tests.

A hand is written as its letters (`A1 B1`), mail as `1>2:C1`: from player 1 to player 2, C1 inside.
Players are called by their numbers, 1 to 8, as on the borders of the letters.
"""

from typing import Any

import msgspec
import pytest

from salon.core.contract import Event, Illegal, Move, Result, Told
from salon.core.luck import FastLuck
from salon.games.romancier_scilof import abandon, sight
from salon.games.romancier_scilof.memory import eye
from salon.games.romancier_scilof.model import (
    ANSWER,
    CHIME,
    DAYS,
    DISCARD,
    INVITE,
    LEDGER,
    LINES,
    RECALL,
    Accept,
    Answered,
    Came,
    Closed,
    Completed,
    Decline,
    Declined,
    Discard,
    Drew,
    Exchanged,
    Invite,
    Known,
    LedgerFull,
    Mail,
    Merged,
    Options,
    Post,
    Posted,
    Recall,
    Refuse,
    Refused,
    Reply,
    Resumed,
    Returned,
    State,
    TakeSide,
    Unfolded,
    Went,
    Withdraw,
    Withdrew,
    ends,
    way,
)
from salon.games.romancier_scilof.rules import game

MINUTE = 60_000


class Evening:
    """A table, played by number."""

    def __init__(self, players: int, **options: Any) -> None:
        self.luck = FastLuck(1)
        self.state: State = game.start(Options(**options), players, self.luck)

    def lay(self, *hands: str, mail: str = "") -> "Evening":
        """These hands, and this mail in the office, freshly posted."""
        for player, hand in zip(self.state.players, hands, strict=True):
            player.hand = sorted(hand.split())  # type: ignore[arg-type]
        for one in mail.split():
            people, letter = one.split(":")
            sender, to = (int(number) - 1 for number in people.split(">"))
            recall_at = self.state.now + RECALL
            self.state.office[way(sender, to)] = Mail(letter=letter, recall_at=recall_at)  # type: ignore[arg-type]
        assert game.flaw(self.state) is None
        return self

    def do(self, number: int, move: Move) -> list[Event]:
        """A move of the player with this number; all that is told."""
        return self._checked(game.play(self.state, number - 1, move, self.luck))  # type: ignore[arg-type]

    def refuses(self, number: int, move: Move, key: str) -> None:
        with pytest.raises(Illegal) as refusal:
            self.do(number, move)
        assert refusal.value.key == key

    def join(self) -> list[Event]:
        return self._checked(game.join(self.state, self.luck))

    def leave(self, number: int) -> list[Event]:
        seat = next(
            seat
            for seat, player in enumerate(self.state.players)
            if player.number == number and player.commune is not None
        )
        return self._checked(game.leave(self.state, seat, self.luck))

    def wait(self, ms: int) -> list[Event]:
        """Time passes; the clock strikes when it should."""
        until, told = self.state.now + ms, []
        while (clock := game.clock(self.state)) is not None and clock <= until:
            self.state.now = max(clock, self.state.now)
            told += self._checked(game.tick(self.state, self.luck))
        self.state.now = until
        return told

    def _checked(self, told: list[Told[Any]]) -> list[Event]:
        assert game.flaw(self.state) is None
        self.told = told
        return [one.event for one in told]

    def hand(self, number: int) -> str:
        return " ".join(self.state.players[number - 1].hand)

    @property
    def mail(self) -> str:
        return " ".join(
            f"{sender + 1}>{to + 1}:{mail.letter}"
            for one, mail in self.state.office.items()
            for sender, to in [ends(one)]
        )

    @property
    def phase(self) -> str:
        return self.state.communes[0].phase

    @property
    def result(self) -> Result:
        result = game.result(self.state)
        assert result is not None
        return result

    def letters(self) -> int:
        return len(sight.places(self.state))


def to(number: int) -> int:
    return number - 1


# The beginning


@pytest.mark.parametrize(("players", "letters", "envelopes"), [(5, 25, 20), (8, 64, 56), (2, 4, 2)])
def test_everybody_has_as_many_letters_as_players_and_an_envelope_to_each_other(
    players: int, letters: int, envelopes: int
) -> None:
    evening = Evening(players)
    assert evening.letters() == letters
    office = game.view(evening.state, None).office
    assert office is not None and list(office.held.values()) == [players] * players
    posts = {
        (seat, move.to)
        for seat in range(players)
        for move in game.moves(evening.state, seat)
        if isinstance(move, Post)
    }
    assert len(posts) == envelopes


def test_a_table_may_play_with_fewer_letters() -> None:
    evening = Evening(8, letters=6)
    assert evening.letters() == 48 and evening.hand(8) == "A8 B8 C8 D8 E8 F8"
    assert Evening(5, letters=6).letters() == 25  # never more than players


def test_nobody_writes_to_oneself_or_to_nobody() -> None:
    evening = Evening(3)
    evening.refuses(1, Post("A1", to(1)), "not_in_your_commune")
    evening.refuses(1, Post("A1", 7), "not_in_your_commune")
    evening.refuses(1, Post("A2", to(2)), "not_in_hand")


def test_there_is_one_envelope_to_each() -> None:
    evening = Evening(3)
    evening.do(1, Post("A1", to(2)))
    evening.refuses(1, Post("B1", to(2)), "envelope_out")
    evening.do(1, Post("B1", to(3)))


# Post, answer, refuse, recall


def test_two_exchanges_are_enough_for_two_players() -> None:
    evening = Evening(2)
    assert evening.do(1, Post("A1", to(2))) == [Posted(0, 1)]
    told = evening.do(2, Reply(to(1), "B2"))
    assert evening.hand(1) == "B1 B2" and evening.hand(2) == "A1 A2"
    assert Completed(0) in told and Completed(1) in told
    assert evening.result == Result((0, 1), (1, 1), "complete")


def test_who_answers_sees_the_letter_only_when_the_answer_is_gone() -> None:
    evening = Evening(3)
    evening.do(1, Post("A1", to(2)))
    view = game.view(evening.state, to(2))
    assert all(known.to is None for known in view.known)
    evening.do(2, Reply(to(1), "C2"))
    private = {one.to: one.event for one in evening.told if one.to}
    assert private[frozenset({to(2)})] == Exchanged(to(1), "C2", "A1", "")
    assert private[frozenset({to(1)})] == Exchanged(to(2), "A1", "C2", "")
    assert evening.told[0] == Told(Answered(to(2), to(1)))
    evening.do(1, Post("B1", to(2)))  # the envelope is free again


def test_a_refused_letter_is_never_seen() -> None:
    evening = Evening(2)
    evening.do(1, Post("B1", to(2)))
    evening.do(2, Refuse(to(1)))
    assert evening.hand(1) == "A1 B1" and evening.hand(2) == "A2 B2" and evening.mail == ""
    assert evening.told == [Told(Refused(1, 0)), Told(Returned("B1", ""), frozenset({0}))]
    evening.do(1, Post("B1", to(2)))


def test_a_letter_can_be_taken_back_after_half_a_minute() -> None:
    evening = Evening(3)
    evening.do(1, Post("A1", to(2)))
    evening.refuses(1, Recall(to(2)), "too_early")
    evening.wait(RECALL - 1)
    evening.refuses(1, Recall(to(2)), "too_early")
    evening.wait(1)
    evening.do(1, Recall(to(2)))
    assert evening.hand(1) == "A1 B1 C1" and evening.mail == ""


def test_at_the_pace_of_days_everything_takes_a_thousand_times_as_long() -> None:
    evening = Evening(3, pace="days")
    evening.do(1, Post("A1", to(2)))
    assert evening.state.office[way(0, 1)].recall_at == RECALL * DAYS
    evening.wait(RECALL * DAYS - 1)
    evening.refuses(1, Recall(to(2)), "too_early")
    evening.wait(1)
    evening.do(1, Recall(to(2)))
    evening.wait(20 * MINUTE * DAYS)
    assert evening.phase == "over"


def test_a_late_click_is_told_what_happened_meanwhile() -> None:
    evening = Evening(3)
    evening.refuses(2, Reply(to(1), "A2"), "no_mail")
    evening.do(1, Post("A1", to(2)))
    evening.wait(RECALL)
    evening.do(1, Recall(to(2)))
    evening.refuses(2, Reply(to(1), "A2"), "recalled_already")
    evening.do(1, Post("A1", to(2)))
    evening.do(2, Reply(to(1), "A2"))
    evening.refuses(2, Reply(to(1), "B2"), "answered_already")
    evening.refuses(1, Recall(to(2)), "answered_already")
    evening.do(1, Post("B1", to(2)))
    evening.do(2, Refuse(to(1)))
    evening.refuses(2, Refuse(to(1)), "refused_already")


def test_while_the_office_is_open_nobody_has_to_answer() -> None:
    evening = Evening(3)
    evening.do(1, Post("A1", to(2)))
    assert game.awaited(evening.state) == {to(2)}  # a stand-in would
    evening.wait(10 * MINUTE)
    assert evening.mail == "1>2:A1"


# Closing and the end


def four(mail: str = "") -> Evening:
    """Player 1 needs one C; player 2 has the fourth in the mail for player 1."""
    return Evening(4).lay(
        "A1 C1 C2 C3", "A2 B2 B4", "A3 B3 D3", "A4 D4 D1 D2", mail=f"2>1:C4 3>2:B1 {mail}"
    )


def test_a_complete_hand_closes_the_office_by_itself() -> None:
    evening = four()
    told = evening.do(1, Reply(to(2), "A1"))
    assert evening.hand(1) == "C1 C2 C3 C4"
    assert told.index(Closed(0)) < told.index(Completed(0))
    assert evening.phase == "closed" and evening.state.players[0].closer
    evening.refuses(3, Post("A3", to(4)), "office_closed")
    assert game.moves(evening.state, 0) == ()
    evening.refuses(1, Post("C1", to(2)), "you_are_complete")


def test_mail_to_a_complete_player_is_refused_at_once() -> None:
    evening = Evening(4).lay(
        "A1 C1 C2 C3", "A2 B2 B4", "A3 B3 D3", "A4 D4 D1", mail="2>1:C4 3>2:B1 4>1:D2"
    )
    told = evening.do(1, Reply(to(2), "A1"))
    assert Refused(0, 3) in told and evening.hand(4) == "A4 D1 D2 D4"
    assert evening.mail == "3>2:B1"


def test_after_closing_one_must_answer() -> None:
    evening = four()
    evening.do(1, Reply(to(2), "A1"))
    evening.refuses(2, Refuse(to(3)), "must_answer")
    assert game.awaited(evening.state) == {to(2)}
    evening.do(2, Reply(to(3), "A2"))
    assert evening.phase == "over" and evening.result.winners == (0,)


def test_an_empty_hand_refuses_after_closing() -> None:
    evening = Evening(5, letters=4).lay(
        "A1 B1 C1 D1",
        "",
        "A3 B3 C3",
        "A4 B4 C4 D4",
        "A5 B5 C5 D5",
        mail="2>1:A2 2>3:B2 2>4:C2 2>5:D2 3>2:D3",
    )
    evening.wait(20 * MINUTE)
    assert evening.phase == "closed"
    evening.do(2, Refuse(to(3)))
    assert evening.hand(3) == "A3 B3 C3 D3"


def test_several_can_win() -> None:
    evening = Evening(2)
    evening.do(2, Post("A2", to(1)))
    evening.do(1, Reply(to(2), "B1"))
    assert evening.result.winners == (0, 1)


def test_a_full_box_does_not_excuse_from_answering() -> None:
    evening = four()
    evening.do(1, Reply(to(2), "A1"))
    desks = game.view(evening.state, None).desks
    assert [desk.full for desk in desks] == [True, True, False, True]


def test_mail_unanswered_a_minute_after_closing_is_answered_with_any_letter() -> None:
    evening = four()
    evening.do(1, Reply(to(2), "A1"))
    evening.wait(ANSWER - 1)
    assert evening.mail == "3>2:B1"
    told = evening.wait(1)
    assert Answered(to(2), to(3), forced=True) in told
    assert evening.phase == "over"


def test_the_limit_closes_the_office_without_a_winner() -> None:
    evening = Evening(3, limit=10)
    evening.do(1, Post("A1", to(2)))
    told = evening.wait(10 * MINUTE)
    assert told == [Closed(0)] and evening.phase == "closed"
    evening.wait(ANSWER)
    assert evening.result == Result((), (0, 0, 0), "nobody")


def test_with_an_empty_office_the_limit_ends_the_table() -> None:
    evening = Evening(3, limit=10)
    evening.wait(10 * MINUTE)
    assert evening.result.reason == "nobody"


def test_at_the_end_everything_is_laid_open() -> None:
    evening = Evening(2)
    evening.do(1, Post("A1", to(2), "Once upon a time"))
    told = evening.do(2, Reply(to(1), "B2", "there was a bridge"))
    end = told[-1]
    assert isinstance(end, Unfolded)
    assert {hand.seat: " ".join(hand.letters) for hand in end.hands} == {0: "B1 B2", 1: "A1 A2"}
    written = {chain.letter: [line.words for line in chain.lines] for chain in end.chains}
    assert written == {"A1": ["Once upon a time"], "B2": ["there was a bridge"]}
    view = game.view(evening.state, None)
    assert len(view.known) == 4 and view.chains == end.chains


# What is secret


def test_who_writes_to_whom_is_public_and_what_is_secret() -> None:
    evening = Evening(4)
    evening.do(1, Post("A1", to(2)))
    assert evening.told == [Told(Posted(0, 1))]
    office = game.view(evening.state, to(3)).office
    assert office is not None
    assert [(mail.sender, mail.to) for mail in office.mail] == [(0, 1)]
    known = {known.letter for known in game.view(evening.state, to(3)).known}
    assert not known & {"A1", "B1", "C1", "D1"}  # which of them is under way, nobody can tell


def test_one_knows_where_a_letter_is_until_its_holder_gives_something_away() -> None:
    evening = Evening(3)
    evening.do(1, Post("A1", to(2)))
    evening.do(2, Reply(to(1), "B2"))
    known = {one.letter: one.seat for one in game.view(evening.state, to(1)).known}
    assert known["A1"] == to(2) and known["A2"] == to(2)  # what left the hand was seen
    evening.do(2, Post("C2", to(3)))
    known = {one.letter: one.seat for one in game.view(evening.state, to(1)).known}
    assert "A1" not in known and "A2" not in known


def test_the_last_letter_of_a_hand_can_be_followed() -> None:
    evening = Evening(3, letters="auto").lay("A1 B1 C1", "A2", "A3 B3 C3", mail="2>1:B2 2>3:C2")
    for letter in evening.state.knows:
        evening.state.knows[letter] = eye(to(3)) if letter == "A2" else 0
    evening.do(1, Refuse(to(2)))
    evening.do(3, Refuse(to(2)))
    known = {one.letter: one.seat for one in game.view(evening.state, to(3)).known}
    assert known["A2"] == to(2)


def test_a_diary_keeps_what_was_given_and_got() -> None:
    evening = Evening(3)
    evening.do(1, Post("A1", to(2)))
    evening.do(2, Reply(to(1), "B2"))
    (note,) = game.view(evening.state, to(1)).diary
    assert (note.other, note.gave, note.got) == (to(2), "A1", "B2")
    assert game.view(evening.state, to(3)).diary == ()


# Words on letters


def test_the_receiver_reads_the_last_line_only() -> None:
    evening = Evening(3)
    evening.do(1, Post("A1", to(2), "  My\tdear  friend \n"))
    evening.do(2, Reply(to(1), "B2"))
    assert game.view(evening.state, to(2)).lines == ("My dear friend", "", "")
    evening.do(2, Post("A1", to(3), "how are you?"))
    evening.do(3, Reply(to(2), "C3", ""))
    view = game.view(evening.state, to(3))
    assert dict(zip(view.hand, view.lines, strict=True))["A1"] == "how are you?"


def test_old_lines_fade() -> None:
    evening = Evening(3)
    for number in range(LINES + 3):
        evening.do(1, Post("A1", to(2), f"line {number}"))
        evening.do(2, Refuse(to(1)))
    assert [line.words for line in evening.state.lines["A1"]] == [
        f"line {number}" for number in range(3, LINES + 3)
    ]


# New player


def test_a_newcomer_brings_letters_and_everybody_completes_theirs() -> None:
    evening = Evening(4)
    evening.do(1, Post("A1", to(2)))
    assert evening.join() == [Came(4, 5, 0)]
    assert evening.hand(5) == "A5 B5 C5 D5 E5" and evening.hand(2) == "A2 B2 C2 D2 E2"
    assert evening.hand(1) == "B1 C1 D1 E1" and evening.mail == "1>2:A1"
    assert evening.letters() == 25
    evening.do(5, Post("A5", to(1)))
    evening.do(1, Post("E1", to(5)))


def test_after_a_newcomer_four_of_a_kind_are_no_longer_complete() -> None:
    evening = four()
    evening.join()
    evening.do(1, Reply(to(2), "A1"))
    assert evening.hand(1) == "C1 C2 C3 C4 E1" and evening.phase == "open"


def test_a_union_is_known_by_the_goal_it_would_have() -> None:
    evening = Evening(7, communes=2)
    assert game.view(evening.state, to(1)).unions == (3, 7)
    assert game.view(evening.state, to(7)).unions == (7, 4)
    assert game.view(evening.state, None).unions == ()
    evening.do(1, Invite(to(7)))
    evening.do(7, Accept(to(1)))
    view = game.view(evening.state, to(1))
    assert view.unions == () and view.office is not None and view.office.size == 7


def test_a_cap_also_holds_for_a_union() -> None:
    assert game.view(Evening(8, communes=2, letters=5).state, to(1)).unions == (4, 5)


def test_a_ninth_does_not_fit_and_nobody_joins_a_closed_office() -> None:
    with pytest.raises(Illegal, match="table_full"):
        Evening(8).join()
    evening = four()
    evening.do(1, Reply(to(2), "A1"))
    with pytest.raises(Illegal, match="office_closed"):
        evening.join()
    with pytest.raises(Illegal, match="no_joining"):
        Evening(4, join=False).join()


def test_a_newcomer_is_refused_only_by_a_commune_that_pauses() -> None:
    evening = Evening(6, communes=2)
    evening.do(1, Post("C1", to(2)))
    evening.leave(3)
    assert [one.phase for one in evening.state.communes] == ["paused", "open"]
    assert evening.join() == [Came(6, 3, 1)]  # though the other one is smaller
    evening.do(4, Post("D4", to(5)))
    evening.leave(6)
    with pytest.raises(Illegal, match="paused"):
        evening.join()


def test_a_newcomer_takes_the_number_of_who_has_left() -> None:
    evening = Evening(4)
    evening.leave(2)
    evening.join()
    assert evening.state.players[4].number == 2 and evening.hand(5) == "A2 B2 C2 D2"
    assert evening.letters() == 16


# Communes


def test_neighbours_share_a_post_office() -> None:
    evening = Evening(8, communes=2)
    assert [one.members for one in evening.state.communes] == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert evening.hand(5) == "A5 B5 C5 D5"
    evening.refuses(1, Post("A1", to(5)), "not_in_your_commune")
    with pytest.raises(Illegal, match="too_few_for_communes"):
        Evening(5, communes=3)


def test_an_accepted_invitation_makes_two_communes_one() -> None:
    evening = Evening(8, communes=2)
    evening.do(1, Post("A1", to(2)))
    evening.do(2, Invite(to(7)))
    told = evening.do(7, Accept(to(2)))
    assert told[0] == Merged(1, 6) and Withdrew(1, 6) not in told  # it was accepted
    assert len(evening.state.communes) == 1 and evening.letters() == 64
    assert evening.hand(3) == "A3 B3 C3 D3 E3 F3 G3 H3"
    assert evening.mail == "1>2:A1" and evening.hand(1) == "B1 C1 D1 E1 F1 G1 H1"
    evening.do(1, Post("B1", to(8)))


def test_with_a_fixed_number_of_letters_a_merge_adds_envelopes_only() -> None:
    evening = Evening(8, communes=2, letters=4)
    evening.do(2, Invite(to(7)))
    evening.do(7, Accept(to(2)))
    assert evening.hand(1) == "A1 B1 C1 D1" and evening.letters() == 32


def test_a_declined_withdrawn_or_forgotten_invitation_changes_nothing() -> None:
    evening = Evening(4, communes=2)
    evening.do(1, Invite(to(3)))
    evening.refuses(1, Invite(to(4)), "no_invitation")  # one card each
    assert evening.do(3, Decline(to(1))) == [Declined(2, 0)]
    evening.do(1, Invite(to(4)))
    assert evening.do(1, Withdraw()) == [Withdrew(0, 3)]
    evening.do(1, Invite(to(4)))
    assert Declined(3, 0) in evening.wait(INVITE + CHIME)
    assert evening.state.invitations == [] and len(evening.state.communes) == 2


def test_closing_cancels_invitations_and_stands() -> None:
    evening = Evening(4, communes=2)
    evening.do(1, Invite(to(3)))
    evening.do(1, Post("A1", to(2)))
    told = evening.do(2, Reply(to(1), "B2"))
    assert Withdrew(0, 2) in told and evening.phase == "over"
    evening.refuses(3, Accept(to(1)), "no_invitation")
    assert game.result(evening.state) is None  # the other commune goes on


def test_invitations_lapse_with_a_commune_that_ends_by_departure() -> None:
    evening = Evening(4, communes=2)
    evening.do(1, Invite(to(3)))
    evening.do(4, Invite(to(1)))
    told = evening.leave(2)
    assert evening.phase == "over" and evening.state.invitations == []
    assert told[-2:] == [Withdrew(0, 2), Withdrew(3, 0)]


def test_who_was_left_waiting_may_invite_somebody_else() -> None:
    evening = Evening(6, communes=3)
    evening.do(5, Invite(to(1)))
    evening.leave(2)
    evening.do(5, Invite(to(3)))


def test_invitations_outlast_a_pause() -> None:
    evening = Evening(6, communes=2)
    evening.do(1, Post("C1", to(2)))
    evening.do(1, Invite(to(4)))
    evening.leave(3)
    assert evening.phase == "paused" and len(evening.state.invitations) == 1
    evening.do(1, Discard("B1"))
    evening.do(4, Accept(to(1)))


def test_of_other_communes_one_sees_names_and_open_or_closed() -> None:
    evening = Evening(4, communes=2)
    evening.do(1, Post("A1", to(2)))
    assert evening.told == [Told(Posted(0, 1), frozenset({0, 1}))]
    view = game.view(evening.state, to(3))
    assert view.office is not None and view.office.commune == 1
    assert view.phases == ("open", "open") and view.office.mail == ()
    assert {known.letter for known in view.known} == {"A3", "B3", "A4", "B4"}
    outside = game.view(evening.state, None)
    assert (outside.office, outside.desks, outside.tallies) == (None, (), ())
    assert game.awaited(evening.state) == frozenset()


def test_with_several_communes_the_clock_tells_nothing() -> None:
    evening = Evening(4, communes=2)
    assert game.clock(evening.state) == CHIME
    evening.do(1, Post("A1", to(2)))
    assert game.clock(evening.state) == CHIME


# Abandon


def test_who_leaves_takes_the_own_letters_out_of_the_game() -> None:
    """Scenario 7."""
    evening = Evening(5).lay(
        "A5 B1 C1 D1 E1", "A2 B2 C2 D2 E2", "A3 B3 C3 D3 E3", "A4 B4 C4 D4 E4", "A1 B5 C5 D5 E5"
    )
    evening.leave(5)
    assert evening.hand(1) == "A1 B1 C1 D1" and evening.hand(2) == "A2 B2 C2 D2"
    assert evening.letters() == 16 and evening.phase == "open"


def test_a_forbidden_letter_in_sealed_mail_is_replaced_unseen() -> None:
    """Scenario 8."""
    evening = Evening(3)
    evening.do(1, Post("C1", to(2)))
    evening.leave(3)
    assert evening.phase == "paused" and game.awaited(evening.state) == {to(1)}
    view = game.view(evening.state, to(2))
    assert view.office is not None and view.office.strays == ("C1",)
    assert [desk.surplus for desk in view.desks] == [1, 0]
    evening.refuses(2, Reply(to(1), "A2"), "paused")
    evening.refuses(2, Discard("A2"), "no_surplus")
    with pytest.raises(Illegal, match="paused"):
        evening.join()
    evening.do(1, Discard("B1"))
    assert evening.hand(1) == "A1" and evening.mail == "1>2:B1" and evening.phase == "open"
    assert evening.letters() == 4


def test_after_a_minute_surplus_letters_are_drawn() -> None:
    evening = Evening(3)
    evening.do(1, Post("C1", to(2)))
    evening.leave(3)
    evening.wait(DISCARD)
    assert evening.phase == "open" and len(evening.state.players[0].hand) == 1


def test_mail_to_the_leaver_returns_and_other_mail_stays() -> None:
    evening = Evening(6, letters=4)
    evening.do(1, Post("A1", to(6)))
    evening.do(2, Post("B2", to(3)))
    evening.do(6, Post("A6", to(1)))
    told = evening.leave(6)
    assert Returned("A1", "") in told and evening.hand(1) == "A1 B1 C1 D1"
    assert evening.mail == "2>3:B2" and evening.letters() == 20


def test_forbidden_letters_leave_the_hands_before_mail_comes_home() -> None:
    evening = Evening(4)
    evening.do(1, Post("A1", to(4)))
    told = evening.leave(4)  # D1 goes to the reserve, and there is room for A1 again
    assert told == [Went(3), Returned("A1", "")]
    assert evening.hand(1) == "A1 B1 C1" and evening.mail == "" and evening.phase == "open"


def test_where_there_is_no_room_returned_mail_goes_through_the_basket() -> None:
    evening = Evening(4).lay("A2 B1 C1", "B2 C2 D1 D2", "A3 B3 C3 D3", "A4 B4 C4 D4", mail="1>4:A1")
    told = evening.leave(4)  # player 1 holds three letters, player 2 lacks one
    assert told == [Went(3), Drew("A1", "")]
    assert evening.hand(1) == "A2 B1 C1" and evening.hand(2) == "A1 B2 C2"


def test_forbidden_mail_to_the_leaver_does_not_come_home() -> None:
    evening = Evening(4)
    evening.do(1, Post("D1", to(4)))
    assert evening.leave(4) == [Went(3)]
    assert evening.hand(1) == "A1 B1 C1" and evening.letters() == 9


def test_only_its_sender_can_tell_what_became_of_mail_to_the_leaver() -> None:
    evening = Evening(4)
    evening.do(1, Post("A1", to(4)))
    evening.state.knows["A1"] = eye(to(1)) | eye(to(2))
    evening.leave(4)
    assert evening.told[1] == Told(Returned("A1", ""), frozenset({to(1)}))
    assert "A1" not in [one.letter for one in game.view(evening.state, to(2)).known]


def test_what_comes_home_makes_complete_only_when_all_is_sorted() -> None:
    evening = Evening(3).lay("A3 B1 B2", "A1 A2 C2", "B3 C1 C3", mail="")
    told = evening.leave(3)
    assert evening.hand(1) == "B1 B2" and evening.hand(2) == "A1 A2"
    assert told[0] == Went(2) and Completed(0) in told and Completed(1) in told


def test_several_may_leave_together() -> None:
    evening = Evening(5).lay(
        "A2 C1 D1",
        "B2 C2 D2 E1 E2",
        "A3 B3 C3 D3 E3",
        "A4 B4 C4 D4 E4",
        "A5 B5 C5 D5 E5",
        mail="1>5:A1 1>4:B1",
    )
    abandon.part(evening.state, 0, [to(4), to(5)], evening.luck)
    assert game.flaw(evening.state) is None and evening.letters() == 9
    assert evening.hand(1) == "A2 B1 C1"  # there is room for one: by the number of the addressee
    assert evening.hand(2) == "A1 B2 C2"  # from the basket


def test_a_further_leaver_during_the_pause_is_no_trouble() -> None:
    evening = Evening(4)
    evening.do(1, Post("D1", to(2)))
    evening.leave(4)
    assert evening.phase == "paused"
    evening.leave(3)
    evening.wait(DISCARD)
    assert evening.phase == "open" and evening.letters() == 4


def test_who_is_left_alone_ends_the_commune_without_a_winner() -> None:
    evening = Evening(2)
    evening.do(1, Post("A1", to(2)))
    evening.leave(2)
    assert evening.result == Result((), (0, 0), "nobody")


def test_nobody_leaves_twice() -> None:
    evening = Evening(3)
    evening.leave(3)
    with pytest.raises(Illegal, match="you_left"):
        game.leave(evening.state, to(3), evening.luck)


def test_leaving_after_the_closing_resizes_nothing_and_cannot_win() -> None:
    evening = four()
    evening.do(1, Reply(to(2), "A1"))
    evening.leave(1)
    evening.leave(2)
    assert game.moves(evening.state, to(2)) == () and game.awaited(evening.state) == frozenset()
    evening.wait(ANSWER)
    assert evening.result.winners == ()


def test_without_the_option_a_bot_keeps_the_seat() -> None:
    evening = Evening(3, abandon=False)
    assert evening.leave(3) == [] and evening.letters() == 9


def test_what_was_written_on_letters_that_left_is_kept_for_the_end() -> None:
    evening = Evening(3)
    evening.do(3, Post("A3", to(1), "farewell"))
    evening.leave(3)
    evening.leave(2)
    (chain,) = game.view(evening.state, None).chains
    assert chain.faded and chain.lines[0].words == "farewell"


# The ledger


def test_nobody_keeps_an_office_open_for_ever() -> None:
    evening = Evening(2)
    for _ in range(LEDGER // 2):
        evening.do(1, Post("A1", to(2)))
        evening.do(2, Refuse(to(1)))
    assert [one.event for one in evening.told][2:4] == [LedgerFull(0), Closed(0)]
    assert evening.result == Result((), (0, 0), "nobody")


def test_a_full_ledger_closes_the_office_as_the_time_limit_does() -> None:
    evening = Evening(3)
    evening.state.communes[0].ledger = 1
    assert evening.do(1, Post("A1", to(2))) == [Posted(0, 1), LedgerFull(0), Closed(0)]
    evening.refuses(3, Post("A3", to(2)), "office_closed")
    evening.do(2, Reply(to(1), "B2"))
    assert evening.result == Result((), (0, 0, 0), "nobody")


def test_a_pause_ends_before_a_full_ledger_closes_the_office() -> None:
    evening = Evening(3)
    evening.do(1, Post("C1", to(2)))
    evening.state.communes[0].ledger = 1
    evening.leave(3)
    assert evening.phase == "paused"
    told = evening.do(1, Discard("B1"))
    assert told[-3:] == [Resumed(0), LedgerFull(0), Closed(0)] and evening.mail == "1>2:B1"


def test_who_comes_or_has_a_bot_keep_the_seat_takes_a_line_too() -> None:
    evening = Evening(3, abandon=False)
    evening.join()
    evening.leave(2)
    assert evening.state.communes[0].ledger == LEDGER - 2


def test_communes_share_the_ledger_and_put_it_together_again() -> None:
    evening = Evening(6, communes=3)
    evening.do(1, Invite(to(3)))
    evening.do(5, Post("A5", to(6)))
    assert [one.ledger for one in evening.state.communes] == [
        LEDGER // 3 - 1,
        LEDGER // 3,
        LEDGER // 3 - 1,
    ]
    evening.do(3, Accept(to(1)))
    assert evening.state.communes[0].ledger == 2 * (LEDGER // 3) - 2


def test_of_another_communes_ledger_one_hears_only_that_the_office_closes() -> None:
    evening = Evening(4, communes=2)
    evening.state.communes[0].ledger = 1
    evening.do(1, Post("A1", to(2)))
    heard = [one.event for one in evening.told if one.to is None or to(3) in one.to]
    assert heard == [Closed(0)]
    office = game.view(evening.state, to(3)).office
    assert office is not None and office.ledger == LEDGER // 2


def test_a_table_of_an_earlier_version_goes_on_with_a_new_ledger() -> None:
    old = msgspec.to_builtins(Evening(3).state)
    del old["communes"][0]["ledger"]
    state = msgspec.msgpack.decode(msgspec.msgpack.encode(old), type=State)
    assert state.communes[0].ledger == LEDGER


# Teams


def test_who_sits_down_sees_who_will_start_out_together() -> None:
    assert game.teams(Options(), 5) == ()
    for seats in game.seats:
        together = game.teams(Options(teams=True), seats)
        people = game.view(Evening(seats, teams=True).state, None).people
        assert [one.team for one in people] == [1 if s in together[0] else 2 for s in range(seats)]


def test_everybody_may_choose_a_team_once() -> None:
    evening = Evening(4, teams=True)
    assert [person.team for person in game.view(evening.state, None).people] == [1, 2, 1, 2]
    evening.do(4, TakeSide(1))
    evening.refuses(4, TakeSide(2), "no_side")
    assert [person.team for person in game.view(evening.state, None).people] == [1, 2, 1, 1]
    Evening(4).refuses(1, TakeSide(2), "no_side")


def test_a_commune_that_was_given_up_can_still_be_imagined() -> None:
    evening = Evening(4, communes=2)
    evening.leave(2)
    assert evening.phase == "over" and game.result(evening.state) is None
    for seat in (None, 0, 1, 2, 3):
        view = game.view(evening.state, seat)
        assert game.view(game.imagine(view, seat, FastLuck(2)), seat) == view


# Imagined worlds: what is known stays, the rest could be anywhere


def imagined(evening: Evening) -> None:
    """For every pair of eyes a few worlds that look the same and add up."""
    for seat in (None, *range(len(evening.state.players))):
        for number in range(5):
            view = game.view(evening.state, seat)
            world = game.imagine(view, seat, FastLuck(f"{seat} {number}"))
            assert game.flaw(world) is None
            assert game.view(world, seat) == view
            assert game.clock(world) == game.clock(evening.state)


def test_in_every_world_closers_hold_a_whole_value_and_nobody_else_does() -> None:
    evening = four()
    for letter in evening.state.knows:
        evening.state.knows[letter] = 0
    for seat, player in enumerate(evening.state.players):
        for letter in player.hand:
            evening.state.knows[letter] = eye(seat)
    evening.do(1, Reply(to(2), "A1"))
    imagined(evening)
    values = {
        game.imagine(game.view(evening.state, None), None, FastLuck(number)).players[0].hand[0][0]
        for number in range(20)
    }
    assert len(values) > 1  # an onlooker cannot tell which


def test_letters_gone_astray_are_somewhere_in_the_mail() -> None:
    evening = Evening(4)
    evening.do(1, Post("D1", to(2)))
    evening.do(2, Post("A2", to(3)))
    evening.leave(4)
    assert evening.phase == "paused"
    imagined(evening)


def test_of_a_strange_commune_anything_is_imagined_that_its_phase_allows() -> None:
    paused = Evening(8, communes=2)
    paused.do(1, Post("D1", to(2)))
    paused.leave(4)
    assert paused.phase == "paused"
    imagined(paused)
    closed = Evening(6, communes=2, limit=10)
    closed.do(1, Post("A1", to(2)))
    closed.wait(10 * MINUTE)
    assert [one.phase for one in closed.state.communes] == ["closed", "over"]
    imagined(closed)
    closed.wait(ANSWER + CHIME)
    imagined(closed)
    assert closed.result.reason == "nobody"


def test_the_result_says_who_played_together() -> None:
    evening = Evening(4, teams=True, limit=10)
    evening.do(4, TakeSide(1))
    evening.wait(10 * MINUTE)
    assert evening.result.teams == ((0, 2, 3), (1,))


def test_a_replay_knows_where_every_letter_is_and_all_that_stands_on_it() -> None:
    evening = Evening(3)
    evening.do(1, Post("A1", 1, "Once upon a time"))
    seen, told = game.view(evening.state, None), game.retell(evening.state)
    assert Known("A1", 0, 1) in told.known and Known("A1", 0, 1) not in seen.known
    assert len(told.known) == 9
    assert [chain.lines[0].words for chain in told.chains] == ["Once upon a time"]
    assert seen.chains == ()
