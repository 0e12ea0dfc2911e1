"""The chief referee's pages: what waits for a decision, corrections, tablets, the control room."""
