"""Taps that nobody makes."""

from referee.tablet.bridge.warming import TAPS, taps


def test_each_tap_is_legal_and_leads_to_the_next():
    assert list(taps()) == [None] * TAPS
