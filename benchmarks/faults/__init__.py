"""Forty tablets, while everything under them is killed: `python -m benchmarks.faults`."""


def main() -> None:
    """Run both phases, then print and store the results."""
    # Imported here: whoever checks the histories imports nothing of the product.
    from benchmarks.faults.report import main as run

    run()
