"""A player's game in a line or two: each sentence is translated whole."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.language import language
from referee.records.story import PlayerStory
from scoring.game.editions import Edition
from scoring.game.money import money
from tournament.standings.selectors.standings import RoundScore


def story_sentences(
    story: PlayerStory, score: RoundScore, names: Mapping[str, str], edition: Edition
) -> list[str]:
    """Return sentences on the end of a player's game, then its turning point.

    The first one says how the game ended and since when. `names` are the players' by their
    codes.
    """
    cash = money(score.final, edition.currency, language())
    return [_ending(story, score, cash), *_turning_point(story, names, edition)]


def _ending(story: PlayerStory, score: RoundScore, cash: str) -> str:
    if score.place == 1:
        return _win(story, score, cash)
    told = {"place": score.place, "cash": cash}
    if story.out:
        return _("Out of the game on turn %(turn)d, place %(place)d.") % {**told, "turn": story.out}
    if story.led_until:
        led = {**told, "turn": story.led_until}
        return _("Led until turn %(turn)d, place %(place)d with %(cash)s.") % led
    return _("Never led, place %(place)d with %(cash)s.") % told


def _win(story: PlayerStory, score: RoundScore, cash: str) -> str:
    told = {"cash": cash, "turn": story.led_from}
    if score.shared_place:
        return _("Shared the win with %(cash)s.") % told
    if story.led_from is None:
        return _("Won with %(cash)s.") % told
    if story.led_from == 1:
        return _("Led from the first turn to the end and won with %(cash)s.") % told
    return _("Led from turn %(turn)d to the end and won with %(cash)s.") % told


def _turning_point(story: PlayerStory, names: Mapping[str, str], edition: Edition) -> list[str]:
    """Return at most one sentence on the turning point of a player's game.

    It tells of a monopoly lost to somebody, else of those made, else of the dearest rent.
    """
    taken = [lost for lost in story.lost if lost.to]
    if taken:
        told = {"city": taken[-1].city, "turn": taken[-1].turn, "name": _name(names, taken[-1].to)}
        return [_("Lost the monopoly in %(city)s to %(name)s on turn %(turn)d.") % told]
    if story.made:
        return [_monopolies(story)]
    if story.dearest is None:
        return []
    rent = {
        "amount": money(story.dearest.amount, edition.currency, language()),
        "name": _name(names, story.dearest.to),
        "turn": story.dearest.turn,
    }
    return [_("Highest rent paid: %(amount)s to %(name)s on turn %(turn)d.") % rent]


def _monopolies(story: PlayerStory) -> str:
    cities = list(dict.fromkeys(made.city for made in story.made))
    told = {"count": len(cities), "city": cities[0], "turn": story.made[0].turn}
    return (
        ngettext(
            "Monopolised %(city)s on turn %(turn)d.",
            "Monopolised %(count)d cities, %(city)s first, on turn %(turn)d.",
            len(cities),
        )
        % told
    )


def _name(names: Mapping[str, str], player: str) -> str:
    """Return the player's name, isolated from the direction of the text around it."""
    return f"\N{FIRST STRONG ISOLATE}{names.get(player, player)}\N{POP DIRECTIONAL ISOLATE}"
