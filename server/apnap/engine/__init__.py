"""The engine: pure, synchronous and deterministic. It does no I/O and reads no clock.

`Game` is the door: start it from a book and a setup, read its `request`, and `answer`.
"""
