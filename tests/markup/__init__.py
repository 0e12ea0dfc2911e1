"""What asks the checker of the W3C, a Java program: named by `make test-markup`."""
