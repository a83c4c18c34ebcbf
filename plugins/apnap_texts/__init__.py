"""A reader of rules text: it makes cards of the card kit from a text, or refuses the whole text.

`reading` is the plugin and reads a card, `lines` its abilities, `sentences` what they do; below these each module
reads one part of speech: `nouns` filters, `referents` whom and what a sentence speaks of, `amounts` numbers,
`events` what a trigger waits for, `prices` costs, `terms_of_if` conditions. `words` is the text as words.
"""
