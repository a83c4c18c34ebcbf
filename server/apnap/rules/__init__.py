"""Editions, formats and keywords of the rules, written in the card kit."""
