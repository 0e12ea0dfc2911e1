"""The results, records and logs of an event, counted together."""
