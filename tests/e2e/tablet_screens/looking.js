/** What is wrong with the screen as it stands: too small, unnamed, too faint, or out of sight. */

const MIN_TARGET_PX = 56;
/** A line of the ledger, which is a list to be read. */
const MIN_LINE_PX = 40;

const visible = (element) => {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
};

const identityOf = (element) => element.dataset?.tap ?? element.className ?? element.tagName;

const name = (element) =>
  element.getAttribute("aria-label") ??
  element.closest("label")?.textContent ??
  element.textContent;

function rgba(colour) {
  const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
  return { red, green, blue, alpha };
}

function over({ red, green, blue, alpha }, below) {
  const mix = (top, under) => top * alpha + under * (1 - alpha);
  return {
    red: mix(red, below.red),
    green: mix(green, below.green),
    blue: mix(blue, below.blue),
    alpha: 1,
  };
}

/** The colours behind what is looked at, for as long as one look lasts. */
let grounds = new Map();

function ground(element) {
  if (!grounds.has(element)) grounds.set(element, mixedGround(element));
  return grounds.get(element);
}

function mixedGround(element) {
  const layers = [];
  for (let each = element; each; each = each.parentElement) {
    const colour = rgba(getComputedStyle(each).backgroundColor);
    if (colour.alpha > 0) layers.unshift(colour);
  }
  return layers.reduce((below, layer) => over(layer, below), {
    red: 255,
    green: 255,
    blue: 255,
    alpha: 1,
  });
}

