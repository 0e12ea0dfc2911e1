"""Chances: how often each player reaches each place, by play-outs.

The play-outs follow simple policies.
"""
