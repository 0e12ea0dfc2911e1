/**
 * A final position while it is entered: who owns what, who has how much, who left. Nothing is drawn
 * here, and nothing judged: the engine checks the whole of it.
 *
 * @import { PlayerView, SquareView } from "../runtime/types.js"
 *
 * @typedef {{owner: string, improvements: number, mortgaged: boolean}} Deed
 * @typedef {{position: {cash?: Record<string, number>, deeds?: Record<string, Partial<Deed>>,
 *   prison?: string[]}, left: string[]}} Entered a position as it was recorded
 * @typedef {{deeds: [number, Deed][], cash: [string, number | null][], confined: string[],
 *   left: string[]}} BoardDraft what outlives a reload
 */

export class BoardEntry {
  constructor() {
    /** By square. @type {Map<number, Deed>} */
    this.deeds = new Map();
    /** By player; null where it was erased again. @type {Map<string, number | null>} */
    this.cash = new Map();
    /** In prison or in a price war. @type {Set<string>} */
    this.confined = new Set();
    /** Those out, in the order they left. @type {string[]} */
    this.left = [];
  }

  /** @param {BoardDraft | null} draft */
  static of(draft) {
    const entry = new BoardEntry();
    if (draft === null) return entry;
    entry.deeds = new Map(draft.deeds);
    entry.cash = new Map(draft.cash);
    entry.confined = new Set(draft.confined);
    entry.left = draft.left;
    return entry;
  }

  /** @returns {BoardDraft} */
  draft() {
    const { deeds, cash, confined, left } = this;
    return { deeds: [...deeds], cash: [...cash], confined: [...confined], left: [...left] };
  }

  /** Whether nothing was entered. */
  isEmpty() {
    const { deeds, cash, confined, left } = this;
    return deeds.size + cash.size + confined.size + left.length === 0;
  }

  /** @param {string} player */
  isOut(player) {
    return this.left.includes(player);
  }

  /** What is out owns nothing. @param {string} player */
  toggleOut(player) {
    this.left = this.isOut(player)
      ? this.left.filter((each) => each !== player)
      : [...this.left, player];
    for (const [square, deed] of this.deeds) if (deed.owner === player) this.deeds.delete(square);
  }

  /** @param {string} player */
  toggleConfined(player) {
    if (!this.confined.delete(player)) this.confined.add(player);
  }

  /** A deed is the player's, or nobody's if it was theirs. @param {number} square @param {string} player */
  toggleOwner(square, player) {
    if (this.deeds.get(square)?.owner === player) this.deeds.delete(square);
    else this.deeds.set(square, { owner: player, improvements: 0, mortgaged: false });
  }

  /** Those in the game whose cash is not told yet. @param {PlayerView[]} players */
  withoutCash(players) {
    return players.filter(({ id }) => !this.isOut(id) && (this.cash.get(id) ?? null) === null);
  }

  /** These squares as entered so far. @param {SquareView[]} squares @returns {SquareView[]} */
  squares(squares) {
    return squares.map((square) => {
      const deed = this.deeds.get(square.square);
      return {
        ...square,
        owner: deed?.owner ?? null,
        improvements: deed?.improvements ?? 0,
        mortgaged: deed?.mortgaged ?? false,
      };
    });
  }

  /** These players as entered so far. @param {PlayerView[]} players @returns {PlayerView[]} */
  players(players) {
    return players.map((player) => ({
      ...player,
      cash: this.cash.get(player.id) ?? 0,
      out: this.isOut(player.id),
      confined: this.confined.has(player.id),
      confinement: null,
      owes: 0,
    }));
  }

  /** The position as a record's header writes it. @param {PlayerView[]} players */
  position(players) {
    const cash = players.map(({ id }) => [id, this.isOut(id) ? 0 : (this.cash.get(id) ?? 0)]);
    const deeds = [...this.deeds].map(([square, deed]) => [String(square), deed]);
    return {
      cash: Object.fromEntries(cash),
      deeds: Object.fromEntries(deeds),
      prison: [...this.confined].filter((id) => !this.isOut(id)),
    };
  }
}

/** A recorded position, to be changed. @param {Entered} entered @returns {BoardDraft} */
export function draftOf({ position, left }) {
  const deeds = Object.entries(position.deeds ?? {}).map(
    ([square, { owner = "", improvements = 0, mortgaged = false }]) =>
      /** @type {[number, Deed]} */ ([Number(square), { owner, improvements, mortgaged }]),
  );
  const cash = Object.entries(position.cash ?? {}).filter(([id]) => !left.includes(id));
  return { deeds, cash, confined: position.prison ?? [], left };
}
