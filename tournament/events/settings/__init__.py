"""The settings of an event, step by step.

Each step has a form, its settings in words, and a page.
"""
