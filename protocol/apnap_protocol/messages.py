"""Every message, both ways.

A text frame holds one JSON object. Client to server: `{"t", "id", "d"}`, a *command*. Server to client:
`{"t", "v", "d"}`, a *frame*; `v` numbers the frames of one viewer's stream without a gap, and control
frames (`hello`, `ack`, `error`, `pong`, `resumed`) have none. The classes here are what stands in `d`;
the member `t` of each class is its name on the wire. Receivers ignore unknown members.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta, Struct

from .requests import Answer, Count, Question
from .sights import Entry, Patch, View

PROTOCOL = "apnap.v1+json"
PATH = "/v1/ws"

CommandId = Annotated[str, Meta(min_length=1, max_length=64)]
#: What a line holds that others read: nothing that moves their cursor, ends the line, or turns it round.
LINE = r"^(?![\s\S]*[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff])"
Name = Annotated[str, Meta(min_length=1, max_length=32, pattern=LINE)]
TableId = Annotated[str, Meta(min_length=1, max_length=64)]
Secret = Annotated[str, Meta(min_length=1, max_length=128)]
CardName = Annotated[str, Meta(min_length=1, max_length=160)]
AbilityName = Annotated[str, Meta(min_length=1, max_length=160)]
Deck = Annotated[tuple[CardName, ...], Meta(max_length=1000)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Seconds = Annotated[int, Meta(ge=0, le=7 * 24 * 3600)]

# --- commands: client to server ------------------------------------------------------------------


class Auth(Struct, frozen=True, omit_defaults=True):
    """Says who you are; must be the first message. Give a name as `guest`, or the `token` of an ack."""

    t: ClassVar[str] = "auth"
    guest: Name | None = None
    token: Secret | None = None


class Clocks(Struct, frozen=True, omit_defaults=True):
    """The clocks of a table, in seconds; 0 means that no such clock runs."""

    decision_s: Seconds = 0
    """For each decision."""
    game_s: Seconds = 0
    """For all decisions of a seat together; runs only when the decision's time is used up."""
    absence_s: Seconds = 60
    """How long the table waits for a seat that is not connected."""


class Create(Struct, frozen=True, omit_defaults=True):
    """Opens a table; the ack's result is `{"table", "invitation"}`. You are its host, and not yet seated."""

    t: ClassVar[str] = "create"
    name: Annotated[str, Meta(max_length=64, pattern=LINE)] = ""
    edition: Annotated[str, Meta(max_length=64)] = "current"
    format: Annotated[str, Meta(max_length=120)] = "free-for-all"
    """Several that go together with `+`, as `commander+two-headed-giant`."""
    seats: Annotated[int, Meta(ge=2, le=10)] = 2
    teams: Annotated[tuple[SeatNumber, ...], Meta(max_length=64)] = ()
    """The team of each seat; empty where everyone plays alone, or where neighbours make the teams of the format."""
    seed: Count | None = None
    """Fixes every shuffle, for tests; whoever knows the seed knows the order of the libraries."""
    password: Secret | None = None
    private: bool = False
    """A private table is not listed; it is joined with its invitation."""
    clocks: Clocks = Clocks()
    absence: Literal["wait", "defaults", "bot", "concede"] = "defaults"
    """What happens on behalf of a seat that stays away longer than `absence_s`: nothing, its defaults are taken, the
    server's bot plays for it until it is back, or it concedes."""
    spectators: bool = True
    spectator_delay_s: Seconds = 0
    plugins: Annotated[tuple[Name, ...], Meta(max_length=256)] | None = None
    """Only these plugins; absent: all that are installed."""
    without_plugins: Annotated[tuple[Name, ...], Meta(max_length=256)] = ()
    """All but these plugins."""


class Join(Struct, frozen=True, omit_defaults=True):
    """Takes a seat with a deck. The game starts when every seat is taken and ready."""

    t: ClassVar[str] = "join"
    table: TableId
    deck: Deck
    seat: SeatNumber | None = None
    commanders: Deck = ()
    schemes: Deck = ()
    """The scheme deck, of whoever plays with one."""
    password: Secret | None = None
    invitation: Secret | None = None
    ready: bool = True


class Watch(Struct, frozen=True, omit_defaults=True):
    """Watches a table as a spectator, who sees no hidden card."""

    t: ClassVar[str] = "watch"
    table: TableId
    password: Secret | None = None
    invitation: Secret | None = None


