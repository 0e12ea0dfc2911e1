"""A player's results over several events, on one public page.

Only the player makes and ends the page.
"""
