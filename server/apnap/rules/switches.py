"""What the rules ask an edition where a number or a clause is not enough.

A switch stands for a difference in behaviour between editions. Nothing outside `apnap.rules` asks which
edition it is: it asks a switch. Each edition is an amendment of an earlier one, and says only what changed.

Keywords that an edition does not know (deathtouch in 2004) work by their current rule.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

SpecialAction = Literal[
    "land",
    "face_up",
    "end_effect",
    "ignore_effect",
    "discard",
    "suspend",
    "companion",
    "foretell",
    "planar_die",
    "conspiracy",
    "plot",
    "unlock",
]
"""A special action, as in the rule name `special.land`."""


class TwoHeadedGiant(Struct, frozen=True, gc=False, kw_only=True):
    """Switches of Two-Headed Giant (`2hg`)."""

    life: int = 30
    life_per_head: int = 15
    """How much more life a team begins with for each head beyond the second (`2hg.heads`)."""
    life_query: Literal["half_rounded_up", "team_total"]
    """What the life total of one player of a team is (`2hg.life_query`)."""
    poison: Literal["each_player", "team"]
    """Whether ten counters on a player lose the game, or fifteen on the team (`sba.team_poison`)."""
    attack: Literal["team", "player"]
    """Whether creatures attack the team, or name one of its players (`teams.combat`)."""


class Commander(Struct, frozen=True, gc=False, kw_only=True):
    """Switches of Commander (`commander`)."""

    life: int = 40
    damage: int = 21
    """So much combat damage by one commander loses the game (`sba.commander_damage`)."""
    tax: int = 2
    """Generic mana for each earlier cast from the command zone (`commander.tax`)."""
    zone_change: Literal["replace_graveyard_or_exile", "check_graveyard_and_exile"]
    """A replacement on the way to graveyard or exile; or a state-based action there, and a replacement for
    hand and library (`sba.commander_zone`, `commander.hand_library`)."""
    off_identity_mana: Literal["colorless", "unchanged"]
    """What becomes of mana outside the colour identity (`commander.off_identity_mana`)."""
    mulligan: Literal["partial", "usual"]
    eligible: tuple[Literal["legendary_creature", "legendary_vehicle", "legendary_spacecraft"], ...]


class Archenemy(Struct, frozen=True, gc=False, kw_only=True):
    """Switches of Archenemy (`archenemy`)."""

    life: int = 40
    scheme_waits_for: Literal["its_trigger", "any_scheme_trigger"]
    """Which triggered abilities keep a scheme face up (`sba.scheme`)."""
    blocks: Literal["own", "team"]
    """Whether each player blocks what attacks that player alone (`multiplayer.attack`), or a team blocks as one
    (`teams.blockers`)."""
    commander_life: int | None = None
    """The life of both sides in a game of Commander (`archenemy.commander`); None: there is no such option."""


class Switches(Struct, frozen=True, gc=False, kw_only=True):
    """How an edition answers what the engine asks; named after the rule that asks."""

    # State-based actions
    sba_name: Literal["state-based effects", "state-based actions"]
    legend_rule: Literal["all_die", "controller_chooses"]
    """All of one name under any controllers go, or each controller keeps one (`sba.legend`)."""
    planeswalker_rule: Literal["all_die", "one_stays", "controller_chooses"] | None
    """What happens to planeswalkers that share a type (`sba.planeswalker_uniqueness`); None: nothing."""
    world_rule: Literal["newest_stays"]
    """The newest world permanent stays, in a tie none (`sba.world`)."""
    counter_annihilation: bool
    """Whether +1/+1 and -1/-1 counters cancel (`sba.counters`)."""
    counter_cap: bool
    """Whether counters beyond what an object allows are removed (`sba.counter_cap`)."""
    aura_on: Literal["permanent_or_player", "object_or_player"]
    """To what an Aura may be attached (`sba.aura`)."""
    attached_noncreature: bool
    """Whether what cannot be attached comes off (`sba.attached_creature`)."""
    attached_creature: bool
    """Whether an attached creature comes off, though it be an Equipment or Aura (`sba.attached_creature`)."""
    indestructible: Literal["keyword", "attribute"]
    """Whether being indestructible is an ability, or only what an effect states (`keyword.indestructible`)."""
    draw_loss: Literal["more_than_library", "from_empty_library"]
    """Who loses: who had to draw more than there was, or who tried to draw from nothing (`sba.draw`)."""

    entering_seen: Literal["as_copied", "with_own_abilities", "with_all_effects"]
    """By which characteristics effects on how something enters apply to it (`replacement.enters`)."""
    entering_first: Literal["any", "control", "control_then_copy"]
    """Which effects on how something enters must apply before the others (`replacement.order`)."""
    entering_counters_by_effect: bool
    """Whether counters that a land enters with as it is played are put by an effect (`replacement.by_effect`)."""

    # Damage
    deathtouch: Literal["trigger", "check"]
    """A triggered ability that destroys, or a state-based action (`sba.deathtouch`)."""
    lifelink: Literal["trigger", "result"]
    """A triggered ability, each instance by itself, or a result of damage (`damage.lifelink`)."""
    planeswalker_redirect: bool
    """Whether noncombat damage to a player can be sent on to a planeswalker (`damage.redirect`)."""
    combat_damage_on_stack: bool
    """Whether assigned combat damage waits on the stack (`combat.damage_on_stack`)."""
    damage_division: Literal["free", "ordered"]
    """Whether several blockers are ordered, each in turn needing lethal damage (`combat.damage_order`)."""

    declaring_company: bool
    """Whether creatures that need not block do so where that lets others do what they must
    (`combat.block.requirements`), and so for attacks."""

    power_order: Literal["set_then_changed", "spells_before_counters", "as_they_came"]
    """Where counters stand among what changes power and toughness, and what goes by timestamp (`layers.power`)."""
    defined_size: Literal["in_play", "everywhere"]
    """Where an ability says what a power or toughness is that is a star (`size.star`)."""

    # Turn and priority
    mana_burn: bool
    """Whether lost mana costs life (`turn.mana_burn`)."""
    mana_empties: Literal["phase", "step"]
    """At whose end unspent mana is lost (`turn.mana_empties`)."""
    priority_next: Literal["opponent", "turn_order"]
    """Who gets priority after a pass (`priority.pass`)."""
    trigger_order: Literal["active_then_opponent", "apnap", "apnap_twice"]
    """How waiting triggers go on the stack; twice: last those that wait for triggers (`triggers.put`)."""
    cleanup_exception: Literal["conditions_then_priority", "perform_then_priority"]
    """Whether the check of the cleanup step comes with priority or before it (`turn.cleanup_exception`)."""
    special_actions: tuple[SpecialAction, ...]
    lands: Literal["allowances", "count_all_played"]
    """Whether a land uses up an allowance, or all lands played this turn count (`land.one_per_turn`)."""
    mana_ability_moves_library: bool
    """Whether an ability that moves library cards can be a mana ability (`mana.abilities`)."""
    suspend_last_counter: Literal["must", "may"]
    """Whether the card is played when its last time counter goes (`keyword.suspend`)."""

    proliferate: Literal["one_kind", "each_kind"]
    """Whether proliferating gives one counter of one kind, or of each kind there (`keyword.proliferate`)."""

    leaver_spells: Literal["cease", "exiled"]
    """What becomes of others' cards among the spells of a player who leaves (`leave.objects`)."""
    leaver_control: Literal["unchanged", "exiled"]
    """What would fall back to a player who has left stays with its controller, or is exiled (`leave.control`)."""

    # The first turn
    mulligan: Literal["paris_in_turn", "paris_in_rounds", "london"]
    """One card fewer each time, by player or in rounds; or seven, some to the bottom (`turn.mulligan`)."""
    free_mulligan: bool
    """Whether the first mulligan is free with more than two players (`turn.free_mulligan`)."""
    first_draw_skipped_by: Literal["starting_player", "starting_player_of_two_or_team"]
    """Who has no draw step in the first turn (`turn.first_draw`)."""

    # Tokens, phasing, words
    token_owner: Literal["controller_of_effect", "whoever_it_entered_under", "creator"]
    """(`token.owner`)"""
    token_left: Literal["cannot_return", "cannot_move"]
    """What a token that left the battlefield can still do (`token.return`)."""
    phased_out: Literal["zone", "status"]
    """Whether phasing out is a change of zone, which forgets damage and effects (`keyword.phasing`)."""
    phased_out_token: Literal["ceases", "stays"]
    """(`sba.token`)"""
    phasing_leaves: bool
    """Whether abilities that trigger on leaving play trigger on phasing out (`keyword.phasing`)."""
    shield_follows_spell: Literal["chosen", "any"]
    """Whether what prevents damage from a permanent spell does so for the permanent too only where the spell was
    chosen as a source, or wherever it is spoken of (`damage.source`)."""
    exile_word: Literal["removed from the game", "exile"]
    battlefield_word: Literal["in play", "battlefield"]
    cast_word: Literal["play", "cast"]
    dies_word: Literal["is put into a graveyard from play", "is put into a graveyard from the battlefield", "dies"]

    # Formats that the edition's text has
    multiplayer: bool
    """Whether more than two can play (`multiplayer`)."""
    multiplayer_win: Literal["wins", "opponents_lose"]
    """Whether an effect that says who wins a game of more than two has that player win, or all opponents lose
    (`win.multiplayer`)."""
    two_headed_giant: TwoHeadedGiant | None
    commander: Commander | None
    archenemy: Archenemy | None


