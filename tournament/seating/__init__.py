"""The table draw: opponents, tables and roles. Standard library only.

It says who meets whom, at which table, in which role.

`draw(problem)` makes a draw with its certificate, `evaluate` judges any rounds, `verify`
checks a draw and makes it again. `python -m tournament.seating PROBLEM.json` does it
without a database.
"""

from tournament.seating.certificate import Certificate, Draw
from tournament.seating.commitment import SALT_BYTES, commitment_of, opening_of, read_opening
from tournament.seating.criteria import CRITERIA, Criterion, Evaluation, Finding, evaluate
from tournament.seating.drawing import draw
from tournament.seating.model import PlayerNames, Role, Round, Seat, Sentence, Table, rounds_to_json
from tournament.seating.problem import DEFAULT_ORDER, Lock, Problem, ProblemError
from tournament.seating.reading import draw_from_json, problem_from_json, rounds_from_json
from tournament.seating.table_sizes import nearest_counts, table_sizes
from tournament.seating.verification import faults_of_rounds, verify
from tournament.seating.wishes import impossible_wishes
from tournament.seating.writing import problem_to_json

__all__ = [
    "CRITERIA",
    "DEFAULT_ORDER",
    "SALT_BYTES",
    "Certificate",
    "Criterion",
    "Draw",
    "Evaluation",
    "Finding",
    "Lock",
    "PlayerNames",
    "Problem",
    "ProblemError",
    "Role",
    "Round",
    "Seat",
    "Sentence",
    "Table",
    "commitment_of",
    "draw",
    "draw_from_json",
    "evaluate",
    "faults_of_rounds",
    "impossible_wishes",
    "nearest_counts",
    "opening_of",
    "problem_from_json",
    "problem_to_json",
    "read_opening",
    "rounds_from_json",
    "rounds_to_json",
    "table_sizes",
    "verify",
]
