"""The words that the game has lists of: numbers, colours, types and subtypes, keywords, ability words."""

from __future__ import annotations

NUMBERS = {
    word: n
    for n, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()
    )
} | {"a": 1, "an": 1, "twenty": 20}

COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}

#: Types as they are said of one and of several.
TYPES = {
    plural: kind.capitalize()
    for kind in ("artifact", "creature", "enchantment", "land", "planeswalker", "battle")
    for plural in (kind, kind + "s")
}
SPELL_TYPES = {"instant": "Instant", "sorcery": "Sorcery", "instants": "Instant", "sorceries": "Sorcery"}
SUPERTYPES = {"legendary": "Legendary", "basic": "Basic", "snow": "Snow"}

LAND_TYPES = "Plains Island Swamp Mountain Forest Desert Gate Cave Locus Lair Mine Sphere Tower Town".split()
_OTHER_SUBTYPES = (
    "Equipment Aura Vehicle Treasure Food Clue Blood Gold Map Powerstone Fortification Saga Shrine Curse "
    "Rune Cartouche Background Class Room Arcane Trap Lesson"
)
_CREATURE_TYPES = """
Advisor Aetherborn Alien Ally Angel Antelope Ape Archer Archon Armadillo Army Artificer Assassin Assembly-Worker
Astartes Atog Aurochs Avatar Azra Badger Balloon Barbarian Bard Basilisk Bat Bear Beast Beaver Beeble Beholder
Berserker Bird Bison Blinkmoth Boar Bringer Brushwagg Camarid Camel Capybara Caribou Carrier Cat Centaur Cephalid
Chimera Citizen Cleric Clown Cockatrice Construct Coward Coyote Crab Crocodile Custodes Cyberman Cyclops Dalek
Dauthi Demigod Demon Deserter Detective Devil Dinosaur Djinn Doctor Dog Dragon Drake Dreadnought Drix Drone Druid
Dryad Dwarf Efreet Egg Elder Eldrazi Elemental Elephant Elf Elk Employee Eye Faerie Ferret Fish Flagbearer Fox
Fractal Frog Fungus Gamer Gargoyle Germ Giant Gith Glimmer Gnoll Gnome Goat Goblin God Golem Gorgon Graveborn
Gremlin Griffin Guest Hag Halfling Hamster Harpy Hellion Hero Hippo Hippogriff Homarid Homunculus Horror Horse Human
Hydra Hyena Illusion Imp Incarnation Inkling Inquisitor Insect Jackal Jellyfish Juggernaut Kavu Kirin Kithkin Knight
Kobold Kor Kraken Lamia Lammasu Leech Leviathan Lhurgoyf Licid Lizard Lobster Manticore Masticore Mercenary Merfolk
Metathran Minion Minotaur Mite Mole Monger Mongoose Monk Monkey Moogle Moonfolk Mount Mouse Mutant Myr Mystic Naga
Nautilus Necron Nephilim Nightmare Nightstalker Ninja Noble Noggle Nomad Nymph Octopus Ogre Ooze Orb Orc Orgg Otter
Ouphe Ox Oyster Pangolin Peasant Pegasus Pentavite Performer Pest Phelddagrif Phoenix Phyrexian Pilot Pincher Pirate
Plant Porcupine Possum Praetor Primarch Prism Processor Rabbit Raccoon Ranger Rat Rebel Reflection Rhino Rigger Robot
Rogue Sable Salamander Samurai Sand Saproling Satyr Scarecrow Scientist Scion Scorpion Scout Sculpture Seal Serf
Serpent Servo Shade Shaman Shapeshifter Shark Sheep Siren Skeleton Skunk Slith Sliver Sloth Slug Snail Snake Soldier
Soltari Sorcerer Spawn Specter Spellshaper Sphinx Spider Spike Spirit Splinter Sponge Squid Squirrel Starfish Surrakar
Survivor Symbiote Synth Tentacle Tetravite Thalakos Thopter Thrull Tiefling Toy Treefolk Trilobite Triskelavite
Troll Turtle Tyranid Unicorn Vampire Varmint Vedalken Villain Volver Wall Walrus Warlock Warrior Weasel Weird Werewolf
Whale Wizard Wolf Wolverine Wombat Worm Wraith Wurm Yeti Zombie Zubera
"""
CREATURE_TYPES = tuple(_CREATURE_TYPES.split())
_UNCHANGED = ("Plains", "Merfolk", "Kithkin", "Moonfolk", "Myr", "Sheep", "Squid", "Fish", "Kor", "Naga", "Equipment")
_IRREGULAR = {
    "Elves": "Elf", "Dwarves": "Dwarf", "Wolves": "Wolf", "Werewolves": "Werewolf", "Mice": "Mouse", "Oxen": "Ox",
    "Octopuses": "Octopus", "Allies": "Ally", "Faeries": "Faerie", "Harpies": "Harpy", "Mercenaries": "Mercenary",
    "Fungi": "Fungus", "Foxes": "Fox", "Armies": "Army", "Phoenixes": "Phoenix", "Sphinxes": "Sphinx",
    "Cyclopes": "Cyclops", "Djinns": "Djinn", "Witches": "Witch", "Leeches": "Leech", "Wolverines": "Wolverine",
    "Nymphs": "Nymph", "Efreets": "Efreet", "Ponies": "Pony", "Zombies": "Zombie", "Thieves": "Thief",
}  # fmt: skip