_2004 = Switches(
    sba_name="state-based effects",
    legend_rule="all_die",
    planeswalker_rule=None,
    world_rule="newest_stays",
    counter_annihilation=False,
    counter_cap=False,
    aura_on="permanent_or_player",
    attached_noncreature=False,
    attached_creature=False,
    indestructible="attribute",
    draw_loss="more_than_library",
    entering_counters_by_effect=False,
    deathtouch="check",
    lifelink="result",
    planeswalker_redirect=False,
    combat_damage_on_stack=True,
    damage_division="free",
    declaring_company=False,
    power_order="as_they_came",
    defined_size="in_play",
    mana_burn=True,
    mana_empties="phase",
    priority_next="opponent",
    trigger_order="active_then_opponent",
    cleanup_exception="conditions_then_priority",
    special_actions=("land", "face_up", "end_effect", "ignore_effect"),
    lands="allowances",
    mana_ability_moves_library=True,
    suspend_last_counter="may",
    leaver_spells="cease",
    leaver_control="unchanged",
    mulligan="paris_in_turn",
    free_mulligan=False,
    first_draw_skipped_by="starting_player",
    token_owner="controller_of_effect",
    token_left="cannot_return",
    phased_out="zone",
    phased_out_token="ceases",
    phasing_leaves=True,
    shield_follows_spell="chosen",
    exile_word="removed from the game",
    battlefield_word="in play",
    cast_word="play",
    dies_word="is put into a graveyard from play",
    multiplayer=False,
    proliferate="each_kind",
    entering_seen="as_copied",
    entering_first="any",
    multiplayer_win="wins",
    two_headed_giant=None,
    commander=None,
    archenemy=None,
)