class Resume(Struct, frozen=True, omit_defaults=True):
    """Takes a session up again: answered by the missed frames and `resumed`, or by `resync`."""

    t: ClassVar[str] = "resume"
    session: TableId
    resume_token: Secret
    v: Count = 0
    """The number of the last frame received."""


class Leave(Struct, frozen=True, omit_defaults=True):
    """Leaves the table for good; during a game this concedes."""

    t: ClassVar[str] = "leave"


class Ready(Struct, frozen=True, omit_defaults=True):
    """Says whether you are ready to start."""

    t: ClassVar[str] = "ready"
    ready: bool = True


class Start(Struct, frozen=True, omit_defaults=True):
    """The host starts the game with the seats taken so far (at least two), all of them ready."""

    t: ClassVar[str] = "start"


class Kick(Struct, frozen=True, omit_defaults=True):
    """The host frees a seat before the game starts."""

    t: ClassVar[str] = "kick"
    seat: SeatNumber


class Rematch(Struct, frozen=True, omit_defaults=True):
    """After the game: play again at the same table; starts when all who stayed agree."""

    t: ClassVar[str] = "rematch"


class ListTables(Struct, frozen=True, omit_defaults=True):
    """The ack's result is `{"tables": [...]}`, the tables that may be joined or watched."""

    t: ClassVar[str] = "list"


class Reply(Answer, frozen=True, omit_defaults=True, kw_only=True):
    """Answers an open request; the table of kinds says what each wants."""

    t: ClassVar[str] = "answer"
    request: TableId


class Concede(Struct, frozen=True, omit_defaults=True):
    """Leaves the game at any moment (104.3a)."""

    t: ClassVar[str] = "concede"


class Say(Struct, frozen=True, omit_defaults=True):
    """Says something to everyone at the table."""

    t: ClassVar[str] = "chat"
    text: Annotated[str, Meta(min_length=1, max_length=500, pattern=LINE)]


class Stop(Struct, frozen=True, omit_defaults=True):
    """Where you want to be asked: a step, in the turn of one seat or (absent) of every seat.

    A step that a turn at this table does not have is refused.
    """

    step: Annotated[str, Meta(min_length=1, max_length=64)]
    seat: SeatNumber | None = None


class Prefer(Struct, frozen=True, omit_defaults=True):
    """What the server may answer for you. Kept over a reconnect; members that are absent stay as they are."""

    t: ClassVar[str] = "prefer"
    auto_pass: bool | None = None
    """Pass priority for me where I can do nothing but pass or make mana."""
    stops: Annotated[tuple[Stop, ...], Meta(max_length=128)] | None = None
    """Do not pass for me in these steps."""
    yields: Annotated[tuple[CardName, ...], Meta(max_length=128)] | None = None
    """Pass for me while the topmost object of the stack has one of these names, or is one of these abilities (as in
    the entry's `ability`); also in a step with a stop."""
    answers: Annotated[dict[AbilityName, Literal["yes", "no"]], Meta(max_length=128)] | None = None
    """Answer so for me where one of these abilities asks me yes or no as it resolves."""
    until_end_of_turn: bool | None = None
    """Pass for me until the turn ends, or until somebody else does something that I could answer; then it is off."""
    hold: bool | None = None
    """Hold priority: never pass for me while a spell or ability of mine is topmost."""
    order_equal_triggers: bool | None = None
    """Put triggers that are all of the same ability on the stack for me in any order."""


class Pause(Struct, frozen=True, omit_defaults=True):
    """Proposes to stop the clocks, or agrees; they stop when every seat agrees, until one says `false`."""

    t: ClassVar[str] = "pause"
    pause: bool = True


class Ping(Struct, frozen=True, omit_defaults=True):
    """Asks for a `pong`, and acknowledges the frames up to `v_seen`."""

    t: ClassVar[str] = "ping"
    v_seen: Count = 0


class Desync(Struct, frozen=True, omit_defaults=True):
    """The client's digest disagrees; answered by `resync`."""

    t: ClassVar[str] = "desync"
    v: Count = 0
    digest: Count = 0


class Why(Struct, frozen=True, omit_defaults=True):
    """Asks why an event happened; the ack's result is `{"chain": [...]}`, as far as you may know."""

    t: ClassVar[str] = "why"
    event: TableId


class AskCard(Struct, frozen=True, omit_defaults=True):
    """Asks what a card does, in our words; the ack's result is `{"card": {...}}`."""

    t: ClassVar[str] = "card"
    name: CardName
    edition: Annotated[str, Meta(max_length=64)] = ""
    """Whose names of zones and verbs the text should use; today's without one."""


