"""What happened is not taken for older than it is because the clock was set ahead."""

from hypothesis import given
from hypothesis import strategies as st

from tournament.common.clock_jumps import JUMP, LONGEST, ClockJumps

DELAY = 60


class Clocks:
    """A machine's two clocks."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_000_000.0, 50.0

    def wait(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


def watched() -> tuple[Clocks, ClockJumps]:
    clocks = Clocks()
    return clocks, ClockJumps(lambda: clocks.wall, lambda: clocks.steady)


def test_a_jump_ahead_counts_for_as_long_as_is_asked() -> None:
    clocks, jumps = watched()
    clocks.wall += 3600
    assert jumps.ahead(DELAY) == 3600
    clocks.wait(DELAY - 1)
    assert jumps.ahead(DELAY) == 3600
    clocks.wait(2)
    assert jumps.ahead(DELAY) == 0
    assert jumps.ahead(2 * DELAY) == 3600
    clocks.wait(LONGEST)
    assert jumps.ahead(2 * LONGEST) == 0


def test_a_clock_that_is_right_again_or_set_back_is_not_ahead() -> None:
    clocks, jumps = watched()
    for jump, ahead in ((3600, 3600), (-3600, 0), (-3600, 0), (3600, 3600)):
        clocks.wall += jump
        assert jumps.ahead(DELAY) == ahead


def test_slow_corrections_are_no_jump() -> None:
    clocks, jumps = watched()
    for _step in range(100):
        clocks.wait(1)
        clocks.wall += JUMP / 2
        assert jumps.ahead(DELAY) == 0


@given(
    st.lists(
        st.tuples(st.sampled_from(["wait", "jump", "event"]), st.integers(-7200, 7200)), max_size=30
    )
)
def test_nothing_is_told_before_its_delay(steps: list[tuple[str, int]]) -> None:
    """Whatever the clock does, as long as somebody looks after each of its jumps."""
    clocks, jumps = watched()
    events: list[tuple[float, float]] = []
    for what, seconds in steps:
        if what == "wait":
            clocks.wait(abs(seconds) / 60)
        elif what == "jump":
            clocks.wall += seconds
        else:
            events.append((clocks.wall, clocks.steady))
        until = clocks.wall - DELAY - jumps.ahead(DELAY)
        told = [steady for wall, steady in events if wall <= until]
        assert all(steady <= clocks.steady - DELAY + JUMP for steady in told)