_2007 = replace(
    _2004,
    declaring_company=True,
    power_order="spells_before_counters",
    defined_size="everywhere",
    planeswalker_rule="all_die",
    counter_annihilation=True,
    aura_on="object_or_player",
    attached_noncreature=True,
    draw_loss="from_empty_library",
    deathtouch="trigger",
    lifelink="trigger",
    planeswalker_redirect=True,
    priority_next="turn_order",
    trigger_order="apnap",
    special_actions=("land", "face_up", "end_effect", "ignore_effect", "suspend"),
    suspend_last_counter="must",
    free_mulligan=True,
    first_draw_skipped_by="starting_player_of_two_or_team",
    phasing_leaves=False,
    shield_follows_spell="any",
    multiplayer=True,
    two_headed_giant=TwoHeadedGiant(life_query="half_rounded_up", poison="each_player", attack="team"),
)

# The house list: one planeswalker stays, and three sentences are older than the edition.
_2008 = replace(
    _2007,
    entering_seen="with_own_abilities",
    planeswalker_rule="one_stays",
    aura_on="permanent_or_player",
    draw_loss="more_than_library",
)

_2011 = replace(
    _2007,
    sba_name="state-based actions",
    counter_cap=True,
    attached_creature=True,
    deathtouch="check",
    lifelink="result",
    combat_damage_on_stack=False,
    damage_division="ordered",
    power_order="set_then_changed",
    mana_burn=False,
    mana_empties="step",
    cleanup_exception="perform_then_priority",
    special_actions=("land", "face_up", "end_effect", "ignore_effect", "suspend", "planar_die"),
    mulligan="paris_in_rounds",
    token_owner="whoever_it_entered_under",
    phased_out="status",
    exile_word="exile",
    battlefield_word="battlefield",
    cast_word="cast",
    dies_word="is put into a graveyard from the battlefield",
    proliferate="one_kind",
    entering_seen="with_own_abilities",
    entering_first="control",
    multiplayer_win="opponents_lose",
    two_headed_giant=TwoHeadedGiant(life_query="team_total", poison="each_player", attack="team"),
    commander=Commander(
        zone_change="replace_graveyard_or_exile",
        off_identity_mana="colorless",
        mulligan="partial",
        eligible=("legendary_creature",),
    ),
    archenemy=Archenemy(scheme_waits_for="its_trigger", blocks="own"),
)

