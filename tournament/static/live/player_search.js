// Players of an event beyond the rows of its page: those looked for, or followed. Pure.

const MAX_FOUND = 50;

/**
 * @typedef {object} FoundPlayer
 * @property {string} code
 * @property {string} name
 * @property {string} club
 * @property {number} seed
 * @property {number | null} rank null while it is not shown
 * @property {string} points exact, "" without a rank
 */

/**
 * @typedef {object} Wanted
 * @property {string} typed letters of a name
 * @property {string} club
 * @property {Set<string>} followed shown while nothing is looked for
 * @property {Set<string>} onPage who has a row already
 */

/**
 * In order of the standings, fifty at most.
 * @param {any} state
 * @param {Wanted} wanted
 * @returns {FoundPlayer[]}
 */
export function playersBeyond(state, { typed, club, followed, onPage }) {
  const letters = typed.trim().toLocaleLowerCase();
  const anybody = !letters && !club;
  const rows = state.standings.rows;
  return Object.entries(/** @type {Record<string, any>} */ (state.players))
    .filter(([code]) => !onPage.has(code))
    .filter(([code, player]) =>
      anybody
        ? followed.has(code)
        : player.name.toLocaleLowerCase().includes(letters) && (!club || player.club === club),
    )
    .map(([code, { name, club: own, seed }]) => {
      const row = rows[code];
      const rank = row ? row.rank : null;
      return { code, name, club: own, seed, rank, points: row ? row.points : "" };
    })
    .sort((one, other) => place(rows, one) - place(rows, other))
    .slice(0, MAX_FOUND);
}

/** @param {any} rows @param {FoundPlayer} player */
const place = (rows, { code, seed }) => rows[code]?.position ?? 100_000 + seed;
