"""The Spring Open of 16 May 2026: 24 players, three rounds of six tables of four, us-2011, two
hours. `players.csv`, the records of each round, and the standings they come to
(`expected-standings.json`), made by an independent implementation of the rules."""
