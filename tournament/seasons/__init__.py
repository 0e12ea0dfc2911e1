"""Seasons: the results of several events added up, the players' ratings, and who makes them."""
