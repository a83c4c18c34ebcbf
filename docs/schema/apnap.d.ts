// The wire of apnap.v1+json: written by `apnap schema --write docs`, not by hand.

/** The command `ref` was done; its effects are in the frames up to `v`. */
export interface Ack {
  ref: string;
  v?: number;
  result?: Record<string, unknown>;
}

/** What a seat answers; see the table of kinds for which member each kind of request wants. */
export interface Answer {
  picks?: Array<string>;
  number?: number | null;
  amounts?: Record<string, number>;
  cancel?: boolean;
  with?: Given | null;
}

/** A request that you were asked is no longer open: who or what answered it. */
export interface Answered {
  request: string;
  by: "absence" | "bot" | "clock" | "policy" | "seat" | "watchdog";
}

/** Asks what a card does, in our words; the ack's result is `{"card": {...}}`. */
export interface AskCard {
  name: string;
  edition?: string;
}

/** You are asked. `digest` is of your view at this moment. */
export interface Asked {
  request: Question;
  digest: number;
}

/** Says who you are; must be the first message. Give a name as `guest`, or the `token` of an ack. */
export interface Auth {
  guest?: string | null;
  token?: string | null;
}

/** What happened since the last pause, and how your view changed; `digest` is of the view after it. */
export interface Batch {
  events: Array<Happening>;
  patch: Patch;
  digest: number;
}

/** Somebody said something. */
export interface Chat {
  name: string;
  text: string;
  seat?: number | null;
}

/** The clocks: after each batch and, where you are asked, after the request. */
export interface Clock {
  clocks: Array<ClockState>;
}

/** A seat's clocks, in server milliseconds: your own as they are, those of others as they were when you last learned something of the game. */
export interface ClockState {
  seat: number;
  left_ms?: number | null;
  deadline?: number | null;
}

/** The clocks of a table, in seconds; 0 means that no such clock runs. */
export interface Clocks {
  decision_s?: number;
  game_s?: number;
  absence_s?: number;
}

/** Leaves the game at any moment (104.3a). */
export interface Concede {
}

/** Opens a table; the ack's result is `{"table", "invitation"}`. You are its host, and not yet seated. */
export interface Create {
  name?: string;
  edition?: string;
  format?: string;
  seats?: number;
  teams?: Array<number>;
  seed?: number | null;
  password?: string | null;
  private?: boolean;
  clocks?: Clocks;
  absence?: "bot" | "concede" | "defaults" | "wait";
  spectators?: boolean;
  spectator_delay_s?: number;
  plugins?: Array<string> | null;
  without_plugins?: Array<string>;
}

/** The client's digest disagrees; answered by `resync`. */
export interface Desync {
  v?: number;
  digest?: number;
}

/** The command `ref` was not done, and nothing has changed. `ref` is absent where it had no id. */
export interface Error {
  code: "already_joined" | "busy" | "cannot_undo" | "draining" | "forbidden" | "full" | "illegal_choice" | "internal" | "invalid_payload" | "loop_detected" | "malformed" | "not_found" | "not_your_request" | "plugin_failure" | "rate_limited" | "stale_request" | "table_closed" | "token_expired" | "unauthenticated" | "unavailable_choice" | "unknown_type" | "unsupported_version";
  message: string;
  ref?: string;
  details?: Record<string, unknown>;
}

/** The game as a whole, what seldom changes of it: entry `game`. */
export interface GameSight {
  is: "game";
  edition: string;
  format: string;
  order?: Array<number>;
  words?: Record<string, string>;
}

/** A whole cast or activation at once. Objects and seats are named as in the view. What is missing of targets, modes, X, shares and what is given up is asked; a kicker that is not named is not paid, and mana is paid as the server proposes. What nothing asks for is refused. */
export interface Given {
  targets?: Array<string> | null;
  x?: number | null;
  modes?: Array<number> | null;
  alternative?: string | null;
  kicked?: boolean | null;
  divided?: Record<string, number> | null;
  sacrifice?: Array<string> | null;
  discard?: Array<string> | null;
  exile?: Array<string> | null;
  pay_life?: number | null;
}

/** Something that happened: an event's type, its parameters, and the rule behind it. */
export interface Happening {
  id: string;
  type: string;
  parameters?: Record<string, unknown>;
  rule?: string;
  source?: string;
}

/** The server's first frame. */
export interface Hello {
  protocol: string;
  server: string;
  pool: string;
  heartbeat_ms: number;
  server_time: number;
  limits?: Record<string, number>;
  plugins?: Array<Plugin>;
  editions?: Array<string>;
  formats?: Array<string>;
}

/** Takes a seat with a deck. The game starts when every seat is taken and ready. */
export interface Join {
  table: string;
  deck: Array<string>;
  seat?: number | null;
  commanders?: Array<string>;
  schemes?: Array<string>;
  password?: string | null;
  invitation?: string | null;
  ready?: boolean;
}

/** The host frees a seat before the game starts. */
export interface Kick {
  seat: number;
}

/** Leaves the table for good; during a game this concedes. */
export interface Leave {
}

