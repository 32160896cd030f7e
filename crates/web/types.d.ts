// What the server sends to the pages, and words that several modules use. For the type checker only.

type Side = "black" | "white";
type BySide<T> = { black: T; white: T };
/** 64 letters: B black, W white, . empty; a1 first, row by row. */
type Cells = string[];
type Phase = "ready" | "signalled" | "playing" | "over" | "confirmed";
type Fault = "flips" | "square" | "colour" | "pass";
type Fields = Record<string, any>;

/** A command at a table, as the API takes it. */
type Act = { act: string } & Fields;

interface Ply {
  player: Side;
  square: string | null;
  flipped: string;
  fault: Fault | null;
  used_ms: number;
  timed: boolean;
}

/** How far the player on turn is: nothing done, bound by a touch to squares, or a disc placed. */
interface Hand {
  state: "free" | "bound" | "placed";
  squares?: string;
  square?: string;
  colour?: Side;
  before?: string;
  fault?: Fault | null;
  complete?: boolean;
}

interface Help {
  granted: boolean;
  presses: boolean;
  places: boolean;
  announces_time: boolean;
  announces_turn: boolean;
  feels_board: boolean;
  primary_board: boolean;
}

interface TableResult {
  halves: BySide<number>;
  winner: Side | null;
  ending: string;
  notice: string | null;
  signed: BySide<boolean>;
  received: boolean;
  /** Made on the device: the server has not said how it is scored. */
  counting?: boolean;
}

interface Rule {
  value: string;
  clause: string | null;
}

/** A table as the device beside its board gets it: `TableView` of the desk. */
interface TableView {
  game: string;
  version: number;
  now: number;
  names: BySide<string>;
  mode: "physical" | "clock_page" | "one_tap" | "on_screen";
  detection: string;
  phase: Phase;
  position: string;
  start: string;
  turn: Side;
  exchanged: boolean;
  hand: Hand;
  last: { player: Side; square: string | null; colour: Side; before: string; fault: Fault | null } | null;
  plies: Ply[];
  clock: { timed: boolean; running: Side | null; left_ms: BySide<number>; since: number; spent_ms: number };
  flags: Side[];
  held_flag: Side | null;
  claimed: Side | null;
  awaits_signal: boolean;
  correction: { offender: Side; fault: Fault; corrected: boolean } | null;
  disturbed: Side | null;
  presence: BySide<"at_table" | "late" | "away">;
  supply: BySide<number>;
  help: BySide<Help>;
  ready: { players: BySide<boolean>; judge: boolean; director: boolean };
  dispute: boolean;
  result: TableResult | null;
  calls: { call: number; by: string; reason: string; at: number }[];
  held: Tap[];
  outstanding: number;
  device: { device: string; last: number; silent_since: number | null } | null;
  rules: Record<string, Rule>;
}

/** Something done on a device that waits for the server's answer. */
interface Tap {
  n: number;
  id: string;
  by: string;
  act: Act;
  at: number;
  call?: { by: string; reason: string };
  held?: number;
  version?: number;
}

interface WatchPly {
  player: Side;
  square: string | null;
  fault: Fault | null;
  corrected: boolean;
  used_ms: number;
  left_ms: BySide<number>;
  cells: string;
}

/** A game as spectators and players on screen see it: `WatchView` of the desk. */
interface WatchView {
  game: string;
  version: number;
  names: BySide<string>;
  phase: Phase;
  start: string;
  plies: WatchPly[];
  revision: number;
  cells: string;
  turn: Side;
  clock: { timed: boolean; start_ms: BySide<number>; left_ms: BySide<number>; running: Side | null };
  flags: Side[];
  result: { halves: BySide<number>; winner: Side | null; ending: string; confirmed: boolean } | null;
  signed: BySide<boolean>;
  lag_ms: BySide<number>;
  presence: BySide<"at_table" | "late" | "away">;
  starts_in_ms: number | null;
  late_in_ms: number | null;
  bound: string[];
}

/** What changed since the game was sent: one turn, or none. */
type WatchStep = Omit<WatchView, "plies"> & { plies: number; ply: WatchPly };

/** A board among others. */
interface Tile {
  game: string;
  round: number;
  table: number;
  version: number;
  phase: Phase;
  cells: string;
  plies: number;
  last: string | null;
  discs: BySide<number>;
  clock: { timed: boolean; left_ms: BySide<number>; running: Side | null };
  result: { halves: BySide<number>; winner: Side | null } | null;
}

/** A refusal as the API says it. */
interface Refused {
  message?: string;
  clause?: string | null;
  code?: string;
}

/** A board to draw. */
interface Drawing {
  cells: Cells;
  seat?: number;
  bare?: boolean;
  last?: number | null;
  flipped?: number[];
  hints?: Side | null;
  only?: number[];
  wrong?: number[];
  marks?: number[];
  numbers?: Map<number, number> | null;
  label?: string;
  locked?: boolean;
}

/** What was picked or reached in a procedure at the judge's board. */
interface Procedure {
  /** When the flag was seen, whose it is, and how far the procedure is. */
  seen?: number;
  flagged?: Side;
  stopped?: boolean;
  claimed?: boolean;
  told?: boolean;
  set?: boolean;
  /** Another board than the one of the game, and whether legal squares are marked on it. */
  preview?: ((view: TableView) => { cells: Cells; side: Side }) | null;
  hints?: boolean;
  /** Who resigns; which turn was recorded wrong. */
  who?: Side;
  ply?: number;
}

/** The judge's board. */
interface JudgeApp {
  words: import("/static/dom.js").Words;
  game: string;
  ui: {
    mode: string;
    picked: number[];
    moves: number[];
    note: string | null;
    seat: number;
    procedure: Procedure;
    seated?: boolean;
    /** The number of turns at which an error was left as it is. */
    stands?: number;
    noticed?: string;
  };
  view: TableView;
  side(side: Side): string;
  rule(axis: string): Rule;
  now(): number;
  line(): import("/static/line.js").Line;
  queue(): import("/static/queue.js").Queue;
  set(mode: string, more?: Procedure): void;
  tap(by: string, ...acts: Act[]): Promise<void>;
  note(text: string): void;
  draw(): void;
}

// Modules know what the templates of their page hold: an element that is looked up is there.
type Found = HTMLInputElement & HTMLAnchorElement & { showModal?(): void };
type PageEvent = KeyboardEvent & PointerEvent & DragEvent & PageTransitionEvent & { target: Found; submitter: Found };
type Listener = (event: PageEvent) => void;

interface Document {
  getElementById(id: string): Found;
  addEventListener(type: string, listener: Listener): void;
}
interface ParentNode {
  querySelector(selectors: string): Found;
  querySelectorAll(selectors: string): NodeListOf<Found>;
}
interface HTMLInputElement {
  addEventListener(type: string, listener: Listener): void;
}
interface HTMLDivElement {
  addEventListener(type: string, listener: Listener): void;
}
interface Element {
  closest(selectors: string): Found;
}
// Not in the checker's own list yet, or only there for workers.
interface Navigator {
  wakeLock: { request(kind: string): Promise<unknown> };
}
declare function addEventListener(type: string, listener: Listener): void;
