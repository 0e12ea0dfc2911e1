"""The settings a hall's server runs with in the journeys: it too serves what was not collected."""

from tests.settings import *  # noqa: F403

WHITENOISE_USE_FINDERS = True
