"""Streams: each new version of an event reaches whoever follows it as a server-sent event.

`reading` asks the database for all events that are followed, `channel` has what its readers need of
one event, `hub` has the readers and one task that asks and hands on, `application` speaks ASGI.
Tablets and the events' staff have a hub of their own (`private_hub`), which tells them when to ask.
`wire` is how a message looks, for this carrier and for `nchan`, which is fed from here.
"""