_2012 = replace(
    _2011,
    token_left="cannot_move",
    entering_first="control_then_copy",
    dies_word="dies",
    leaver_control="exiled",
    two_headed_giant=TwoHeadedGiant(life_query="team_total", poison="team", attack="team"),
)

_2013 = replace(
    _2012,
    legend_rule="controller_chooses",
    indestructible="keyword",
    planeswalker_rule="controller_chooses",
    lands="count_all_played",
    leaver_spells="exiled",
)

_CURRENT = replace(
    _2013,
    planeswalker_rule=None,
    entering_seen="with_all_effects",
    proliferate="each_kind",
    multiplayer_win="wins",
    entering_counters_by_effect=True,
    planeswalker_redirect=False,
    damage_division="free",
    trigger_order="apnap_twice",
    special_actions=(
        "land",
        "face_up",
        "end_effect",
        "ignore_effect",
        "discard",
        "suspend",
        "companion",
        "foretell",
        "planar_die",
        "conspiracy",
        "plot",
        "unlock",
    ),
    mana_ability_moves_library=False,
    suspend_last_counter="may",
    mulligan="london",
    token_owner="creator",
    phased_out_token="stays",
    two_headed_giant=TwoHeadedGiant(life_query="team_total", poison="team", attack="player"),
    commander=Commander(
        zone_change="check_graveyard_and_exile",
        off_identity_mana="unchanged",
        mulligan="usual",
        eligible=("legendary_creature", "legendary_vehicle", "legendary_spacecraft"),
    ),
    archenemy=Archenemy(scheme_waits_for="any_scheme_trigger", blocks="team", commander_life=60),
)

SWITCHES: Mapping[str, Switches] = MappingProxyType(
    {
        "2004": _2004,
        "2007": _2007,
        "2008": _2008,
        "2011": _2011,
        "2012": _2012,
        "2013": _2013,
        "current": _CURRENT,
    }
)
"""The switches of each edition."""