def _subtypes() -> dict[str, str]:
    """Every subtype as it is said of one and of several."""
    said: dict[str, str] = {}
    for word in (*CREATURE_TYPES, *LAND_TYPES, *_OTHER_SUBTYPES.split()):
        said[word] = word
        if word not in _UNCHANGED and word not in _IRREGULAR.values():
            said[word + ("es" if word[-1] in "sxz" or word[-2:] in ("ch", "sh") else "s")] = word
    return said | {many: one for many, one in _IRREGULAR.items() if one in said}


SUBTYPES = _subtypes()

#: Keywords without a value. The engine plays some, plugins provide others.
KEYWORDS = (
    "flying", "reach", "first strike", "double strike", "deathtouch", "lifelink", "trample", "vigilance", "haste",
    "defender", "menace", "flash", "hexproof", "shroud", "indestructible", "split second", "infect", "wither",
    "phasing", "undying", "persist", "fear", "intimidate", "shadow", "horsemanship", "skulk",
)  # fmt: skip

#: Words before a dash that name an ability and mean nothing.
ABILITY_WORDS = frozenset(
    "adamant|addendum|alliance|battalion|bloodrush|celebration|channel|chroma|cohort|constellation|converge|corrupted|"
    "coven|delirium|domain|eerie|enrage|fateful hour|fathomless descent|ferocious|flurry|formidable|grandeur|hellbent|"
    "heroic|inspired|kinship|landfall|lieutenant|magecraft|metalcraft|morbid|pack tactics|paradox|parley|radiance|"
    "vivid|repartee|infusion|opus|disappear|"
    "raid|rally|renew|revolt|secret council|spell mastery|survival|sweep|threshold|undergrowth|valiant|void".split("|")
)

#: Kinds of counters, besides those that change power and toughness.
COUNTERS = frozenset(
    """
    age arrowhead blaze blood bounty brick charge corpse credit crystal cube depletion devotion divinity doom dream
    echo egg energy feather filibuster flame flood fuse gold growth hatchling healing hour ice incubation infection
    ki knowledge level lore luck magnet mannequin mine mining mire music net oil omen page petal phylactery plague
    poison polyp pressure prey quest rust scream shell shield shred sleep slime soot spike spite spore storage
    strife study stun task tide time tower training trap treasure velocity verse vitality vortex wage wind wish
    """.split()
)
