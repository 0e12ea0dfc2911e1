"""What the log keeps of a request that was refused for its form."""

import logging


class OneLineEach(logging.Filter):
    """Leaves out where in the code a suspicious request was refused: anybody can send thousands,
    and each would fill a screen. Errors of ours keep their trace."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Lets every record through, those of `django.security` without a trace."""
        if record.name.startswith("django.security"):
            record.exc_info = None
            record.exc_text = None
        return True
