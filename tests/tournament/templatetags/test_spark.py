"""Spark lines: the server's points are the script's (`spark.test.js`), and a line says its ends."""

from tournament.templatetags.spark import spark, spark_points


def test_a_line_goes_from_the_least_to_the_most_of_its_table() -> None:
    assert spark_points((100, 150, 300), (100, 300)) == "0,15 30,12 60,1"


def test_a_line_that_says_nothing_is_left_out() -> None:
    assert spark((), (0, 0), "$") == ""
    assert spark((100,), (100, 100), "$") == ""


def test_a_line_has_its_ends_in_words() -> None:
    assert 'aria-label="$1,500 at first, $290 now"' in spark((1500, 290), (290, 1500), "$")
