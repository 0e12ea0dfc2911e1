"""Chances: how often each player reaches each place, by play-outs under simple policies."""
