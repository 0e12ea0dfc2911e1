/**
 * The types shared by the runtime and the screens. Nothing runs here.
 *
 * @typedef {{type: string, player?: string, [field: string]: unknown}} BoardEvent
 *   an event as in the game record, without `id` and `at`
 * @typedef {{code: string, rule: string | null, text: string, path?: string | null}} Refusal
 * @typedef {{n: number, item: number} | {due: number} | {stop: number} | {kept: string}
 *   | {rules: string[]}} Why
 *   what to ask the engine about a sentence: the consequence `item` of row `n`, a due that is open,
 *   a stop of the circuit, what a player kept of the cash, or rules alone
 * @typedef {{kind: string, rule: string | null, text: string, player: string | null,
 *   amount: number | null, paid?: {payer: string | null, payee: string | null} | null,
 *   why: Why}} Sentence
 *   `paid`: where cash changes hands, null for the Treasury
 * @typedef {{code: string, title: string, text: string[], printed: string}} ExplainedRule
 *   `printed`: where the book of this edition has it
 * @typedef {{notes: string[], terms: {text: string, amount: number}[], total: number | null,
 *   rules: ExplainedRule[]}} Explanation
 *   `terms` add up to `total`; null where nothing was reckoned
 * @typedef {{name: string, facts: {text: string, amount: number}[], columns: string[],
 *   times: boolean, rows: {text: string, cells: (number | null)[]}[]}} Ladder
 *   `times`: the cells are factors of a throw
 * @typedef {{sections: {name: string, title: string, rules: ExplainedRule[]}[],
 *   card: {columns: string[], rows: {text: string, cells: string[]}[]}}} Reference
 * @typedef {{code: string, title: string, detail: string}} Problem
 * @typedef {{recorded: boolean, judged: boolean, refusals: Refusal[], consequences: Sentence[],
 *   view: View | null, problem: Problem | null}} Outcome
 *
 * @typedef {"recorded" | "confirmed" | "needs_chief"} EntrySync
 * @typedef {{n: number, type: string, player: string | null, event: BoardEvent, text: string,
 *   lines: Sentence[], undone: boolean, by: number | null, corrected: boolean, instead: string[],
 *   onBoard: boolean, players: string[], cash: {player: string, cash: number}[],
 *   at: string | null, sync: EntrySync}} LedgerEntry
 *   `text` is what was entered, `event` what counts of it; `undone`: nothing of it does, `by` the
 *   entry that took it back or corrected it; `instead`: what a correction put in its place;
 *   `onBoard`: an undo can take it back; `players`: whom it is about; `cash`: what those have after
 *   it whose cash it moved
 * @typedef {{type: string, player: string | null, needs: string[], text: string,
 *   event: BoardEvent, utilities?: number[], label?: string, steps?: BuildingStep[]}} LegalAction
 *   of a deed: `label` has the amount; `steps`: how many buildings may change in one go
 * @typedef {{count: number, label: string, level: number, big: boolean, amount: string}} BuildingStep
 *   `level`: how many buildings stand there afterwards, `big`: they are the one big building
 * @typedef {{text: string, rule: string | null}} Reason
 * @typedef {{general: Reason[], deeds: Record<string, Reason[]>,
 *   buttons: Record<string, Reason>}} Reasons
 *   why a player's buttons are missing: at all, by deed, by type of event
 * @typedef {{dice: number, role: string, cells: {competitor: string, monopolist: string}}} ThrownLine
 *   of the role card, by the last event
 * @typedef {{refusals: Refusal[], text: string[], question: string | null,
 *   payer: "give" | "take" | null}} TradeReading
 *   `payer`: the side whose deeds are worth less by listed prices
 *   a trade read out before it is agreed; `question`: one side gets far less by listed prices
 * @typedef {{id: string, name: string, role: string, cash: number, square: number,
 *   confined: boolean, confines: "prison" | "price_war", confinement: string | null,
 *   deeds: number, out: boolean, owes: number, adjusted: boolean, wealth: number,
 *   mostImprovements: number}} PlayerView
 *   `confines`: what the role is confined in; `mostImprovements`: with so many a street has its hotel
 * @typedef {{square: number, kind: string, name: string, city: string | null,
 *   price: number | null, housePrice: number | null, owner: string | null, improvements: number,
 *   mortgaged: boolean, monopolised: boolean, rent: number | null, loan: number | null,
 *   redeem: number | null, estimated: boolean}} SquareView
 *   `estimated`: the rent is that of the mean throw
 * @typedef {{debtor: string, creditor: string | null, amount: number, rule: string | null,
 *   text: string, why: Why}} DueView
 * @typedef {{status: string, mode: string, currency: string, pawns: string | null,
 *   cardsByDice: boolean,
 *   onTurn: string | null, next: string | null,
 *   open: {kind: string, player: string, square: number | null} | null,
 *   offer: {player: string, square: number, price: number, refusal: string | null} | null,
 *   debts: {player: string, owes: number, cash: number, missing: number, text: string,
 *     ways: string[], proposal: {events: BoardEvent[], amount: number, steps: string[],
 *     text: string} | null}[],
 *   cities: {city: string, player: string, monopolised: boolean, complete: boolean}[],
 *   players: PlayerView[], squares: SquareView[], dues: DueView[], legal: LegalAction[],
 *   undo: {kind: "undo" | "revert", n: number, seq: number, text: string, event: BoardEvent,
 *     asks: boolean, refusal: string | null} | null,
 *   lastEvent: string | null, thrownLine: ThrownLine | null,
 *   last: Sentence[], ledger: LedgerEntry[],
 *   counts: Record<string, number | null>,
 *   entered: import("../screens/board_entry.js").Entered | null, warnings: Sentence[],
 *   deck: {card: string, effect: string, text: string}[], pausedSince: number | null,
 *   pauses: PauseView[], referee: string | null, procedure: string[], required: string[],
 *   confirmed: string[],
 *   disputed: string[], lastTurn: {n: number, lines: Sentence[]} | null, unread: Unread[]}} View
 *   `undo`: what the table would take back now, an event of the board or its correction of row `seq`;
 *     `asks`: whether that is asked first, `refusal` says why it may not;
 *   `lastEvent`: the last event that counts, in words;
 *   `confirmed`, `disputed`: the players who did, by this tablet's own log, of those
 *     `required`; `procedure`: the statuses of the end procedure in order;
 *   `cardsByDice`: whether a card is drawn by a throw alone; `pawns`: the colours of competitors and monopolists
 *
 * @typedef {{n: number, chief: boolean, by: string | null, text: string, moves: string[]}} Unread
 *   a correction or decision that nobody at the table has read: who made it, in words, why, and
 *   what is moved because of it
 *
 * @typedef {{id: string, role: string, place: number | null, final: number | null}} PlacedPlayer
 *   a player of a statement; the figures of one who is out are null
 * @typedef {{gain: number, text: string, steps: string[], estimated: boolean}} BestPlan
 *   a player's best adjustment in words; without steps nothing can be gained; `estimated`: a utility
 *   counts by the mean throw
 * @typedef {{began: number, ended: number, seconds: number}} PauseView
 *   a pause of the table: the rows of the log that began and ended it (`ended` 0 while it lasts), and
 *   the seconds that its end told
 *
 * @typedef {{view: View | null, events: BoardEvent[], texts: string[], roles: "drawn" | "thrown",
 *   next: number | null, last: number}} Moment
 *   the game just before a row of the log, or after events that were asked for: their headlines are
 *   `texts`, and there is no view where one of them is refused; `events` count for that row, `next`
 *   is the next row that counts, `last` the last one
 * @typedef {{before: number, after: number}} Figures
 * @typedef {{refusals: Refusal[], without: {n: number, text: string, refusals: Refusal[]}[],
 *   players: {id: string, name: string, cash: Figures}[], moves: string[],
 *   purchases: string[], consequences: Sentence[], event: BoardEvent | null}} CorrectionPreview
 *   what a correction would change: `moves` is what the table has to move, `without` are later rows
 *   that no longer fit, `purchases` tells of those that would buy another deed, `event` is what records
 *   it, null where it is refused
 *
 * @typedef {{players: {id: string, name: string, role: string | null, throws: number[][]}[],
 *   throwing: string[], tied: boolean, choosing: string | null, allowed: string[],
 *   order: string[] | null, done: boolean, refusals: Refusal[]}} Division
 *   R4 and R6: seats clockwise; `throwing` must throw now, `choosing` may take one of `allowed`
 * @typedef {{roles: "drawn" | "thrown", pawns: string | null,
 *   seats: {seat: number, player: string, name: string, role: string | null}[],
 *   division: Division | null}} Setup
 *
 * @typedef {{record: string, edition: string, mode: string, rulings?: Record<string, string>,
 *   players: {id: string, name: string, role: string | null}[], position?: object,
 *   [key: string]: unknown}} Header
 * @typedef {{version: string, digest: string, pack: string, python: string | null,
 *   snapshot?: {address: string, integrity: string} | null}} Release
 *   CPython and engine that belong together; `python` null when the server has none; `snapshot`:
 *   the memory of both once started
 * @typedef {{code: string, digest: string}} Edition
 * @typedef {{epoch: number, held: boolean,
 *   holder: {id: string, label: string, last_seen: string} | null}} Lease
 * @typedef {{seq: number, hash: string}} Head
 * @typedef {{state: "waiting" | "running" | "paused" | "ended", length: number, extra: number,
 *   elapsed: number, as_of: string,
 *   elapsed_ms?: number,
 *   pauses?: {seconds: number, since: number | null, through: number}}} ServerClock
 *   `pauses`: what the table's own pauses in the rows up to `through` give back, and how far the
 *   clock had run when the one that lasts began
 * @typedef {{statement: string | null, required: string[], confirmed: string[],
 *   disputed: string[], blocked_by: string[],
 *   choice?: {source: "log" | "paper" | "record", reason: string, at: string} | null}} Confirmation
 *   `choice`: which of the table's results the chief referee let count, where there were several
 * @typedef {{id: string, state: string, topic: string, player: string, note: string,
 *   opened_at: string,
 *   claimed_by: string | null, resolution: string | null, credited_seconds: number,
 *   sent: boolean, age: number | null}} Call
 *   `age`: seconds since it was opened, null where the server has not heard of it
 * @typedef {{id: string, reason: string, events: number, received_at: string,
 *   state: "open" | "applied" | "discarded", decision: string | null}} SetAside
 * @typedef {{seq: number, hash: string, event_id: string, kind: string, at: string | null,
 *   event: BoardEvent, device?: string | null, by?: string | null}} Row
 *
 * @typedef {{event_id: string, salt: string, at: string, event: BoardEvent}} WireEvent
 * @typedef {WireEvent & {game: string, n: number, previous: string, chain: string,
 *   state: "waiting" | "confirmed" | "set_aside", seq: number | null, hash: string | null,
 *   judged: boolean, reason: string | null, handed: boolean,
 *   hallElapsed?: number}} Entry
 *   an event of this tablet: `handed` says that the chief has what was set aside; `hallElapsed`, of
 *   a pause: how far the hall's clock had run, in seconds
 * @typedef {{id: string, text: string, at: string}} Announcement what the organisers tell everybody
 * @typedef {{game: string, practice: boolean, tutorial?: boolean, token: string | null,
 *   device: {id: string, label: string} | null,
 *   event: {slug: string, name: string} | null, round: number | null, table: number | null,
 *   edition: Edition, roles: "drawn" | "thrown", header: Header, seats: Setup["seats"],
 *   state: string, head: Head, lease: Lease | null, clock: ServerClock | null,
 *   clockReceived: number, calls: Call[], setAside: SetAside[],
 *   confirmation: Confirmation, estimate?: boolean, revoked: boolean, steps: object[],
 *   release: Release | null, next?: {round: number, table: number, exists: boolean} | null,
 *   behind?: boolean, announcements?: Announcement[]}} GameRecord
 *   what a cold start needs of one table; `next`: its table in a newer round that is public
 *   (`exists` false where that round has none of its number), `behind`: there was one already when
 *   the tablet was paired; `steps`: the role division so far; `release`: the engine
 *   that judges it
 *
 * @typedef {{language: "en" | "fr" | "ru", hand: "right" | "left",
 *   theme: "light" | "dark" | "auto", text: 100 | 115 | 130 | 150,
 *   alarm: "sound" | "silent", referee: string}} Settings
 *   `referee`: the name of who referees with this tablet, "" where nobody said
 * @typedef {{persisted: boolean, quota: number | null, used: number | null,
 *   full: boolean}} StorageState
 * @typedef {{state: "recorded" | "waiting" | "confirmed" | "needs_chief", waiting: number,
 *   setAsideCount: number, ackedAt: number | null, ackAge: number | null, silent: boolean,
 *   online: boolean, resets: number, lease: "held" | "other" | "revoked" | "practice",
 *   holder: string | null}} SyncState
 * @typedef {{known: boolean, state: "waiting" | "running" | "paused" | "over",
 *   remaining: number, extra: number, prompt: "none" | "time" | "insist"}} ClockState
 * @typedef {"loading" | "tablet" | "server" | "nobody"} Judge
 * @typedef {{event: string | null, round: number | null, table: number | null, game: string,
 *   practice: boolean, tutorial: boolean, estimate: boolean, finalised: boolean}} TableInfo
 * @typedef {{round: number, table: number, exists: boolean, done: boolean}} NextGame
 *   the table of this tablet in a newer round; `exists` false where that round has none of its
 *   number; `done`: the game that is open needs this tablet no more, which then goes on by itself
 * @typedef {{phase: "unpaired" | "opening" | "open" | "elsewhere", judge: Judge,
 *   engineError: string | null, table: TableInfo | null, view: View | null,
 *   setup: Setup | null, gameState: string | null, confirmation: Confirmation | null,
 *   calls: Call[], cleared: Call | null, setAside: (SetAside | {event: BoardEvent, at: string, reason: string | null,
 *   state: string, decision: null})[], sync: SyncState, clock: ClockState,
 *   announcements: Announcement[], next: NextGame | null, linkWaits: boolean, settings: Settings,
 *   storage: StorageState, offlineReady: boolean, update: "none" | "ready" | "required",
 *   problem: Problem | null}} TabletState
 *   `linkWaits`: a link of another table was opened while this one is unfinished;
 *   `offlineReady`: the app would start without network;
 *   `cleared`: the word that all was handed in, where it was given and not taken back; it is none
 *   of the `calls`
 *
 * @typedef {{api: string, judge: string, worker: string, serviceWorker: string,
 *   release: string, setup: string, version: string, eventBytes: string, ownEvents: string,
 *   ownBytes: string}} Config
 *   addresses and limits, written into the shell by the server
 */
export {};
