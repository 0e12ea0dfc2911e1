/** What is wrong with the screen as it stands: too small, unnamed, too faint, or out of sight. */

const LEAST_TARGET = 56;

const visible = (element) => {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
};

const called = (element) => element.dataset?.tap ?? element.className ?? element.tagName;

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

function ground(element) {
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
  const controls = [...document.querySelectorAll("button, a, input, summary")].filter(visible);
  const found = [];
  for (const each of controls.filter(hit)) {
    const { width, height } = each.getBoundingClientRect();
    if (width < LEAST_TARGET - 0.5 || height < LEAST_TARGET - 0.5)
      found.push(`${called(each)}: ${Math.round(width)} × ${Math.round(height)} px`);
  }
  for (const each of controls) if (!name(each)?.trim()) found.push(`${called(each)}: no name`);
  for (const each of document.querySelectorAll("#tablet *"))
    if (faint(each))
      found.push(
        `${called(each)}: contrast ${contrast(each).toFixed(2)}: ${each.textContent.trim()}`,
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

/** Words that go on in the next line without a hyphen, and texts that are cut off. */
window.broken = (selector) =>
  [...document.querySelectorAll(selector)].filter(visible).flatMap((each) => {
    const cut = each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1;
    const { display, overflowY } = getComputedStyle(each);
    const box = !["inline", "contents"].includes(display) && overflowY !== "auto";
    const found = box && cut ? [`cut off: ${each.textContent}`] : [];
    for (const node of each.childNodes) {
      if (node.nodeType !== 3) continue;
      const letters = [...node.data];
      const apart = letters.findIndex(
        (letter, at) =>
          /\p{L}/u.test(letter) && /\p{L}/u.test(letters[at - 1] ?? "") && line(node, at) !== line(node, at - 1),
      );
      if (apart > 0) found.push(`${node.data} before ${letters[apart]}`);
    }
    return found;
  });

/** What cannot be brought into sight and hit, and what makes the page scroll sideways. */
window.unreachable = () => {
  const found = [];
  for (const each of document.querySelectorAll("#tablet :is(button, a, input, summary)")) {
    if (!visible(each) || each.disabled || !hit(each)) continue;
    each.scrollIntoView({ block: "center" });
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const inside = left >= -1 && right <= innerWidth + 1;
    if (!inside || !(each.contains(there) || there?.contains(each))) found.push(called(each));
  }
  for (const each of document.querySelectorAll("#tablet, #tablet *"))
    if (each.scrollWidth > each.clientWidth + 1 && ["auto", "scroll"].includes(getComputedStyle(each).overflowX))
      found.push(`sideways: ${called(each)}`);
  return found;
};