Command = (
    Auth
    | Create
    | Join
    | Watch
    | Resume
    | Leave
    | Ready
    | Start
    | Kick
    | Rematch
    | ListTables
    | Reply
    | Concede
    | Say
    | Prefer
    | Pause
    | Ping
    | Desync
    | Why
    | AskCard
)

# --- frames: server to client ---------------------------------------------------------------------


class Plugin(Struct, frozen=True, omit_defaults=True):
    """A plugin of the server: its name, version, and what it provides."""

    name: str
    version: str = ""
    provides: dict[str, int] = {}
    built_in: bool = False
    without_scenario: int | None = 0
    """How many of its cards no scenario file names; null where it has no scenario files."""
    warnings: int = 0
    """How many things its author should mend."""
    failures: int = 0
    """How often its code failed at tables of this server."""
    kept_out: bool = False
    """Whether new tables do without it, because it failed too often."""


class Hello(Struct, frozen=True, omit_defaults=True):
    """The server's first frame."""

    t: ClassVar[str] = "hello"
    protocol: str
    server: str
    pool: str
    """Fingerprint of the pool of cards and rules."""
    heartbeat_ms: int
    server_time: int
    limits: dict[str, int] = {}
    plugins: tuple[Plugin, ...] = ()
    editions: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()


class Ack(Struct, frozen=True, omit_defaults=True):
    """The command `ref` was done; its effects are in the frames up to `v`."""

    t: ClassVar[str] = "ack"
    ref: str
    v: int = 0
    result: dict[str, Any] = {}


Code = Literal[
    "malformed",
    "unknown_type",
    "invalid_payload",
    "unsupported_version",
    "unauthenticated",
    "forbidden",
    "token_expired",
    "not_found",
    "full",
    "already_joined",
    "table_closed",
    "stale_request",
    "not_your_request",
    "illegal_choice",
    "unavailable_choice",
    "cannot_undo",
    "rate_limited",
    "busy",
    "draining",
    "plugin_failure",
    "loop_detected",
    "internal",
]


class Error(Struct, frozen=True, omit_defaults=True):
    """The command `ref` was not done, and nothing has changed. `ref` is absent where it had no id."""

    t: ClassVar[str] = "error"
    code: Code
    message: str
    ref: str = ""
    details: dict[str, Any] = {}


class Pong(Struct, frozen=True, omit_defaults=True):
    """The answer to `ping`, beside its ack."""

    t: ClassVar[str] = "pong"
    server_time: int


class Place(Struct, frozen=True, omit_defaults=True):
    """One seat of a room."""

    seat: int
    name: str = ""
    ready: bool = False
    connected: bool = False
    cards: int = 0
    bot: bool = False
    """Whether a bot plays for it until it is back."""


class Room(Struct, frozen=True, omit_defaults=True):
    """The table around the game: who sits where, who is connected, whether it has started."""

    t: ClassVar[str] = "room"
    table: str
    stage: Literal["open", "playing", "over"]
    edition: str
    format: str
    places: tuple[Place, ...]
    name: str = ""
    host: str = ""
    spectators: int = 0
    clocks: Clocks = Clocks()
    paused: bool = False
    seeded: bool = False
    """The host has fixed every shuffle, and may know the libraries."""


class ClockState(Struct, frozen=True, omit_defaults=True):
    """A seat's clocks, in server milliseconds: your own as they are, those of others as they were when you last
    learned something of the game."""

    seat: int
    left_ms: int | None = None
    """What is left of the time for the whole game; absent where no such clock runs."""
    deadline: int | None = None
    """When the seat's present decision is taken for it; another seat's may have been put off since."""


class Welcome(Struct, frozen=True, omit_defaults=True):
    """A session at a table: the whole view, and the open request if you are asked."""

    t: ClassVar[str] = "welcome"
    session: str
    resume_token: str
    table: str
    room: Room
    seat: int | None = None
    """Absent for a spectator."""
    view: View = {}
    digest: int = 0
    request: Question | None = None
    sent_answer: str | None = None
    """The id of a request of a whole group that you have answered already."""
    clocks: tuple[ClockState, ...] = ()


ResyncReason = Literal["gap", "restart", "desync", "rebuilt"]


class Resync(Welcome, frozen=True, omit_defaults=True, kw_only=True):
    """Like `welcome`, in the middle of a stream: throw away what you have and take this."""

    t: ClassVar[str] = "resync"
    reason: ResyncReason


