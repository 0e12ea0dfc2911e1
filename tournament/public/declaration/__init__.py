"""The public facts of an event, declared once.

`document` has the event's public state, `lists` the items of the public interface; facts
that both tell stand in the groups of `fields`. The document is filled, the lists are cut
out, and the OpenAPI document is described by these classes: a field is one line here.
"""
