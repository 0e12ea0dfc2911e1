"""Who takes part: registration, check-in, lists, personal links."""
