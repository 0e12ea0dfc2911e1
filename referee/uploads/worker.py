"""Send events to their platforms in the background: a thread beside the mailer."""

import logging
import threading

from django.db import connection
from django.utils import timezone

from referee.uploads.sending import Answer, UploadError, send_event
from referee.uploads.targets import claim_target, opened_target, record_upload

NAP_SECONDS = 2.0

logger = logging.getLogger(__name__)


def run(stop: threading.Event) -> None:
    """Send what is due until `stop` is set; retry where the database does not answer."""
    while not stop.is_set():
        try:
            sent = send_due()
        except Exception:
            logger.exception("Uploads to platforms have to wait.")
            connection.close()
            sent = False
        if not sent:
            stop.wait(NAP_SECONDS)


def send_due() -> bool:
    """Send one event that is due, and record the outcome; False if none was."""
    began = timezone.now()
    target = claim_target(now=began)
    if target is None:
        return False
    answer: Answer | UploadError
    try:
        answer = send_event(event=target.event, target=opened_target(target))
    except UploadError as error:
        answer = error
    record_upload(target=target, answer=answer, began=began, now=timezone.now())
    return True
