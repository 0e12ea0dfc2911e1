"""A process of its own that plays games out within limits.

The limits are those of `tournament/common/limited_process.py`.

A thread of the server would slow all others down. Run as a script, it takes a list of games
on standard input and prints the answers, both as JSON.
"""

import json
import sys

from django.conf import settings

from referee.chances.playing import answer_all

if __name__ == "__main__":
    # A refused record is described in words, which need a language.
    settings.configure(USE_I18N=False)
    sys.stdout.write(json.dumps(answer_all(json.load(sys.stdin))))
