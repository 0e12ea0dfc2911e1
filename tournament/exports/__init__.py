"""Tables of an event as files: CSV, XLSX and JSON."""
