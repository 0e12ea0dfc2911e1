// Draws what moves on a table's board into the server's drawing: pawns, owners' marks, buildings.
// Where things lie is said by the drawing itself (`referee/board/drawing.py`, which draws the same).

const SVG = "http://www.w3.org/2000/svg";
const PAWN = 26;
const SQUARES = 40;
/** As far as two dice go. */
const MOST_STEPS = 12;
const STEP_MS = 110;
const MOST_MS = 800;

const FADE_MS = 600;

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** What was drawn of each square's deed. @type {WeakMap<Element, string>} */
const drawnDeeds = new WeakMap();

/** On which square each pawn was drawn last. @type {WeakMap<Element, number>} */
const pieceSquares = new WeakMap();

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

/** @param {Player} player */
function newPiece({ seat, role }) {
  const piece = document.createElementNS(SVG, "g");
  piece.setAttribute("class", "board-piece");
  piece.setAttribute("data-seat", String(seat));
  const half = PAWN / 2;
  const sides = { x: -half, y: -half, width: PAWN, height: PAWN };
  addBox(piece, sides, `board-pawn ${role}`, role === "competitor" ? half : 0);
  addText(piece, 0, 6, String(seat), "board-number");
  return piece;
}

/** Where each pawn stands, by seat. @param {Element} svg @param {Player[]} players */
function spotsOf(svg, players) {
  /** @type {Map<number, { x: number, y: number }>} */
  const places = new Map();
  for (const square of /** @type {NodeListOf<SVGElement>} */ (
    svg.querySelectorAll("[data-square]")
  )) {
    const here = players.filter((player) => String(player.square) === square.dataset.square);
    const lanes = { false: square.dataset.lane, true: square.dataset.jail };
    for (const [confined, lane] of Object.entries(lanes)) {
      const group = here.filter((player) => String(player.confined) === confined);
      spots(box(lane), group.length).forEach((spot, index) => {
        places.set(/** @type {Player} */ (group[index]).seat, spot);
      });
    }
  }
  return places;
}

/**
 * The way of a pawn: square by square after a throw of dice, else straight to where it was sent.
 * @param {Element} svg
 * @param {number | undefined} from the square it left
 * @param {Player} player
 */
function wayOf(svg, from, { square, confined }) {
  const steps = (square - (from ?? square) + SQUARES) % SQUARES;
  if (from === undefined || confined || steps > MOST_STEPS) return [];
  return Array.from({ length: Math.max(steps - 1, 0) }, (_, step) => {
    const passed = (from + step + 1) % SQUARES;
    const lane = /** @type {SVGElement | null} */ (svg.querySelector(`[data-square="${passed}"]`));
    return centre(box(lane?.dataset.lane));
  });
}

/**
 * Move a pawn to where it stands now, unless the reader wants no motion.
 * @param {Element} svg
 * @param {SVGElement} piece
 * @param {Player} player
 * @param {{ x: number, y: number }} to
 */
function movePiece(svg, piece, player, { x, y }) {
  const before = piece.getAttribute("transform")?.match(/-?\d+/g);
  piece.setAttribute("transform", `translate(${x} ${y})`);
  const way = wayOf(svg, pieceSquares.get(piece), player);
  pieceSquares.set(piece, player.square);
  if (!before || (before[0] === String(x) && before[1] === String(y))) return;
  if (isStill()) return;
  const points = [[Number(before[0]), Number(before[1])], ...way, [x, y]];
  const frames = points.map(([left, top]) => ({ transform: `translate(${left}px, ${top}px)` }));
  const duration = Math.min(STEP_MS * (points.length + 1), MOST_MS);
  piece.animate(frames, { duration, easing: "ease-in-out" });
}

/**
 * Move the pawns to where they stand now.
 * @param {Element} svg
 * @param {Board} board
 */
export function drawPawns(svg, board) {
  const pawns = svg.querySelector(".board-pawns");
  if (!pawns) return;
  const players = Object.values(board.players).filter((player) => !player.out);
  const places = spotsOf(svg, players);
  for (const piece of /** @type {NodeListOf<SVGElement>} */ (
    pawns.querySelectorAll(".board-piece")
  )) {
    if (!places.has(Number(piece.dataset.seat))) piece.remove();
  }
  for (const player of players) {
    const known = /** @type {SVGElement | null} */ (
      pawns.querySelector(`[data-seat="${player.seat}"]`)
    );
    const piece = known ?? newPiece(player);
    if (!known) pawns.append(piece);
    movePiece(svg, piece, player, places.get(player.seat) ?? { x: 0, y: 0 });
  }
}

/**
 * Draw who owns what, and what stands on it, where that changed.
 * @param {Element} svg
 * @param {Board} board
 * @param {Record<string, number>} mostBuildings where the big building stands, by role
 */
export function drawDeeds(svg, board, mostBuildings) {
  for (const square of /** @type {NodeListOf<SVGElement>} */ (
    svg.querySelectorAll("[data-strip]")
  )) {
    const where = { strip: box(square.dataset.strip), band: box(square.dataset.band) };
    const deed = board.deeds[square.dataset.square ?? ""];
    const owner = deed && board.players[deed.owner];
    const now = [deed?.buildings, deed?.mortgaged, owner?.seat, owner?.role].join();
    const before = drawnDeeds.get(square);
    if (before === now) continue;
    drawnDeeds.set(square, now);
    square.querySelector(".board-holding")?.remove();
    square.querySelector(".board-price")?.remove();
    if (deed && owner) {
      const group = add(square, "g", { class: "board-holding" });
      const big = deed.buildings === mostBuildings[owner.role];
      addHolding(group, where, deed, owner, big);
      if (before !== undefined && !isStill())
        group.animate([{ opacity: 0 }, { opacity: 1 }], FADE_MS);
    } else {
      const [x, y] = centre(where.strip);
      addText(square, x, y + 5, square.dataset.price ?? "", "board-price");
    }
  }
}
