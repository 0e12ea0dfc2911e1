"""The documents of an event and of a round, in the order in which they are needed."""

from functools import cache

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from tournament.access import Action
from tournament.prints import event_papers, round_papers
from tournament.prints.document import Document

DOCUMENTS = (
    Document(
        "badges",
        _("Badges"),
        _("Eight a page. The code shows the player’s seat."),
        Action.SEE_PLAYERS,
        event_papers.badges,
    ),
    Document(
        "table-signs",
        _("Table signs"),
        _("Two a page. The code shows where everybody sits."),
        Action.SEE_EVENT,
        event_papers.table_signs,
    ),
    Document(
        "seats-by-name",
        _("Seats by name"),
        _("To hang at the entrance."),
        Action.SEE_EVENT,
        round_papers.seats_by_name,
        of_round=True,
    ),
    Document(
        "seats-by-table",
        _("Seats by table"),
        _("To hang at the entrance, and for the referees."),
        Action.SEE_EVENT,
        round_papers.seats_by_table,
        of_round=True,
    ),
    Document(
        "result-slips",
        _("Result slips"),
        _("One for each table without a tablet, to fill in and sign."),
        Action.SEE_EVENT,
        round_papers.result_slips,
        of_round=True,
    ),
    Document(
        "standings",
        _("Standings"),
        _("As the public sees them now."),
        Action.SEE_RESULTS,
        event_papers.standings,
    ),
    Document(
        "certificates",
        _("Certificates"),
        _("One for each player who has a place now."),
        Action.PUBLISH,
        event_papers.certificates,
    ),
    Document(
        "prizes",
        _("Prizes"),
        _("For the prize-giving, with lines for more."),
        Action.PUBLISH,
        event_papers.prizes,
    ),
    Document(
        "prize-certificates",
        _("Certificates of prizes"),
        _("One for each winner, and a blank one."),
        Action.PUBLISH,
        event_papers.prize_certificates,
        template="certificates",
    ),
)


@cache
def all_documents() -> tuple[Document, ...]:
    """Return all documents, in the order of `settings.PRINTED_DOCUMENTS`.

    That setting names the lists of documents.
    """
    return tuple(
        document for named in settings.PRINTED_DOCUMENTS for document in import_string(named)
    )
