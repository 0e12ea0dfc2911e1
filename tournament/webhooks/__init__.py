"""Messages to other programs about public changes to an event.

The package has the addresses, the messages and the sending.
"""
