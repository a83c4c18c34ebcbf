"""Undying: a keyword as a plugin. It returns a creature that died without a +1/+1 counter."""

from apnap.cardkit import CARD, THIS, Keyword, dies, hookimpl, keyword, owner_of, return_to_battlefield, triggered

api_version = 1

undying = triggered(
    dies(THIS),
    only_if=THIS.had_no("+1/+1"),
    do=[return_to_battlefield(CARD, under=owner_of(CARD), counters={"+1/+1": 1})],
)


@hookimpl
def apnap_keywords() -> list[Keyword]:
    return [keyword("undying", undying)]
