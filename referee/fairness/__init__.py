"""Whether an event's settings are fair: games simulated before anybody plays."""