function luminance({ red, green, blue }) {
  const [r, g, b] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(element) {
  const below = ground(element);
  const text = over(rgba(getComputedStyle(element).color), below);
  const [light, dark] = [luminance(text), luminance(below)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function faint(element) {
  const own = [...element.childNodes].some(
    (node) => node.nodeType === 3 && node.textContent.trim(),
  );
  if (!own || !visible(element) || element.closest(":disabled, .out, .visually-hidden, .bar-word"))
    return false;
  const { fontSize, fontWeight } = getComputedStyle(element);
  const large =
    parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && Number(fontWeight) >= 600);
  return contrast(element) < (large ? 3 : 4.5);
}

/** What a finger cannot hit is no target: the board is a picture where its squares are too small. */
const hit = (element) => getComputedStyle(element).pointerEvents !== "none";

window.faults = () => {
  grounds = new Map();
  const controls = [...document.querySelectorAll("button, a, input, summary")].filter(visible);
  const found = [];
  for (const each of controls.filter(hit)) {
    const { width, height } = each.getBoundingClientRect();
    const least = each.matches(".line") ? MIN_LINE_PX : MIN_TARGET_PX;
    if (width < MIN_TARGET_PX - 0.5 || height < least - 0.5)
      found.push(`${identityOf(each)}: ${Math.round(width)} × ${Math.round(height)} px`);
  }
  for (const each of controls) if (!name(each)?.trim()) found.push(`${identityOf(each)}: no name`);
  for (const each of document.querySelectorAll("#tablet *"))
    if (faint(each))
      found.push(
        `${identityOf(each)}: contrast ${contrast(each).toFixed(2)}: ${each.textContent.trim()}`,
      );
  if (document.documentElement.scrollWidth > innerWidth)
    found.push(`page is ${document.documentElement.scrollWidth} px wide`);
  return found;
};

/** The line that a letter stands on, as its height in the page. */
function line(node, at) {
  const range = document.createRange();
  range.setStart(node, at);
  range.setEnd(node, at + 1);
  return [...range.getClientRects()].at(-1)?.top;
}

const pen = document.createElement("canvas").getContext("2d");

/** A text's measures in the letters of an element. */
function measure(element, text) {
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  return pen.measureText(text);
}

/** The lines of a text, each as high as its ink: a font's own box reaches above and below it, how
 * far differs from family to family. */
function inked(node) {
  const ink = measure(node.parentElement, node.data);
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()].map(({ left, right, top }) => {
    const base = top + ink.fontBoundingBoxAscent;
    return {
      left,
      right,
      top: base - ink.actualBoundingBoxAscent,
      bottom: base + ink.actualBoundingBoxDescent,
    };
  });
}

const CLIPS = ["hidden", "clip"];

/** What hides part of a text: an element around it, up to the next one that scrolls. */
function hidden(node) {
  const lines = inked(node);
  for (let each = node.parentElement; each; each = each.parentElement) {
    const { overflowX, overflowY, display } = getComputedStyle(each);
    if ([overflowX, overflowY].some((how) => ["auto", "scroll"].includes(how))) return false;
    if (display === "inline" || display === "contents") continue;
    const box = each.getBoundingClientRect();
    const across = ({ left, right }) => left < box.left - 1 || right > box.right + 1;
    const upright = ({ top, bottom }) => top < box.top - 1 || bottom > box.bottom + 1;
    if (CLIPS.includes(overflowX) && lines.some(across)) return true;
    if (CLIPS.includes(overflowY) && lines.some(upright)) return true;
  }
  return false;
}

/** How far a font's box reaches below its line: it counts as overflow, and hides nothing. */
function below(element) {
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = measure(element, "");
  const line = parseFloat(getComputedStyle(element).lineHeight);
  return Math.max(0, (fontBoundingBoxAscent + fontBoundingBoxDescent - line) / 2) || 0;
}

/** Whether what is measured of a text lies on one line: then nothing in it goes on in the next. */
function onOneLine(node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  const [first, ...others] = [...range.getClientRects()].map(({ top }) => top);
  return others.every((top) => top === first);
}

/** Where two letters of one word stand on different lines; -1 for nowhere. */
function brokenAt(node) {
  if (onOneLine(node)) return -1;
  const letters = [...node.data];
  return letters.findIndex(
    (letter, at) =>
      /\p{L}/u.test(letter) &&
      /\p{L}/u.test(letters[at - 1] ?? "") &&
      line(node, at) !== line(node, at - 1),
  );
}

/** Words that go on in the next line without a hyphen, and texts that are cut off or overflow. */
window.broken = (selector) => {
  /** Each element is looked at once, in however many others it lies. */
  const known = new Map();
  const belowOf = (element) => {
    if (!known.has(element)) known.set(element, below(element));
    return known.get(element);
  };
  return [...document.querySelectorAll(selector)].filter(visible).flatMap((each) => {
    const wide = each.scrollWidth > each.clientWidth + 1;
    const higher = each.scrollHeight - each.clientHeight;
    const lowest = () => Math.max(0, ...[each, ...each.querySelectorAll("*")].map(belowOf));
    const { display, overflowY } = getComputedStyle(each);
    const box = !["inline", "contents"].includes(display) && overflowY !== "auto";
    const overflows = box && (wide || (higher > 1 && higher > lowest() + 1));
    // At a seat a name and what is special may end in dots: a tap leads to where they stand in full.
    const dots = each.matches(".player :is(.name, small)");
    const found = overflows && !dots ? [`overflows: ${each.textContent}`] : [];
    for (const node of each.childNodes) {
      if (node.nodeType !== 3 || !node.data.trim()) continue;
      if (!dots && hidden(node)) found.push(`cut off: ${node.data}`);
      const apart = brokenAt(node);
      // A person's name is as long as it is: where it is longer than its line, it goes on in the next.
      if (apart > 0 && !each.matches(".name"))
        found.push(`${node.data} before ${[...node.data][apart]}`);
    }
    return found;
  });
};

/** What cannot be brought into sight and hit, and what makes the page scroll sideways. */
window.unreachable = () => {
  const found = [];
  for (const each of document.querySelectorAll("#tablet :is(button, a, input, summary)")) {
    if (!visible(each) || each.disabled || !hit(each)) continue;
    each.scrollIntoView({ block: "center" });
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const inside = left >= -1 && right <= innerWidth + 1;
    if (!inside || !(each.contains(there) || there?.contains(each))) found.push(identityOf(each));
  }
  for (const each of document.querySelectorAll("#tablet, #tablet *"))
    if (
      each.scrollWidth > each.clientWidth + 1 &&
      ["auto", "scroll"].includes(getComputedStyle(each).overflowX)
    )
      found.push(`sideways: ${identityOf(each)}`);
  for (const each of document.querySelectorAll("#tablet *")) {
    if (!visible(each) || !["auto", "scroll"].includes(getComputedStyle(each).overflowY)) continue;
    each.scrollTop = 0;
    const { top } = each.getBoundingClientRect();
    if (
      [...each.children].some(
        (child) => visible(child) && child.getBoundingClientRect().top < top - 1,
      )
    )
      found.push(`above the top: ${identityOf(each)}`);
  }
  return found;
};
