"""`python -m benchmarks.append`: the whole table.

`measure [REQUESTS]`: the figures of the database of DATABASE_URL, of the rows named so, as JSON.
`against CHECKOUT`: CPU beside another checkout's, in turns (`against.py`).
"""

import json
import os
import sys


def _measure(requests: str = "") -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from benchmarks.append.phases import measure

    json.dump(measure(requests), sys.stdout)


match sys.argv[1:]:
    case ["measure", *requests]:
        _measure(*requests)
    case ["against", *options]:
        from benchmarks.append.against import command

        command(options)
    case _:
        from benchmarks.append.report import main

        main()
