"""The draw's criteria, each in a sentence."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "apart": _("Pairs that you keep apart do not share a table."),
    "rematches": _("Two players meet once before anybody meets twice."),
    "recent": _("Where two have to meet again, their last meeting is long ago."),
    "roles": _("Everybody is as often competitor as monopolist."),
    "sizes": _("Nobody sits at a smaller or larger table again and again."),
    "clubs": _(
        "Players of one club do not share a table; where the event has teams of its own, those of "
        "one team."
    ),
    "spread": _("Players at a table have about the same number of points."),
    "snake": _("The first, the middle and the last of the standings are spread over all tables."),
    "opponents": _("Of two players each is as often the competitor against the other."),
    "positions": _("Everybody begins first, second, third … about equally often."),
}
