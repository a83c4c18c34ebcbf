# ruff: noqa: E501
"""What each clause and switch says, in one sentence of our words, in English and French.

`{play}` and `{exile}` stand for what an edition calls the battlefield and exile; they are filled in from its
own words, so that one sentence serves every edition that has the clause.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Said = tuple[str, str]

CLAUSES: Mapping[str, Said] = {
    "life": (
        "A player with no life left loses the game.",
        "Un joueur qui n'a plus de points de vie perd la partie.",
    ),
    "draw": (
        "Whoever tried to draw from an empty library since the last check loses the game.",
        "Qui a voulu piocher dans une bibliothèque vide depuis la dernière vérification perd la partie.",
    ),
    "draw, more than the library": (
        "Whoever had to draw more cards than the library held since the last check loses the game.",
        "Qui devait piocher plus de cartes que sa bibliothèque n'en avait depuis la dernière vérification perd.",
    ),
    "poison": (
        "A player with ten poison counters or more loses the game.",
        "Un joueur avec au moins dix marqueurs poison perd la partie.",
    ),
    "token": (
        "A token that is anywhere but {play} ceases to exist.",
        "Un jeton qui n'est pas {play} cesse d'exister.",
    ),
    "phased token": (
        "A token that is phased out ceases to exist.",
        "Un jeton hors phase cesse d'exister.",
    ),
    "copy": (
        "A copy of a spell off the stack ceases to exist, and so does a copy of a card that is not {play} either.",
        "Une copie de sort hors de la pile cesse d'exister, comme une copie de carte qui n'est pas non plus {play}.",
    ),
    "toughness": (
        "A creature without toughness goes to its owner's graveyard, which no regeneration prevents.",
        "Une créature sans endurance va au cimetière de son propriétaire, sans régénération possible.",
    ),
    "lethal damage": (
        "A creature with at least as much damage as its toughness, and some of both, is destroyed.",
        "Une créature dont les blessures atteignent son endurance, l'une et l'autre positives, est détruite.",
    ),
    "deathtouch": (
        "A creature with toughness that deathtouch has damaged since the last check is destroyed.",
        "Une créature avec de l'endurance que le contact mortel a blessée depuis la dernière vérification est détruite.",
    ),
    "loyalty": (
        "A planeswalker without loyalty goes to its owner's graveyard.",
        "Un planeswalker sans loyauté va au cimetière de son propriétaire.",
    ),
    "legend, all go": (
        "All legendary permanents of one name go to their owners' graveyards, whoever controls them.",
        "Tous les permanents légendaires d'un même nom vont aux cimetières, quels que soient leurs contrôleurs.",
    ),
    "legend, controller chooses": (
        "Of several legendary permanents of one name a player keeps one, and the others go to the graveyard.",
        "De plusieurs permanents légendaires d'un même nom, un joueur en garde un, et les autres vont au cimetière.",
    ),
    "planeswalkers, all go": (
        "All planeswalkers that share a type go to their owners' graveyards, whoever controls them.",
        "Tous les planeswalkers d'un même type vont aux cimetières, quels que soient leurs contrôleurs.",
    ),
    "planeswalkers, one stays": (
        "Of planeswalkers that share a type one is chosen and stays, and the others go to the graveyard.",
        "Des planeswalkers d'un même type, l'un est choisi et reste, et les autres vont au cimetière.",
    ),
    "planeswalkers, controller chooses": (
        "Of several planeswalkers that share a type a player keeps one, and the others go to the graveyard.",
        "De plusieurs planeswalkers d'un même type, un joueur en garde un, et les autres vont au cimetière.",
    ),
    "world": (
        "Of several world permanents the newest stays; if two are newest, none does.",
        "De plusieurs permanents du monde le plus récent reste ; à égalité, aucun.",
    ),
    "aura": (
        "An Aura on nothing, or on what it may not enchant, goes to its owner's graveyard.",
        "Une aura attachée à rien, ou à ce qu'elle ne peut enchanter, va au cimetière de son propriétaire.",
    ),
    "aura, on permanents or players": (
        "An Aura on nothing, or on a permanent or player that it may not enchant, goes to its owner's graveyard.",
        "Une aura sur rien, ou sur un permanent ou joueur qu'elle ne peut enchanter, va au cimetière.",
    ),
    "equipment": (
        "An Equipment or Fortification on what it may not be attached to comes off and stays {play}.",
        "Un équipement ou une fortification sur ce qui ne peut le porter s'en détache et reste {play}.",
    ),
    "equipment, no Fortifications": (
        "An Equipment on what it may not be attached to comes off and stays {play}.",
        "Un équipement sur ce qui ne peut le porter s'en détache et reste {play}.",
    ),
    "attached creature": (
        "A creature that is attached to something comes off, and so does whatever is no Aura, Equipment or Fortification.",
        "Une créature attachée se détache, comme tout ce qui n'est ni aura, ni équipement, ni fortification.",
    ),
    "attached other": (
        "What is no Aura, Equipment or Fortification and is attached to a permanent comes off and stays {play}.",
        "Ce qui n'est ni aura, ni équipement, ni fortification et est attaché à un permanent s'en détache.",
    ),
    "attached other, Fortifications too": (
        "What is no Aura or Equipment and is attached to a permanent comes off and stays {play}.",
        "Ce qui n'est ni aura ni équipement et est attaché à un permanent s'en détache et reste {play}.",
    ),
    "counters": (
        "As many +1/+1 and -1/-1 counters as can be paired are removed from a permanent.",
        "Autant de marqueurs +1/+1 et -1/-1 qu'on peut apparier sont retirés d'un permanent.",
    ),
    "counter cap": (
        "Counters beyond the number that a permanent may have are removed from it.",
        "Les marqueurs au-delà du nombre qu'un permanent peut avoir lui sont retirés.",
    ),
    "saga": (
        "A Saga whose last chapter is over is sacrificed by its controller.",
        "Une saga dont le dernier chapitre est fini est sacrifiée par son contrôleur.",
    ),
    "siege": (
        "A Siege without defense goes to the graveyard once its trigger is gone.",
        "Un siège sans défense va au cimetière une fois sa capacité partie.",
    ),
    "battle": (
        "Another battle without defense goes to the graveyard.",
        "Une autre bataille sans défense va au cimetière.",
    ),
    "role": (
        "Of several Roles of one player on a permanent the newest stays.",
        "De plusieurs rôles d'un joueur sur un permanent, le plus récent reste.",
    ),
    "team life": (
        "A team with no life left loses the game.",
        "Une équipe qui n'a plus de points de vie perd la partie.",
    ),
    "team poison": (
        "A team with fifteen poison counters or more loses the game.",
        "Une équipe avec au moins quinze marqueurs poison perd la partie.",
    ),
    "commander damage": (
        "A player whom one commander has dealt 21 combat damage in the game loses it.",
        "Un joueur à qui un même commandant a infligé 21 blessures de combat dans la partie la perd.",
    ),
    "commander zone": (
        "The owner of a commander that came to a graveyard or {exile} may put it into the command zone.",
        "Le propriétaire d'un commandant mis au cimetière ou {exile} peut le mettre dans la zone de commandement.",
    ),
    "scheme": (
        "A face-up scheme that is not ongoing goes under its deck once no trigger of it waits.",
        "Une machination visible non continue retourne sous son deck quand aucune capacité déclenchée d'elle n'attend.",
    ),
    "scheme, no trigger of any": (
        "A face-up scheme that is not ongoing goes under its deck once no trigger of any scheme waits.",
        "Une machination visible non continue retourne sous son deck quand aucune machination n'a de capacité en attente.",
    ),
}
"""What a clause says, by the name of its body."""

UNBUILT: Mapping[str, Said] = {
    "sba.dungeon": ("A dungeon that is done leaves the game.", "Un donjon terminé quitte la partie."),
    "sba.sector": (
        "Creatures without a sector get one chosen by their controllers.",
        "Les créatures sans secteur en reçoivent un, choisi par leurs contrôleurs.",
    ),
    "sba.battle_protector": (
        "A battle without a protector gets one, or goes to the graveyard.",
        "Une bataille sans protecteur en reçoit un, ou va au cimetière.",
    ),
    "sba.battle_wrong_protector": (
        "A battle with a protector that it cannot have gets another.",
        "Une bataille dont le protecteur n'est pas permis en reçoit un autre.",
    ),
    "sba.speed": (
        "A player who should have speed and has none gets a speed of 1.",
        "Un joueur qui devrait avoir de la vitesse et n'en a pas passe à 1.",
    ),
    "sba.phenomenon": (
        "The planar controller planeswalks away from a phenomenon that is done.",
        "Le contrôleur planaire quitte un phénomène terminé.",
    ),
}
"""What a list has and nothing here plays yet, by the name of the rule."""

SWITCHES: Mapping[str, tuple[str, Mapping[Any, Said]]] = {
    "deathtouch": (
        "keyword.deathtouch",
        {
            "trigger": (
                "Deathtouch is a triggered ability that destroys the damaged creature and can be answered.",
                "Le contact mortel est une capacité déclenchée, à laquelle on peut répondre.",
            ),
            "check": (
                "Deathtouch is seen by the next check.",
                "Le contact mortel agit à la vérification suivante.",
            ),
        },
    ),
    "lifelink": (
        "keyword.lifelink",
        {
            "trigger": (
                "Lifelink is a triggered ability, each instance by itself.",
                "Le lien de vie est une capacité déclenchée, chaque exemplaire à part.",
            ),
            "result": (
                "Life gained by lifelink is a result of the damage itself.",
                "Le gain du lien de vie est un résultat des blessures mêmes.",
            ),
        },
    ),
    "planeswalker_redirect": (
        "damage.redirect",
        {
            True: (
                "Noncombat damage to a player by an opponent's source may be dealt to a planeswalker instead.",
                "Des blessures hors combat à un joueur par un adversaire peuvent aller à l'un de ses planeswalkers.",
            ),
            False: (
                "Damage to a player stays with that player.",
                "Les blessures d'un joueur lui restent.",
            ),
        },
    ),
    "combat_damage_on_stack": (
        "combat.damage_on_stack",
        {
            True: (
                "Assigned combat damage waits on the stack and is dealt as assigned, whatever happens meanwhile.",
                "Les blessures de combat assignées attendent sur la pile et sont infligées telles quelles.",
            ),
            False: (
                "Combat damage is dealt at once when it is assigned.",
                "Les blessures de combat sont infligées dès leur assignation.",
            ),
        },
    ),
    "damage_division": (
        "combat.damage.blocked",
        {
            "free": (
                "Combat damage is divided among blockers as the attacker's controller likes.",
                "Les blessures de combat se répartissent librement entre les bloqueurs.",
            ),
            "ordered": (
                "Blockers stand in an order, and each must be assigned lethal damage before the next.",
                "Les bloqueurs sont ordonnés, et chacun doit recevoir des blessures mortelles avant le suivant.",
            ),
        },
    ),
    "declaring_company": (
        "combat.block.requirements",
        {
            True: (
                "What must attack or block is joined by others where it could not do so without them.",
                "Ce qui doit attaquer ou bloquer est rejoint par d'autres s'il ne le peut pas sans eux.",
            ),
            False: (
                "What need not attack or block never has to, though something that must could not without it.",
                "Ce qui ne doit ni attaquer ni bloquer n'y est jamais tenu, même si un autre ne le peut pas sans lui.",
            ),
        },
    ),
    "power_order": (
        "layers.power",
        {
            "as_they_came": (
                "Counters change power and toughness first; all else does in the order in which it came.",
                "Les marqueurs modifient d'abord la force et l'endurance, puis tout le reste dans son ordre d'arrivée.",
            ),
            "spells_before_counters": (
                "What sets a size, and the changes by spells, come before counters and static abilities.",
                "Ce qui fixe la taille et les changements dus aux sorts précèdent marqueurs et capacités statiques.",
            ),
            "set_then_changed": (
                "A size is set first, then changed by effects and counters, and switched last.",
                "La taille est d'abord fixée, puis changée par effets et marqueurs, et enfin échangée.",
            ),
        },
    ),
    "defined_size": (
        "size.star",
        {
            "in_play": (
                "A power or toughness that is a star is nothing where the card is not in play.",
                "Une force ou une endurance notée d'une étoile vaut zéro tant que la carte n'est pas en jeu.",
            ),
            "everywhere": (
                "A power or toughness that is a star is worked out in every zone.",
                "Une force ou une endurance notée d'une étoile se calcule dans toutes les zones.",
            ),
        },
    ),
    "mana_burn": (
        "turn.mana_burn",
        {
            True: ("Each mana lost costs one life.", "Chaque mana perdu coûte un point de vie."),
            False: ("Lost mana does no harm.", "Le mana perdu est sans danger."),
        },
    ),
    "mana_empties": (
        "turn.mana_empties",
        {
            "phase": ("Unspent mana is lost at the end of a phase.", "Le mana non dépensé se perd en fin de phase."),
            "step": (
                "Unspent mana is lost at the end of every step and phase.",
                "Le mana non dépensé se perd à la fin de chaque étape et de chaque phase.",
            ),
        },
    ),
    "priority_next": (
        "priority.pass",
        {
            "opponent": (
                "After a pass the opponent gets priority.",
                "Après qu'on a passé, l'adversaire a la priorité.",
            ),
            "turn_order": (
                "After a pass the next player in turn order gets priority.",
                "Après qu'on a passé, le joueur suivant dans l'ordre du tour a la priorité.",
            ),
        },
    ),
    "trigger_order": (
        "triggers.put",
        {
            "active_then_opponent": (
                "Waiting triggers go on the stack: the active player's, then the opponent's.",
                "Les capacités en attente vont sur la pile : celles du joueur actif, puis celles de l'adversaire.",
            ),
            "apnap": (
                "Waiting triggers go on the stack player by player in turn order, the active player first.",
                "Les capacités en attente vont sur la pile joueur par joueur, le joueur actif d'abord.",
            ),
            "apnap_twice": (
                "Waiting triggers go on the stack in turn order, and those that other triggers set off after all of them.",
                "Les capacités en attente vont sur la pile dans l'ordre du tour, celles dues à d'autres après toutes.",
            ),
        },
    ),
    "cleanup_exception": (
        "turn.cleanup_exception",
        {
            "conditions_then_priority": (
                "If a check would do something in the cleanup step, the active player gets priority, and it is made then.",
                "Si une vérification ferait quelque chose au nettoyage, le joueur actif a la priorité, et elle a lieu alors.",
            ),
            "perform_then_priority": (
                "The check of the cleanup step is made, and the active player then gets priority if it did something.",
                "La vérification du nettoyage a lieu, puis le joueur actif a la priorité si elle a fait quelque chose.",
            ),
        },
    ),
    "mana_ability_moves_library": (
        "mana_abilities",
        {
            True: (
                "An ability that adds mana is a mana ability though it moves cards of a library.",
                "Une capacité qui ajoute du mana est une capacité de mana même si elle déplace des cartes d'une bibliothèque.",
            ),
            False: (
                "An ability that moves cards of a library is no mana ability, and uses the stack.",
                "Une capacité qui déplace des cartes d'une bibliothèque n'est pas de mana, et passe par la pile.",
            ),
        },
    ),
    "lands": (
        "land.one_per_turn",
        {
            "allowances": (
                "Each land played uses up one allowance, that of an effect or the rule's own.",
                "Chaque terrain joué use une permission, celle d'un effet ou celle de la règle.",
            ),
            "count_all_played": (
                "All lands played this turn are counted against all that may be played.",
                "Tous les terrains joués ce tour comptent contre tous ceux qu'on peut jouer.",
            ),
        },
    ),
    "suspend_last_counter": (
        "keyword.suspend",
        {
            "must": (
                "A suspended card must be played, if it can, when its last time counter goes.",
                "Une carte suspendue doit être jouée, si possible, quand part son dernier marqueur temps.",
            ),
            "may": (
                "A suspended card may be cast when its last time counter goes.",
                "Une carte suspendue peut être lancée quand part son dernier marqueur temps.",
            ),
        },
    ),
    "mulligan": (
        "turn.mulligan",
        {
            "paris_in_turn": (
                "A mulligan is one card fewer; one player takes all of them before the next.",
                "Un mulligan coûte une carte ; un joueur prend tous les siens avant le suivant.",
            ),
            "paris_in_rounds": (
                "A mulligan is one card fewer; all who want one take it together.",
                "Un mulligan coûte une carte ; tous ceux qui en veulent le prennent ensemble.",
            ),
            "london": (
                "After a mulligan seven cards are drawn, and one for each goes to the bottom.",
                "Après un mulligan on pioche sept cartes, et on en remet une par mulligan dessous.",
            ),
        },
    ),
    "free_mulligan": (
        "turn.free_mulligan",
        {
            True: (
                "With more than two players the first mulligan is free.",
                "À plus de deux joueurs le premier mulligan est gratuit.",
            ),
            False: ("No mulligan is free.", "Aucun mulligan n'est gratuit."),
        },
    ),
    "first_draw_skipped_by": (
        "turn.first_draw",
        {
            "starting_player": (
                "Who goes first has no draw step in the first turn.",
                "Qui commence n'a pas d'étape de pioche au premier tour.",
            ),
            "starting_player_of_two_or_team": (
                "The first of two players, or the first team, has no draw step in the first turn; of more players each has one.",
                "Le premier de deux joueurs, ou la première équipe, n'a d'abord pas d'étape de pioche ; à plusieurs, chacun l'a.",
            ),
        },
    ),
    "token_owner": (
        "token.owner",
        {
            "controller_of_effect": (
                "A token is owned by whoever controls the effect that made it.",
                "Un jeton appartient à qui contrôle l'effet qui l'a fait.",
            ),
            "whoever_it_entered_under": (
                "A token is owned by the player under whose control it came {into}.",
                "Un jeton appartient à qui le contrôlait en arrivant {play}.",
            ),
            "creator": ("A token is owned by the player who creates it.", "Un jeton appartient à qui le crée."),
        },
    ),
    "entering_counters_by_effect": (
        "replacement.by_effect",
        {
            True: (
                "Counters that a land enters with as it is played are put on it by an effect.",
                "Les marqueurs qu'un terrain joué a en arrivant sont mis par un effet.",
            ),
            False: (
                "Counters that a land enters with as it is played are put on it by no effect.",
                "Les marqueurs qu'un terrain joué a en arrivant ne sont mis par aucun effet.",
            ),
        },
    ),
    "entering_seen": (
        "replacement.enters",
        {
            "as_copied": (
                "How a permanent enters goes by its copiable characteristics alone.",
                "La façon d'arriver d'un permanent ne dépend que de ses caractéristiques copiables.",
            ),
            "with_own_abilities": (
                "How a permanent enters goes by what it is with its own abilities, whatever else applies there.",
                "La façon d'arriver d'un permanent dépend de ses propres capacités, non des autres effets.",
            ),
            "with_all_effects": (
                "How a permanent enters goes by what it will be there, with all effects.",
                "La façon d'arriver d'un permanent dépend de ce qu'il sera, avec tous les effets.",
            ),
        },
    ),
    "entering_first": (
        "replacement.order",
        {
            "any": (
                "Whom an object enters under chooses freely which effect on how it enters applies first.",
                "Celui sous le contrôle de qui un objet arrive choisit librement quel effet s'applique d'abord.",
            ),
            "control": (
                "Effects on how an object enters apply in any order, but first those on who controls it.",
                "Les effets sur l'arrivée d'un objet s'appliquent dans n'importe quel ordre, d'abord ceux de contrôle.",
            ),
            "control_then_copy": (
                "Of the effects on how an object enters those on who controls it come first, then those that make it a copy.",
                "Parmi les effets sur l'arrivée d'un objet, d'abord ceux de contrôle, puis ceux qui en font une copie.",
            ),
        },
    ),
    "indestructible": (
        "keyword.indestructible",
        {
            "keyword": (
                "Being indestructible is an ability, which goes where all abilities are lost.",
                "Être indestructible est une capacité, qui s'en va quand toutes les capacités sont perdues.",
            ),
            "attribute": (
                "Who becomes indestructible by an effect has no ability of it, and stays so where all abilities are lost.",
                "Ce qu'un effet rend indestructible le reste quand toutes les capacités sont perdues : ce n'en est pas une.",
            ),
        },
    ),
    "proliferate": (
        "keyword.proliferate",
        {
            "one_kind": (
                "Proliferating gives one more counter of one kind that is there.",
                "Proliférer donne un marqueur de plus d'une sorte déjà présente.",
            ),
            "each_kind": (
                "Proliferating gives one more counter of each kind that is there.",
                "Proliférer donne un marqueur de plus de chaque sorte déjà présente.",
            ),
        },
    ),
    "token_left": (
        "token.return",
        {
            "cannot_return": (
                "A token that has left never comes back {into}.",
                "Un jeton parti ne revient jamais {play}.",
            ),
            "cannot_move": (
                "A token that has left stays where it went until it ceases to exist.",
                "Un jeton parti reste où il est allé jusqu'à ce qu'il cesse d'exister.",
            ),
        },
    ),
    "phased_out": (
        "keyword.phasing",
        {
            "zone": (
                "Phased out is a zone: damage is forgotten there, and effects that last for a while end.",
                "Hors phase est une zone : les blessures s'y oublient, et les effets limités prennent fin.",
            ),
            "status": (
                "Phased out is a status: what has it is treated as though it did not exist, and changes nothing else.",
                "Hors phase est un statut : on fait comme si l'objet n'existait pas, et rien d'autre ne change.",
            ),
        },
    ),
    "shield_follows_spell": (
        "damage.source",
        {
            "any": (
                "What prevents damage from a spell prevents that from the permanent that the spell becomes.",
                "Ce qui prévient les blessures d'un sort prévient aussi celles du permanent qu'il devient.",
            ),
            "chosen": (
                "What prevents damage from a spell that was chosen as its source prevents that from the permanent that "
                "the spell becomes; what speaks of a target does not.",
                "Ce qui prévient les blessures d'un sort choisi comme source prévient aussi celles du permanent qu'il "
                "devient ; ce qui parle d'une cible, non.",
            ),
        },
    ),
    "phasing_leaves": (
        "keyword.phasing",
        {
            True: (
                "What triggers when a permanent is no longer {play} triggers as it phases out, too.",
                "Ce qui se déclenche quand un permanent n'est plus {play} se déclenche aussi quand il passe hors phase.",
            ),
            False: (
                "Phasing triggers nothing that does not speak of it.",
                "Le passage hors phase ne déclenche que ce qui en parle.",
            ),
        },
    ),
    "leaver_spells": (
        "leave.objects",
        {
            "cease": (
                "All spells and abilities of a player who leaves cease to exist.",
                "Tous les sorts et capacités d'un joueur qui part cessent d'exister.",
            ),
            "exiled": (
                "What a player who leaves has on the stack ceases to exist, but others' cards are exiled.",
                "Ce qu'un joueur qui part a sur la pile cesse d'exister, mais les cartes des autres sont exilées.",
            ),
        },
    ),
    "leaver_control": (
        "leave.control",
        {
            "unchanged": (
                "What would come under the control of a player who has left stays under the control it is under.",
                "Ce qui reviendrait à un joueur parti reste à qui le contrôle.",
            ),
            "exiled": (
                "What falls back to a player who has left when a control effect ends is exiled.",
                "Ce qui retombe à un joueur parti quand un effet de contrôle finit est exilé.",
            ),
        },
    ),
    "multiplayer": (
        "multiplayer",
        {
            True: ("Two or more can play.", "On peut jouer à deux ou davantage."),
            False: ("There are rules for two players alone.", "Il n'y a de règles que pour deux joueurs."),
        },
    ),
    "multiplayer_win": (
        "win.multiplayer",
        {
            "wins": ("Who an effect says wins the game has won.", "Qui gagne selon un effet a gagné la partie."),
            "opponents_lose": (
                "With more than two players an effect that says who wins makes all opponents of that player lose.",
                "À plus de deux joueurs, un effet qui fait gagner un joueur fait perdre tous ses adversaires.",
            ),
        },
    ),
}
"""Switches that no clause speaks of: the name of their rule, and what each value says."""

REGENERATION: Mapping[bool, Said] = {
    True: (
        "A shield replaces the next destruction: damage is removed, the permanent taps and leaves combat if it is in it.",
        "Un bouclier remplace la prochaine destruction : blessures retirées, permanent engagé et hors du combat.",
    ),
    False: (
        "A shield replaces the next destruction: damage is removed, the permanent taps, and if it attacks or blocks it "
        "is removed from combat.",
        "Un bouclier remplace la prochaine destruction : blessures retirées, permanent engagé, et retiré du combat s'il "
        "attaque ou bloque.",
    ),
}
"""How regeneration is worded, in play or on the battlefield; it never helps where nothing is destroyed."""

FORMATS: Mapping[str, tuple[str, str, Said]] = {
    "two_headed_giant": (
        "2hg",
        "two-headed-giant",
        (
            "Two-Headed Giant: {life} life for a team, {life_per_head} more for each head beyond the second; one head's "
            "total is {query}; poison: {poison}; attacks: {attack}.",
            "Troll à deux têtes : {life} points de vie par équipe, {life_per_head} de plus par tête au-delà de la "
            "deuxième ; le total d'une tête : {query} ; poison : {poison} ; attaques : {attack}.",
        ),
    ),
    "commander": (
        "commander",
        "commander",
        (
            "Commander: {life} life, {damage} combat damage by one commander loses, each earlier cast costs {tax} more.",
            "Commander : {life} points de vie, {damage} blessures de combat d'un commandant font perdre, chaque lancement "
            "antérieur coûte {tax} de plus.",
        ),
    ),
    "archenemy": (
        "archenemy",
        "archenemy",
        (
            "Archenemy: {life} life for the archenemy; a scheme waits for {waits}; {blocks}.",
            "Archenemy : {life} points de vie pour l'archennemi ; une machination attend {waits} ; {blocks}.",
        ),
    ),
}
"""Formats that an edition's text may have."""

VALUES: Mapping[str, Said] = {
    "half_rounded_up": ("its share of the team's, rounded up", "sa part de celui de l'équipe, arrondie en haut"),
    "team_total": ("the team's", "celui de l'équipe"),
    "each_player": ("ten on one player", "dix sur un joueur"),
    "team": ("the team", "l'équipe"),
    "team_poison": (
        "fifteen on the team, five more for each further head",
        "quinze sur l'équipe, cinq de plus par tête en plus",
    ),
    "player": ("one of its players", "l'un de ses joueurs"),
    "own_blocks": ("each player blocks for that player alone", "chaque joueur bloque pour lui seul"),
    "team_blocks": ("a team blocks as one", "une équipe bloque ensemble"),
    "its_trigger": ("its own triggers", "ses propres capacités déclenchées"),
    "any_scheme_trigger": ("the triggers of every scheme", "les capacités déclenchées de toute machination"),
}

ABSENT: Said = ("This edition has no such rule.", "Cette édition n'a pas cette règle.")
