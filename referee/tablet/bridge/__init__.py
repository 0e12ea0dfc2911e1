"""The engine as the tablet's screens ask for it: JSON in, JSON out, pure standard library.

The same source answers in the tablet's worker and, for a device without it, on the server.
"""

from referee.tablet.bridge.desk import METHODS, Bridge

__all__ = ["METHODS", "Bridge"]
