"""The draw of a round as the database has it.

It covers the problem, the draw that came of it, and its evaluation.

The search itself is `tournament.seating`, which knows no database. The code that writes is
in `services`; everything else here reads.
"""
