"""The draw of a round as the database has it: what is asked, what came of it, what it is worth.

The search itself is `tournament.seating`, which knows no database; what writes is in
`services`. All else that is here reads.
"""
