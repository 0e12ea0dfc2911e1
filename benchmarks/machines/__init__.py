"""Two web machines and a database as network namespaces, one of them killed at a time."""
