"""Tests that ask the package registries: left out unless they are named (`make test-registry`)."""
