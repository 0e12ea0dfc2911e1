"""English formats for days and times, as browsers write them.

Browsers rewrite most of those on pages.
"""

DATE_FORMAT = "M j, Y"
TIME_FORMAT = "g:i A"
DATETIME_FORMAT = "M j, Y, g:i A"