class Resumed(Struct, frozen=True, omit_defaults=True):
    """The missed frames have been sent; the session goes on after frame `v`."""

    t: ClassVar[str] = "resumed"
    session: str
    resume_token: str
    v: int
    request: Question | None = None
    sent_answer: str | None = None


class Happening(Struct, frozen=True, omit_defaults=True):
    """Something that happened: an event's type, its parameters, and the rule behind it."""

    id: str
    type: str
    parameters: dict[str, Any] = {}
    rule: str = ""
    source: str = ""


class Batch(Struct, frozen=True, omit_defaults=True):
    """What happened since the last pause, and how your view changed; `digest` is of the view after it."""

    t: ClassVar[str] = "batch"
    events: tuple[Happening, ...]
    patch: Patch
    digest: int


class Asked(Struct, frozen=True, omit_defaults=True):
    """You are asked. `digest` is of your view at this moment."""

    t: ClassVar[str] = "request"
    request: Question
    digest: int


class Answered(Struct, frozen=True, omit_defaults=True):
    """A request that you were asked is no longer open: who or what answered it."""

    t: ClassVar[str] = "answered"
    request: str
    by: Literal["seat", "clock", "absence", "policy", "bot", "watchdog"]


class Clock(Struct, frozen=True, omit_defaults=True):
    """The clocks: after each batch and, where you are asked, after the request."""

    t: ClassVar[str] = "clock"
    clocks: tuple[ClockState, ...]


class Chat(Struct, frozen=True, omit_defaults=True):
    """Somebody said something."""

    t: ClassVar[str] = "chat"
    name: str
    text: str
    seat: int | None = None


class Over(Struct, frozen=True, omit_defaults=True):
    """The game is over."""

    t: ClassVar[str] = "over"
    winners: tuple[int, ...]
    draw: bool = False


class Notice(Struct, frozen=True, omit_defaults=True):
    """Something the people at the table should know, such as a restart that is coming."""

    t: ClassVar[str] = "notice"
    code: Literal["draining", "plugin_failure", "frozen", "closing", "unplayable"]
    text: str = ""
    details: dict[str, Any] = {}


Frame = (
    Hello
    | Ack
    | Error
    | Pong
    | Room
    | Welcome
    | Resync
    | Resumed
    | Batch
    | Asked
    | Answered
    | Clock
    | Chat
    | Over
    | Notice
)

COMMANDS: dict[str, type[Command]] = {
    kind.t: kind
    for kind in (
        Auth, Create, Join, Watch, Resume, Leave, Ready, Start, Kick, Rematch, ListTables, Reply, Concede,
        Say, Prefer, Pause, Ping, Desync, Why, AskCard,
    )
}  # fmt: skip
FRAMES: dict[str, type[Frame]] = {
    kind.t: kind
    for kind in (
        Hello, Ack, Error, Pong, Room, Welcome, Resync, Resumed, Batch, Asked, Answered, Clock, Chat, Over,
        Notice,
    )
}  # fmt: skip
CONTROL = ("hello", "ack", "error", "pong", "resumed")
"""Frames outside the numbered stream."""


class Close:
    """Close codes, and what a client does about each."""

    GOING_AWAY = 1001  # reconnect
    BINARY = 1003  # stop: a fault of the client
    TOO_BIG = 1009  # stop: a fault of the client
    RESTART = 1012  # resume soon
    TRY_LATER = 1013  # reconnect, with patience
    AUTH_TIMEOUT = 4001  # reconnect
    MALFORMED = 4002  # stop: a fault of the client
    FORBIDDEN = 4003  # stop
    RATE_LIMITED = 4008  # resume, with patience
    REPLACED = 4009  # stop: another socket has taken the seat
    SLOW_CONSUMER = 4010  # resume
    TABLE_CLOSED = 4011  # stop
    KICKED = 4012  # stop
    UNSUPPORTED = 4406  # stop: no common version


FINAL_CLOSES = frozenset(
    {
        Close.BINARY,
        Close.TOO_BIG,
        Close.MALFORMED,
        Close.FORBIDDEN,
        Close.REPLACED,
        Close.TABLE_CLOSED,
        Close.KICKED,
        Close.UNSUPPORTED,
    }
)
"""After one of these a client must not come back by itself."""


def plain(message: Command | Frame) -> Entry:
    """A message as plain JSON values."""
    values: Entry = msgspec.to_builtins(message)
    return values
