"""`python -m benchmarks.append measure`: the figures of the database of DATABASE_URL, as JSON."""

import json
import os
import sys

from benchmarks.append.report import main

if sys.argv[1:] == ["measure"]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from benchmarks.append.phases import measure

    json.dump(measure(), sys.stdout)
else:
    main()
