"""Many play-outs at once, side by side in arrays: the same games as one at a time, only faster."""
