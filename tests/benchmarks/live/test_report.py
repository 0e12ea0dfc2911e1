"""Each part of the table is replaced alone, and they keep their order."""

from benchmarks.live.report import HEAD, PARTS, with_section

FIRST, SECOND = (part.heading for part in list(PARTS.values())[:2])


def section(heading: str, figure: int) -> str:
    return f"## {heading}\n\n| {figure} |\n"


def test_a_part_is_put_in_its_place() -> None:
    text = with_section("", SECOND, section(SECOND, 2))
    text = with_section(text, FIRST, section(FIRST, 1))
    assert text == "\n".join([HEAD, section(FIRST, 1), section(SECOND, 2)])


def test_a_part_takes_the_place_of_its_last_figures() -> None:
    text = with_section("", FIRST, section(FIRST, 1))
    text = with_section(text, SECOND, section(SECOND, 2))
    text = with_section(text, FIRST, section(FIRST, 3))
    assert text == "\n".join([HEAD, section(FIRST, 3), section(SECOND, 2)])


def test_what_is_of_no_part_is_left_out() -> None:
    text = with_section("# Old\n\n## Gone\n\n| 1 |\n", FIRST, section(FIRST, 1))
    assert text == "\n".join([HEAD, section(FIRST, 1)])
