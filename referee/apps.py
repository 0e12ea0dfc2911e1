"""The Django app of what happened on one board."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RefereeConfig(AppConfig):
    """Game records and the pages of one table."""

    name = "referee"
    verbose_name = _("Referee")

    def ready(self) -> None:
        """Add the documents that say something of the board to those of the tournament."""
        from referee.board.rules_card import RULES_CARD
        from referee.chief.score_sheet_documents import SCORE_SHEET_DOCUMENTS
        from tournament.prints.document import add_document

        for document in (RULES_CARD, *SCORE_SHEET_DOCUMENTS):
            add_document(document)
