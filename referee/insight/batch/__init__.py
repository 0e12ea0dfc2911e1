"""Many play-outs at once, side by side in arrays.

They are the same games as one at a time, only faster.
"""
