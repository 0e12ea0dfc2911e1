"""The players: registration, check-in, lists, personal links."""
