"""`python -m tournament.seating PROBLEM.json`: print the draw of a problem.

The draw is made and printed as JSON. With `--verify DRAW.json` a draw of the problem is
checked, with `--commitment SHA256` an opening.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tournament.seating import (
    ProblemError,
    commitment_of,
    draw,
    draw_from_json,
    evaluate,
    problem_from_json,
    read_opening,
    verify,
)

SECONDS = 10.0
"""Seconds to search if the problem sets no `time_limit`."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return its exit code.

    It is 0, or 1 with a sentence on standard error.
    """
    options = _parser().parse_args(arguments)
    try:
        return _run(options)
    except (ProblemError, OSError) as error:
        return _fail([str(error)])
    except ValueError as error:
        return _fail([f"Not a JSON document: {error}"])
    except RecursionError:
        return _fail(["Not a problem: the JSON is nested too deeply."])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tournament.seating", description=__doc__)
    parser.add_argument("problem", help="file with the problem as JSON; -: standard input")
    parser.add_argument("--verify", metavar="DRAW.json", help="check this draw of the problem")
    parser.add_argument(
        "--commitment",
        metavar="SHA256",
        help="the first file is the opening of a sealed draw: check it against this seal",
    )
    return parser


def _run(options: argparse.Namespace) -> int:
    if options.commitment is not None:
        return _fail(list(_faults_of_opening(options.problem, options.commitment)))
    problem = problem_from_json(_read(options.problem))
    if options.verify is not None:
        wrong = verify(problem, draw_from_json(_read(options.verify)))
        return _fail([str(sentence) for sentence in wrong])
    seconds = SECONDS if problem.time_limit is None else problem.time_limit
    made = draw(replace(problem, time_limit=seconds), clock=time.perf_counter)
    report = evaluate(problem, made.rounds).to_json()
    _print({**made.to_json(), "report": report})
    return 0


def _faults_of_opening(path: str, commitment: str) -> Iterator[str]:
    """Yield each fault of an opening.

    It may differ from the text that was sealed, or from the draw that its problem gives.
    """
    with open(path, encoding="utf-8", newline="") as file:
        opening = file.read()
    if commitment_of(opening) != commitment.strip().lower():
        yield "The SHA-256 of the file is not this seal: something was changed."
    problem, made = read_opening(opening)
    yield from map(str, verify(problem, made))


def _read(path: str) -> Any:
    if path == "-":
        return json.load(sys.stdin)
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def _print(answer: dict[str, Any]) -> None:
    json.dump(answer, sys.stdout, ensure_ascii=False)
    sys.stdout.write("\n")


def _fail(sentences: list[str]) -> int:
    for sentence in sentences:
        print(sentence, file=sys.stderr)
    return 1 if sentences else 0


if __name__ == "__main__":
    sys.exit(main())
