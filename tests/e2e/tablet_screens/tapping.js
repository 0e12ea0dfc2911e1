/**
 * A referee's finger: enters the events of a record by tapping what the screen offers, and counts
 * the taps. `window.tablet` is the runtime the page was opened with.
 */

const PATIENCE_MS = 400;
/** However long a busy page kept a tap waiting, its finger had looked at what is there now. */
const AHEAD_MS = 600_000;
/** Farther than a tap moves. */
const PULLED_PX = 24;
const DEEDS = ["build", "sell", "mortgage", "redeem"];
/** Begun from the player: what is open gives way to it. */
const FROM_SHEETS = ["recount", "withdraw"];
const AMOUNTS_ON_BUTTONS = ["25", "50", "75", "100"];
const EACH_AMOUNTS = ["10", "15", "20", "25", "50"];

let count = 0;
let later = AHEAD_MS;
/** When everything happens, while time stands still for fingers; else null. */
let stopped = null;

/**
 * Whether taps come as one person's do who looks before each: then nobody waits for it, for each
 * tap and key says that it came so much later. Else they come when they come.
 */
window.patient = true;
const timeOf = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp").get;
Object.defineProperty(Event.prototype, "timeStamp", {
  get() {
    return (stopped ?? timeOf.call(this)) + later;
  },
});
const wait = () => {
  if (window.patient) later += PATIENCE_MS;
};
for (const type of ["pointerdown", "keydown"]) addEventListener(type, wait, true);

/** A finger looks before what it does next, patient or not. */
window.lookFirst = () => {
  later += PATIENCE_MS;
};

/** All that fingers do happens at once, however slow the machine is; until it is told otherwise. */
window.hurry = (hurries) => {
  stopped = hurries ? performance.now() : null;
};

const TWICE_MS = 1_600;
let lastThrow = { name: "", at: 0 };
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const find = (name) => document.querySelector(`[data-tap="${name}"]:not(:disabled)`);

async function until(condition, what) {
  for (let tries = 0; tries < 2000; tries += 1) {
    const found = condition();
    if (found) return found;
    await pause(tries < 20 ? 2 : 10);
  }
  const alert = document.querySelector('[role="alert"]')?.textContent ?? "";
  throw new Error(`${what}: not on the screen. ${alert}`);
}

/** Whether a finger reaches it as the page is scrolled. */
function inReach(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return element.contains(there);
}

async function tap(name) {
  const element = await until(() => find(name), name);
  count += 1;
  if (window.patient && !inReach(element)) {
    // A swipe is a touch too.
    count += 1;
    element.scrollIntoView({ block: "nearest" });
  }
  await window.press(element);
  // What is held is done by the second press without a finger.
  if (element.classList.contains("hold")) await window.press(element);
  await pause(0);
}

/** How a button is pressed. */
window.press = async (element) => {
  wait();
  element.click();
};