/** The ack's result is `{"tables": [...]}`, the tables that may be joined or watched. */
export interface ListTables {
}

/** The public tables of a server: retained. */
export interface Lobby {
  tables?: Array<Record<string, unknown>>;
}

/** Whether a server is up: retained, with a will that says that it is not. */
export interface Node {
  node: string;
  up: boolean;
  since?: number;
  server?: string;
}

/** Something the people at the table should know, such as a restart that is coming. */
export interface Notice {
  code: "closing" | "draining" | "frozen" | "plugin_failure" | "unplayable";
  text?: string;
  details?: Record<string, unknown>;
}

/** A card, token, copy, spell or ability that this viewer may see; the entry id is the object's id. What the viewer may not know is absent: a face-down permanent has no name for the others. */
export interface ObjectSight {
  is: "object";
  zone: string;
  owner: number;
  controller: number;
  kind?: string;
  name?: string;
  cost?: string;
  colors?: string;
  supertypes?: Array<string>;
  types?: Array<string>;
  subtypes?: Array<string>;
  keywords?: Array<string>;
  power?: number | null;
  toughness?: number | null;
  loyalty?: number | null;
  damage?: number;
  tapped?: boolean;
  face_down?: boolean;
  phased_out?: boolean;
  sick?: boolean;
  counters?: Record<string, number>;
  attached?: string;
  attacking?: string;
  blocking?: Array<string>;
  blocked?: boolean;
  source?: string;
  ability?: string;
  targets?: Array<string>;
  x?: number | null;
  modes?: Array<number>;
  kicked?: boolean;
  commander?: boolean;
}

/** One legal answer, or a part of one. */
export interface Option {
  id: string;
  payload: Payload;
}

/** The game is over. */
export interface Over {
  winners: Array<number>;
  draw?: boolean;
}

/** How a view changed: `set` holds whole entries, `gone` the ids of entries that are no more. */
export interface Patch {
  set?: Record<string, Sight>;
  gone?: Array<string>;
}

/** Proposes to stop the clocks, or agrees; they stop when every seat agrees, until one says `false`. */
export interface Pause {
  pause?: boolean;
}

/** What an option is about. Members that do not apply are absent. */
export interface Payload {
  kind: string;
  object?: string;
  other?: string;
  seat?: number | null;
  word?: string;
  number?: number | null;
  objects?: Array<string>;
  payable?: "no" | "unknown" | "yes";
  ability?: string;
}

/** Asks for a `pong`, and acknowledges the frames up to `v_seen`. */
export interface Ping {
  v_seen?: number;
}

/** One seat of a room. */
export interface Place {
  seat: number;
  name?: string;
  ready?: boolean;
  connected?: boolean;
  cards?: number;
  bot?: boolean;
}

/** A plugin of the server: its name, version, and what it provides. */
export interface Plugin {
  name: string;
  version?: string;
  provides?: Record<string, number>;
  built_in?: boolean;
  without_scenario?: number | null;
  warnings?: number;
  failures?: number;
  kept_out?: boolean;
}

/** The answer to `ping`, beside its ack. */
export interface Pong {
  server_time: number;
}

/** What the server may answer for you. Kept over a reconnect; members that are absent stay as they are. */
export interface Prefer {
  auto_pass?: boolean | null;
  stops?: Array<Stop> | null;
  yields?: Array<string> | null;
  answers?: Record<string, "no" | "yes"> | null;
  until_end_of_turn?: boolean | null;
  hold?: boolean | null;
  order_equal_triggers?: boolean | null;
}

/** An open request, as the seat that is asked sees it. */
export interface Question {
  id: string;
  kind: "attackers" | "blockers" | "choose" | "divide" | "mulligan" | "number" | "order" | "pay" | "priority" | "yes-no";
  seats: Array<number>;
  seat: number;
  prompt: string;
  options?: Array<Option>;
  min?: number;
  max?: number;
  total?: number;
  default?: Answer;
  deadline?: number | null;
  may_undo?: boolean;
  all_of?: boolean;
  cause?: string;
  rule?: string;
}

/** Says whether you are ready to start. */
export interface Ready {
  ready?: boolean;
}

/** After the game: play again at the same table; starts when all who stayed agree. */
export interface Rematch {
}

/** Answers an open request; the table of kinds says what each wants. */
export interface Reply {
  picks?: Array<string>;
  number?: number | null;
  amounts?: Record<string, number>;
  cancel?: boolean;
  with?: Given | null;
  request: string;
}

/** Takes a session up again: answered by the missed frames and `resumed`, or by `resync`. */
export interface Resume {
  session: string;
  resume_token: string;
  v?: number;
}

/** The missed frames have been sent; the session goes on after frame `v`. */
export interface Resumed {
  session: string;
  resume_token: string;
  v: number;
  request?: Question | null;
  sent_answer?: string | null;
}

/** Like `welcome`, in the middle of a stream: throw away what you have and take this. */
export interface Resync {
  session: string;
  resume_token: string;
  table: string;
  room: Room;
  seat?: number | null;
  view?: Record<string, Sight>;
  digest?: number;
  request?: Question | null;
  sent_answer?: string | null;
  clocks?: Array<ClockState>;
  reason: "desync" | "gap" | "rebuilt" | "restart";
}

