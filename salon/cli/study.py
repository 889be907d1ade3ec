"""`salon study`: the decisions of an exported table beside the best play of its rules."""

from collections.abc import Iterator

import msgspec
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from salon import games, records, terminal
from salon.cli.words import File, Json, Language, language_of, names_in, record_in
from salon.core.study import Choice, Conduct, Decision, Feat, Study
from salon.texts import Texts

BARS = "▁▂▃▄▅▆▇█"
WORTH_TELLING = 0.01  # odds of winning that a decision has cost
MOST = 5  # decisions that are told
WIDE = 40  # bars in a curve
SELDOM = 0.005  # what best play does less often is not told


def study(file: File, /, *, json: Json = False, language: Language = "") -> None:
    """Hold every decision of an exported table against the best play of its rules."""
    record = record_in(file)
    found = records.study(record)
    if json:
        print(msgspec.json.encode(found).decode())
        return
    texts = Texts(language_of(language), games.folder(record.game), names_in(record))
    console = terminal.new_console()
    console.rule(Text(texts.say("study"), style="bold"))
    console.print(Group(*Telling(found, texts).told()))


class Telling:
    """A study in words, a table and a small plot."""

    def __init__(self, found: Study, texts: Texts) -> None:
        self.study = found
        self.texts = texts
        self.say = texts.say

    def told(self) -> Iterator[RenderableType]:
        kind = "study.exact" if self.study.is_exact else "study.estimate"
        yield Text(self.say(kind), style="dim")
        yield Padding(self._seats(), (1, 0))
        yield self._numbered([(feat.step, self._feat(feat)) for feat in self.study.feats])
        yield Text(f"\n{self.say('study.odds')}", style="bold")
        yield from (self._curve(seat) for seat in range(len(self.study.seats)))
        yield Text(f"\n{self.say('study.costly')}", style="bold")
        yield self._costly()

    def _numbered(self, told: list[tuple[int, Text]]) -> Table:
        """By their steps."""
        table = Table(box=None, pad_edge=False, show_header=False)
        for step, text in told:
            table.add_row(Text(f"{step:4}", style="dim"), text)
        return table

    def _seats(self) -> Table:
        table = Table(box=None, pad_edge=False, show_header=False)
        for conduct in self.study.seats:
            table.add_row(Text(self.texts.names[conduct.seat], style="bold"), self._lines(conduct))
        return table

    def _lines(self, conduct: Conduct) -> Text:
        habits = [
            f"{self.say(f'study.habit.{one.kind}', did=one.did, asked=one.asked)} "
            f"({self.say('study.should', should=self._number(one.should))})"
            for one in conduct.habits
        ]
        luck = self.say("colon", one=self.say("study.luck"), other=self._signed(conduct.luck))
        return Text("\n".join([*habits, self._given(conduct.cost), luck]))

    def _given(self, cost: float) -> str:
        if cost < WORTH_TELLING / 10:
            return self.say("study.given.none")
        return self.say("study.given", cost=self._victories(cost))

    def _feat(self, feat: Feat) -> Text:
        key, worth = f"study.feat.{feat.kind}", self._percent(feat.worth)
        told = self.say(key, seat=feat.seat, worth=f"+{worth}", **feat.details)
        title = self.say(f"{key}.title")
        return Text.assemble((title, "bold"), f"  {told}")

    def _curve(self, seat: int) -> Text:
        """A bar for each time the odds were told, or for some of them, so that it fits a line."""
        odds = [forecast.odds[seat] for forecast in self.study.forecasts]
        last, drawn = len(odds) - 1, min(len(odds), WIDE) - 1
        shown = [odds[round(last * at / max(drawn, 1))] for at in range(drawn + 1)]
        bars = "".join(BARS[round(one * (len(BARS) - 1))] for one in shown)
        longest = max(map(len, self.texts.names))
        name = self.texts.names[seat].ljust(longest)
        return Text(f"{name}  {bars}  {self._percent(odds[0])} → {self._percent(odds[-1])}")

    def _costly(self) -> RenderableType:
        costly = [one for one in self.study.decisions if one.cost >= WORTH_TELLING]
        costly = sorted(costly, key=lambda one: -one.cost)[:MOST]
        if not costly:
            return Text(self.say("study.costly.none"))
        return self._numbered([(one.step, self._decision(one)) for one in costly])

    def _decision(self, made: Decision) -> Text:
        key = f"study.{made.kind}.{str(made.did).lower()}"
        told = self.say(key, seat=made.seat, **made.details)
        mix = ", ".join(self._choice(one) for one in made.choices if one.often >= SELDOM)
        cost = self.say("study.cost", cost=self._percent(made.cost))
        return Text(f"{told} {self.say('study.best', mix=mix)} {cost}")

    def _choice(self, choice: Choice) -> str:
        kind, details = type(choice.move).__name__, msgspec.structs.asdict(choice.move)
        own = f"study.choice.{kind}"
        key = own if own in self.texts.texts else f"move.{kind}"
        return f"{self.say(key, **details)} ({self._percent(choice.often)})"

    def _number(self, value: float) -> str:
        return f"{value:.1f}".replace(".", self.say("decimal"))

    def _percent(self, part: float) -> str:
        """A tenth more where it is little."""
        n = 100 * part
        written = f"{n:.1f}" if 0.05 <= abs(n) < 9.95 else f"{n:.0f}"
        return self.say("percent", n=written.replace(".", self.say("decimal")))

    def _victories(self, sum: float) -> str:
        return f"{sum:.2f}".replace(".", self.say("decimal"))

    def _signed(self, sum: float) -> str:
        return ("−" if sum < 0 else "+") + self._victories(abs(sum))
