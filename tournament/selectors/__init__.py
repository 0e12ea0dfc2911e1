"""What pages, commands and the API read: each function a fixed number of queries.

Every function shows what the public may see (`tournament.visibility`) unless it is told to read
for the staff.
"""
