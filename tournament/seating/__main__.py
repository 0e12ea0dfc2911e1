"""`python -m tournament.seating PROBLEM.json`: draw a problem, print the draw as JSON."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

from tournament.seating import (
    ProblemError,
    draw,
    draw_from_json,
    evaluate,
    problem_from_json,
    verify,
)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns its exit code: 0, or 1 with a sentence on standard error."""
    parser = argparse.ArgumentParser(prog="python -m tournament.seating", description=__doc__)
    parser.add_argument("problem", help="file with the problem as JSON; -: standard input")
    parser.add_argument("--verify", metavar="DRAW.json", help="check this draw of the problem")
    options = parser.parse_args(arguments)
    try:
        problem = problem_from_json(_read(options.problem))
        if options.verify is None:
            made = draw(problem, clock=time.perf_counter)
            report = evaluate(problem, made.rounds).to_json()
            _print({**made.to_json(), "report": report})
            return 0
        wrong = verify(problem, draw_from_json(_read(options.verify)))
    except (ProblemError, OSError) as error:
        return _fail([str(error)])
    except ValueError as error:
        return _fail([f"Not a JSON document: {error}"])
    except RecursionError:
        return _fail(["Not a problem: the JSON is nested too deeply."])
    return _fail([str(sentence) for sentence in wrong]) if wrong else 0


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
    return 1


if __name__ == "__main__":
    sys.exit(main())