/** The table around the game: who sits where, who is connected, whether it has started. */
export interface Room {
  table: string;
  stage: "open" | "over" | "playing";
  edition: string;
  format: string;
  places: Array<Place>;
  name?: string;
  host?: string;
  spectators?: number;
  clocks?: Clocks;
  paused?: boolean;
  seeded?: boolean;
}

/** Says something to everyone at the table. */
export interface Say {
  text: string;
}

/** A player: entry `seat:N`. */
export interface SeatSight {
  is: "seat";
  seat: number;
  name: string;
  team?: number;
  life?: number;
  poison?: number;
  counters?: Record<string, number>;
  mana?: Record<string, number>;
  hand?: number;
  library?: number;
  schemes?: number;
  lands_played?: number;
  lost?: boolean;
  left?: boolean;
  won?: boolean;
  commander_damage?: Record<string, number>;
  commander_casts?: Record<string, number>;
}

/** The host starts the game with the seats taken so far (at least two), all of them ready. */
export interface Start {
}

/** Where you want to be asked: a step, in the turn of one seat or (absent) of every seat. A step that a turn at this table does not have is refused. */
export interface Stop {
  step: string;
  seat?: number | null;
}

/** What a spectator learns at each pause (QoS 1); `n` counts them, so that a reader sees a gap. */
export interface TableEvents {
  table: string;
  n: number;
  events?: Array<Happening>;
  patch?: Patch;
  digest?: number;
  over?: boolean;
}

/** Where the game is: entry `table`. */
export interface TableSight {
  is: "table";
  turn?: number;
  active?: Array<number>;
  step?: string;
  waiting?: Array<number>;
  monarch?: number | null;
  day?: string;
  over?: boolean;
  winners?: Array<number>;
  draw?: boolean;
}

/** What a spectator sees after event `n`: retained, and cleared when the table closes. */
export interface TableState {
  table: string;
  n: number;
  view?: Record<string, Sight>;
  digest?: number;
  room?: Room | null;
}

/** Watches a table as a spectator, who sees no hidden card. */
export interface Watch {
  table: string;
  password?: string | null;
  invitation?: string | null;
}

/** A session at a table: the whole view, and the open request if you are asked. */
export interface Welcome {
  session: string;
  resume_token: string;
  table: string;
  room: Room;
  seat?: number | null;
  view?: Record<string, Sight>;
  digest?: number;
  request?: Question | null;
  sent_answer?: string | null;
  clocks?: Array<ClockState>;
}

/** Asks why an event happened; the ack's result is `{"chain": [...]}`, as far as you may know. */
export interface Why {
  event: string;
}

/** An ordered zone: entry `stack`, `graveyard:N`, `exile`, `hand:N` ... First is top, or oldest. */
export interface ZoneSight {
  is: "zone";
  zone: string;
  objects: Array<string>;
  seat?: number | null;
}

export type ClientFrame =
  | { t: "auth"; id: string; d?: Auth }
  | { t: "create"; id: string; d?: Create }
  | { t: "join"; id: string; d?: Join }
  | { t: "watch"; id: string; d?: Watch }
  | { t: "resume"; id: string; d?: Resume }
  | { t: "leave"; id: string; d?: Leave }
  | { t: "ready"; id: string; d?: Ready }
  | { t: "start"; id: string; d?: Start }
  | { t: "kick"; id: string; d?: Kick }
  | { t: "rematch"; id: string; d?: Rematch }
  | { t: "list"; id: string; d?: ListTables }
  | { t: "answer"; id: string; d?: Reply }
  | { t: "concede"; id: string; d?: Concede }
  | { t: "chat"; id: string; d?: Say }
  | { t: "prefer"; id: string; d?: Prefer }
  | { t: "pause"; id: string; d?: Pause }
  | { t: "ping"; id: string; d?: Ping }
  | { t: "desync"; id: string; d?: Desync }
  | { t: "why"; id: string; d?: Why }
  | { t: "card"; id: string; d?: AskCard };

export type ServerFrame =
  | { t: "hello"; d: Hello }
  | { t: "ack"; d: Ack }
  | { t: "error"; d: Error }
  | { t: "pong"; d: Pong }
  | { t: "room"; d: Room; v: number }
  | { t: "welcome"; d: Welcome; v: number }
  | { t: "resync"; d: Resync; v: number }
  | { t: "resumed"; d: Resumed }
  | { t: "batch"; d: Batch; v: number }
  | { t: "request"; d: Asked; v: number }
  | { t: "answered"; d: Answered; v: number }
  | { t: "clock"; d: Clock; v: number }
  | { t: "chat"; d: Chat; v: number }
  | { t: "over"; d: Over; v: number }
  | { t: "notice"; d: Notice; v: number };

/** An entry of a view. */
export type Sight =
  | GameSight
  | TableSight
  | SeatSight
  | ZoneSight
  | ObjectSight;
