"""The page Now and the chief referee's pages: corrections, tablets, decisions."""
