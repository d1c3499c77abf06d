"""A campaign of hours against our own promises: kills, flipped bits, mutated input and canaries, until one is broken.

`make campaign` runs it; it is not part of `make test`. Every attack is drawn from a seed, so that a loss can be made
again, and the folder in which it happened is kept.
"""
