"""The answer that sends a picture to share."""

from django.http import HttpResponse

from tournament.sharing.preview_image import Preview, picture_of

RETRY_AFTER_SECONDS = "5"


def picture_response(preview: Preview) -> HttpResponse:
    """Return the picture as a PNG of 1200 × 630 pixels.

    Return 503 if too many are requested at once.
    """
    picture = picture_of(preview)
    if picture is None:
        return HttpResponse(status=503, headers={"Retry-After": RETRY_AFTER_SECONDS})
    return HttpResponse(picture, content_type="image/png")