/** Where the middle of this is to be seen; null where a finger does not reach it as the page is. */
function reachable(selector) {
  const element = document.querySelector(selector);
  if (!element?.checkVisibility() || !inReach(element)) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** One finger: down, over there, up. What `to` names may come into sight only when the pull begins. */
async function pull(from, to) {
  const start = reachable(`[data-tap="${from}"]`);
  const touch = (type, [clientX, clientY]) => {
    const at = document.elementFromPoint(clientX, clientY) ?? document.body;
    const one = { bubbles: true, isPrimary: true, pointerId: 1, pointerType: "touch" };
    at.dispatchEvent(new PointerEvent(type, { ...one, clientX, clientY }));
  };
  count += 1;
  touch("pointerdown", start);
  touch("pointermove", [start[0] + PULLED_PX, start[1]]);
  const end = await until(() => reachable(to), to);
  wait();
  touch("pointermove", end);
  touch("pointerup", end);
  await pause(0);
}

/** Whether one finger can pull the square there: who cannot, or is in a hurry, taps. */
function canPull(square, to) {
  if (!window.patient || !reachable(`[data-tap="square-${square}"]`)) return false;
  return to === undefined || reachable(to) !== null;
}

async function choose(name) {
  const element = await until(() => find(name), name);
  if (element.getAttribute("aria-pressed") !== "true") await tap(name);
}

async function type(name, amount) {
  for (const digit of String(amount)) await tap(`${name}-${digit}`);
}

/** One button for each throw, the lower die first. */
async function dice(name, thrown) {
  const throwName = `${name}-${Math.min(...thrown)}-${Math.max(...thrown)}`;
  // Nobody plays so quickly that the app asks whether the same throw came twice.
  if (throwName === lastThrow.name) await pause(lastThrow.at + TWICE_MS - performance.now());
  lastThrow = { name: throwName, at: performance.now() };
  await tap(throwName);
}

const entries = () => window.tablet.state.view?.ledger.length ?? 0;
const seen = (name) => find(name)?.checkVisibility();
const onSheet = () => document.querySelector('[data-tap="back"]') !== null;
/** Whether the sheet leaves the next throw in sight, with the bar below it. */
const overEntry = () => onSheet() && document.querySelector(".bottom-bar") !== null;

async function closeSheets() {
  while (onSheet()) await tap("back");
}

/** What the last turn paid is read out before the first step of the end. */
async function readLastTurn() {
  if (find("last-turn-read")) await tap("last-turn-read");
}

const effects = {
  async collect(_, amount) {
    return plainAmount("collect", amount);
  },
  async pay(_, amount) {
    return plainAmount("pay", amount);
  },
  async goto(_, square) {
    const { square: here } = window.tablet.state.view.open;
    const there = `[data-tap="square-${square}"]`;
    if (canPull(here, there)) return pull(`square-${here}`, there);
    await tap("card-goto");
    await tap(`goto-${square}`);
  },
  async none() {
    await tap("none");
  },
  async confine() {
    await tap("confine");
  },
  collect_each: each,
  pay_each: each,
  all_collect: each,
  async gamble(event, threshold, _, amount) {
    await tap("card-gamble");
    await choose(`threshold-${threshold}`);
    await choose(`gamble-${amount}`);
    await dice("gamble-die", event.dice);
  },
};

async function plainAmount(verb, amount) {
  if (AMOUNTS_ON_BUTTONS.includes(amount)) return tap(`${verb}-${amount}`);
  await tap(`${verb}-other`);
  await type("amount", amount);
  return tap("card-done");
}

async function each(event, role, amount) {
  await tap(`card-${event.effect.split(" ")[0]}`);
  await choose(`role-${role}`);
  if (EACH_AMOUNTS.includes(amount)) return tap(`each-${amount}`);
  await type("each-amount", amount);
  return tap("card-done");
}

/** A player's deeds are one tap away, on the board as in the list, whatever sheet is open. */
async function openDeeds(player) {
  if (seen(`player-${player}`)) return tap(`player-${player}`);
  if (!onSheet()) await tap("deeds");
  return choose(`of-${player}`);
}

/** What a player does besides the dice: begun from the player, with no sheet to close before. */
async function fromPlayer(player, name) {
  if (seen(`player-${player}`)) await tap(`player-${player}`);
  if (find(`player-${name}`)) return tap(`player-${name}`);
  await closeSheets();
  await tap("more");
  return tap(name);
}

/** One button for each number of buildings. */
async function deed({ type: kind, player, square, count: times = 1 }) {
  const before = entries();
  const plain = `${kind}-${square}`;
  const step = times === 1 ? plain : `${plain}-${times}`;
  if (canPull(square)) {
    await pull(`square-${square}`, `[data-drop="${step}"]`);
    await until(() => entries() > before, `${kind} ${square} recorded`);
    return;
  }
  const name = () => (find(`option-${plain}`) ? `option-${plain}` : plain);
  if (seen(`square-${square}`) && !(find(name()) && inReach(find(name()))))
    await tap(`square-${square}`);
  else if (!find(name())) await openDeeds(player);
  const button = name();
  await tap(times === 1 ? button : `${button}-${times}`);
  await until(() => entries() > before, `${kind} ${square} recorded`);
}

/** Who is chosen as "trader" or "partner": in the heading of a side, or in the row of players. */
function party(role) {
  const chosen = document.querySelector(`[data-tap^="${role}-"][aria-pressed="true"]`);
  return find(`change-${role}`)?.dataset.player ?? chosen?.dataset.tap.slice(role.length + 1);
}

async function chooseParty(role, id) {
  if (party(role) === id) return;
  if (find(`change-${role}`)) await tap(`change-${role}`);
  await choose(`${role}-${id}`);
}

/** Who is named first makes no other trade: the one whom the sheet has there already. */
function asOffered(event) {
  const { player, with: other, give, take } = event;
  return party("trader") === other
    ? { ...event, player: other, with: player, give: take, take: give }
    : event;
}

/** The deed that is pulled to begin a trade, and onto what; null where a finger reaches neither. */
function pulledTrade({ player, with: other, give, take }) {
  const [given] = give?.deeds ?? [];
  const [taken] = take?.deeds ?? [];
  const square = given ?? taken;
  if (square === undefined) return null;
  const swapped = given !== undefined && taken !== undefined;
  const getter = given === undefined ? player : other;
  const to = `[data-tap="${swapped ? `square-${taken}` : `player-${getter}`}"]`;
  return canPull(square, to) ? { square, to, done: swapped ? [given, taken] : [square] } : null;
}

async function trade(wanted) {
  const pulled = pulledTrade(wanted);
  if (pulled) await pull(`square-${pulled.square}`, pulled.to);
  else await tap("trade");
  await until(() => party("trader"), "traders");
  const event = asOffered(wanted);
  await chooseParty("trader", event.player);
  // A deed of the other player, tapped on the board, says who the other is.
  const theirs = event.take?.deeds?.[0];
  if (pulled || theirs === undefined || !seen(`square-${theirs}`))
    await chooseParty("partner", event.with);
  for (const side of ["take", "give"])
    for (const square of event[side]?.deeds ?? [])
      if (!pulled?.done.includes(square))
        await tap(seen(`square-${square}`) ? `square-${square}` : `${side}-${square}`);
  // Whose cash is typed is proposed once the engine has read the trade.
  if (find("trade-done") || document.querySelector(".trade-side [aria-pressed='true']"))
    await until(() => document.querySelector(".read-out > *"), "the trade read out");
  for (const side of ["take", "give"]) {
    const cash = event[side]?.cash ?? 0;
    if (cash === 0) continue;
    await choose(`${side}-cash`);
    await type(`${side}-amount`, cash);
  }
  const before = entries();
  await tap("trade-done");
  await until(() => entries() > before || find("trade-sure"), "trade recorded or asked about");
  if (find("trade-sure")) await tap("trade-sure");
}

const gestures = {
  roll: (event) => dice("die", event.dice),
  utility_roll: (event) => dice("die", event.dice),
  async pass(event) {
    if (find("skip")) await tap("skip");
    await tap(`pass-${event.player}`);
  },
  async pay_fine(event) {
    if (find("skip")) await tap("skip");
    await tap(`pay_fine-${event.player}`);
  },
  bankrupt: (event) => tap(`bankrupt-${event.player}`),
  buy: () => tap("buy"),
  income_tax: (event) => tap(`tax-${event.choice}`),
  foundation: (event) => tap(`foundation-${event.die}`),
  async retain() {
    await readLastTurn();
    await until(() => find("count-skip") ?? find("retain"), "retention");
    if (find("count-skip")) await tap("count-skip");
    await tap("retain");
  },
  async undo() {
    await tap("undo");
    const confirm = document.querySelector('[data-tap^="undo-row-"]');
    if (confirm) await tap(confirm.dataset.tap);
  },
  trade,
  async card(event) {
    if (event.effect) {
      const [verb, ...words] = event.effect.split(" ");
      return effects[verb](event, ...words);
    }
    if (!event.card) return dice("die", event.dice);
    await tap("card-deck");
    await tap(`card-${event.card}`);
    return event.dice ? dice("deck-die", event.dice) : undefined;
  },
  async withdraw(event) {
    await fromPlayer(event.player, "leave");
    await choose(`leaver-${event.player}`);
    await tap("withdraw");
  },
  async recount(event) {
    await fromPlayer(event.player, "recount");
    await choose(`recount-${event.player}`);
    await type("counted", event.cash);
    await tap("recount-done");
  },
  async time() {
    await tap("more");
    await tap("time");
  },
  async adjusted(event) {
    await readLastTurn();
    await choose(`adjuster-${event.player}`);
    await tap(`adjusted-${event.player}`);
  },
  async circuit(event) {
    for (const [square, thrown] of Object.entries(event.dice ?? {}))
      await dice(`utility-${square}`, thrown);
    await tap("circuit");
  },
  richest: (event) => gestures.circuit(event),
};

async function enter(event) {
  if (DEEDS.includes(event.type)) return deed(event);
  if (!FROM_SHEETS.includes(event.type) && !overEntry()) await closeSheets();
  const before = entries();
  await gestures[event.type](event);
  // A gesture may record more than the event: where nobody counts the cash, retention does.
  const recorded = () =>
    window.tablet.state.view?.ledger.slice(before).some(({ type: kind }) => kind === event.type);
  return until(recorded, `${JSON.stringify(event)} recorded`);
}

/** The events one after another. */
window.enterEvents = async (events) => {
  const taps = [];
  for (const event of events) {
    count = 0;
    await enter(event);
    taps.push(count);
  }
  await closeSheets();
  return taps;
};
