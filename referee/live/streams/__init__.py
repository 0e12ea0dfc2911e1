"""Streams: server-sent events of each new version of an event.

They go to the readers of the event. `reading` reads the news of all followed events from
the database. `channel` holds the messages that the readers of one event need. `hub` has the
readers, and one task that reads and distributes. `application` speaks ASGI. Tablets and the
events' staff have a hub of their own (`private_hub`), which tells them when to fetch.
`wire` is the form of a message, here and for `nchan`, which is fed from here.
"""
