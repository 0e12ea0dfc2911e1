"""The Spring Open of 16 May 2026, a sample event.

It has 24 players and three rounds of six tables of four, us-2011, two hours. The folder has
`players.csv`, the records of each round, and the standings they come to
(`expected-standings.json`), made by an independent implementation of the rules.
"""
