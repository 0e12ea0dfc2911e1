"""Seasons of several events: results added up, ratings, and rights.

The ratings are the players'. The rights say who makes seasons.
"""
