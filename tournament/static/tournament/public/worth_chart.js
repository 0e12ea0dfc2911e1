// The chart of a running table, drawn on: its lines, its axis and its figures as a table. The server
// draws the same (`tournament/common/charts.py`).

import { worthOf } from "./spark.js";
import { money } from "./words.js";

const STEPS = [1, 2, 3, 4, 5, 6, 8];
const LABEL = 20;

/** The smallest round figure from 100 on that lies above every line. @param {number} most */
export function roundUp(most) {
  for (let unit = 100; ; unit *= 10) {
    const step = STEPS.find((each) => each * unit >= most);
    if (step) return step * unit;
  }
}

/**
 * Labels moved down from the one above, then up from the bottom, until none touches another.
 * @param {number[]} heights from the top down
 * @param {number} bottom
 */
export function apart(heights, bottom) {
  /** @type {number[]} */
  const found = [];
  for (const height of heights) found.push(Math.max(height + 5, (found.at(-1) ?? -LABEL) + LABEL));
  let lowest = bottom + 5;
  for (let index = found.length - 1; index >= 0; index -= 1) {
    lowest = Math.min(found[index] ?? 0, lowest);
    found[index] = lowest;
    lowest -= LABEL;
  }
  return found;
}

/**
 * The points of a line within the plot.
 * @param {number[]} values
 * @param {number} top the value at the plot's top
 * @param {{ left: number, right: number, top: number, bottom: number }} plot
 */
export function linePoints(values, top, plot) {
  const last = Math.max(values.length - 1, 1);
  const tenth = (/** @type {number} */ figure) => Math.round(figure * 10) / 10;
  return values.map((value, column) => ({
    x: tenth(plot.left + ((plot.right - plot.left) * column) / last),
    y: tenth(plot.bottom - ((plot.bottom - plot.top) * value) / top),
  }));
}

/** @param {SVGSVGElement} svg */
function plotOf({ dataset }) {
  const side = (/** @type {string} */ name) => Number(dataset[name]);
  return { left: side("left"), right: side("right"), top: side("top"), bottom: side("bottom") };
}

/** @param {SVGSVGElement} svg @param {{ seat: number, values: number[] }[]} lines */
function drawLines(svg, lines) {
  const plot = plotOf(svg);
  const top = roundUp(Math.max(0, ...lines.flatMap(({ values }) => values)));
  for (const [quarter, figure] of svg
    .querySelectorAll(".chart-figure:not(.chart-scale, .chart-scale-name)")
    .entries()) {
    figure.textContent = String(Math.floor((top * quarter) / 4));
  }
  const ends = [];
  for (const { seat, values } of lines) {
    const points = linePoints(values, top, plot);
    const path = svg.querySelector(`.chart-curve.seat-${seat}`);
    path?.setAttribute("d", points.map(({ x, y }, at) => `${at ? "L" : "M"}${x} ${y}`).join(""));
    const label = svg.querySelector(`.chart-seat.seat-${seat}`);
    label?.setAttribute("display", points.length === 0 ? "none" : "inline");
    const end = points.at(-1);
    if (end && label) ends.push({ label, y: end.y });
  }
  ends.sort((one, other) => one.y - other.y);
  const heights = apart(
    ends.map(({ y }) => y),
    plot.bottom,
  );
  for (const [at, { label }] of ends.entries()) label.setAttribute("y", String(heights[at]));
}

/**
 * @param {HTMLElement} body
 * @param {string[]} counts
 * @param {{ values: number[] }[]} lines
 * @param {string} currency
 */
function writeRows(body, counts, lines, currency) {
  const rows = [...counts, body.dataset.now ?? ""].map((count, at) => {
    const row = document.createElement("tr");
    const head = Object.assign(document.createElement("th"), { scope: "row", textContent: count });
    const cells = lines.map(({ values }) => {
      const value = values[at];
      const cell = document.createElement("td");
      cell.className = "num";
      cell.textContent = value === undefined ? "–" : money(value, currency);
      return cell;
    });
    row.append(head, ...cells);
    return row;
  });
  body.replaceChildren(...rows);
}

/**
 * Draw the chart of a table anew.
 * @param {ParentNode | null} root
 * @param {any} board
 * @param {string} currency
 */
export function showWorth(root, board, currency) {
  const part = root?.querySelector("[data-worth]");
  const svg = /** @type {SVGSVGElement | null} */ (part?.querySelector(".chart-drawing"));
  const body = /** @type {HTMLElement | null} */ (part?.querySelector("[data-worth-rows]"));
  if (!svg || !body) return;
  const players = /** @type {any[]} */ (Object.values(board.players));
  players.sort((one, other) => one.seat - other.seat);
  const lines = players.map((player) => ({ seat: player.seat, values: worthOf(board, player) }));
  drawLines(svg, lines);
  const counts = Object.keys(board.worth ?? {}).sort((one, other) => Number(one) - Number(other));
  writeRows(body, counts, lines, currency);
}
