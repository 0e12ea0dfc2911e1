// Draws what moves on a table's board into the server's drawing: pawns, owners' marks, buildings.
// Where things lie is said by the drawing itself (`referee/board/drawing.py`, which draws the same).

const SVG = "http://www.w3.org/2000/svg";
const PAWN = 26;

/**
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 * @typedef {{ seat: number, role: string, square: number, confined: boolean, out: boolean,
 *   cash: number, expected?: number, place?: number }} Player
 * @typedef {{ owner: string, buildings: number, mortgaged: boolean }} Deed
 * @typedef {{ players: Record<string, Player>, deeds: Record<string, Deed> }} Board
 */

/** @param {string | undefined} text @returns {Box} */
function box(text) {
  const [x = 0, y = 0, width = 0, height = 0] = (text ?? "").split(" ").map(Number);
  return { x, y, width, height };
}

/**
 * @param {Element} parent
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function add(parent, name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent.append(element);
  return element;
}

/** @param {Box} box @returns {[number, number]} */
const centre = ({ x, y, width, height }) => [x + Math.trunc(width / 2), y + Math.trunc(height / 2)];

/** @param {Element} parent @param {Box} sides @param {string} mark @param {number} rounding */
function addBox(parent, sides, mark, rounding) {
  return add(parent, "rect", { ...sides, ...(rounding ? { rx: rounding } : {}), class: mark });
}

/** @param {Element} parent @param {number} x @param {number} y @param {string} text @param {string} mark */
function addText(parent, x, y, text, mark) {
  add(parent, "text", { x, y, class: mark }).textContent = text;
}

/** @param {Element} group @param {Box} band @param {number} count */
function addHouses(group, band, count) {
  const upright = band.height > band.width;
  for (let index = 0; index < count; index += 1) {
    const along = 10 + index * 17;
    const x = band.x + (upright ? 5 : along - 4);
    const y = band.y + (upright ? along - 4 : 5);
    add(group, "path", { d: `M${x} ${y + 6}l7-6 7 6v8h-14z`, class: "board-house" });
  }
}

/** @param {Element} group @param {Box} band */
function addBigBuilding(group, band) {
  const [x, y] = centre(band);
  const tower =
    band.height > band.width
      ? `M${x - 9} ${y + 16}v-32h7v6h4v-6h7v32z`
      : `M${x - 16} ${y + 9}v-18h10v5h12v-5h10v18z`;
  add(group, "path", { d: tower, class: "board-hotel" });
}

/**
 * @param {Element} group
 * @param {{ strip: Box, band: Box }} where
 * @param {Deed} deed
 * @param {Player} owner
 * @param {boolean} big
 */
function addHolding(group, { strip, band }, deed, owner, big) {
  const state = deed.mortgaged ? `${owner.role} mortgaged` : owner.role;
  const round = owner.role === "competitor";
  const rounding = round ? Math.trunc(Math.min(strip.width, strip.height) / 2) : 0;
  addBox(group, strip, `board-owner ${state}`, rounding);
  if (deed.mortgaged) {
    const { x, y, width, height } = strip;
    const ends = { x1: x + 7, y1: y + height - 7, x2: x + width - 7, y2: y + 7 };
    add(group, "line", { ...ends, class: "board-mortgage" });
  } else if (owner.seat > 1) {
    const covered = addBox(group, strip, "board-covered", rounding);
    covered.setAttribute("fill", `url(#owner-${owner.seat})`);
  }
  const [x, y] = centre(strip);
  addText(group, x, y + 7, String(owner.seat), `board-owner-number ${state} board-number`);
  if (big) addBigBuilding(group, band);
  else addHouses(group, band, deed.buildings);
}

/** Centres of so many pawns in rows from the lower edge of a box up. @param {Box} lane @param {number} count */
function spots(lane, count) {
  const columns = Math.max(1, Math.trunc(lane.width / (PAWN + 2)));
  return Array.from({ length: count }, (_, index) => {
    const row = Math.trunc(index / columns);
    const inRow = Math.min(columns, count - row * columns);
    const left =
      lane.x + Math.trunc((lane.width - inRow * (PAWN + 2)) / 2) + Math.trunc((PAWN + 2) / 2);
    return {
      x: left + (index % columns) * (PAWN + 2),
      y: lane.y + lane.height - Math.trunc(PAWN / 2) - 3 - row * (PAWN + 2),
    };
  });
}

/** @param {Element} pawns @param {Player[]} players @param {Box} lane */
function addPawns(pawns, players, lane) {
  spots(lane, players.length).forEach(({ x, y }, index) => {
    const player = /** @type {Player} */ (players[index]);
    const half = PAWN / 2;
    const sides = { x: x - half, y: y - half, width: PAWN, height: PAWN };
    const mark = `board-pawn ${player.role}`;
    addBox(pawns, sides, mark, player.role === "competitor" ? half : 0);
    addText(pawns, x, y + 6, String(player.seat), "board-number");
  });
}

/**
 * Draw the pawns anew.
 * @param {Element} svg
 * @param {Board} board
 */
export function drawPawns(svg, board) {
  const pawns = svg.querySelector(".board-pawns");
  if (!pawns) return;
  pawns.replaceChildren();
  const players = Object.values(board.players)
    .filter((player) => !player.out)
    .sort((one, other) => one.seat - other.seat);
  for (const square of /** @type {NodeListOf<SVGElement>} */ (
    svg.querySelectorAll("[data-square]")
  )) {
    const here = players.filter((player) => String(player.square) === square.dataset.square);
    const free = here.filter((player) => !player.confined);
    const held = here.filter((player) => player.confined);
    addPawns(pawns, free, box(square.dataset.lane));
    addPawns(pawns, held, box(square.dataset.jail));
  }
}

/**
 * Draw who owns what, and what stands on it, anew.
 * @param {Element} svg
 * @param {Board} board
 * @param {Record<string, number>} mostBuildings where the big building stands, by role
 */
export function drawDeeds(svg, board, mostBuildings) {
  for (const square of /** @type {NodeListOf<SVGElement>} */ (
    svg.querySelectorAll("[data-strip]")
  )) {
    const where = { strip: box(square.dataset.strip), band: box(square.dataset.band) };
    square.querySelector(".board-holding")?.remove();
    square.querySelector(".board-price")?.remove();
    const deed = board.deeds[square.dataset.square ?? ""];
    const owner = deed && board.players[deed.owner];
    if (deed && owner) {
      const group = add(square, "g", { class: "board-holding" });
      const big = deed.buildings === mostBuildings[owner.role];
      addHolding(group, where, deed, owner, big);
    } else {
      const [x, y] = centre(where.strip);
      addText(square, x, y + 5, square.dataset.price ?? "", "board-price");
    }
  }
}
