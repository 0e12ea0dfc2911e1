"""Russian days and times: «г.» never begins a line."""

DATE_FORMAT = "j\xa0E Y\xa0г."
DATETIME_FORMAT = "j\xa0E Y\xa0г. G:i"
