"""The settings of an event, step by step: a form each, what they come to in words, their pages."""
