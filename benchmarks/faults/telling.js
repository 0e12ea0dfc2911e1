/**
 * In a tablet's page: tells of each request where it leaves the page and of each answer where it
 * reaches it (`window.tell`), and turns the page's clock by `window.turned` milliseconds.
 */

window.turned = 0;
const RightDate = Date;
window.Date = class extends RightDate {
  constructor(...given) {
    super(...(given.length > 0 ? given : [RightDate.now() + window.turned]));
  }

  static now() {
    return RightDate.now() + window.turned;
  }
};

const seconds = () => (performance.timeOrigin + performance.now()) / 1000;
window.say = (line) => window.tell(JSON.stringify({ t: seconds(), ...line }));

const send = window.fetch;
let asked = 0;
window.fetch = async (input, init = {}) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input, location);
  // A stream has no end.
  if (!pathname.startsWith("/api/v1/") || pathname.endsWith("/live")) return send(input, init);
  asked += 1;
  const n = asked;
  const { method = "GET", body = null } = init;
  window.say({ do: "ask", n, method, path: pathname + search, body });
  try {
    const response = await send(input, init);
    const text = await response.text();
    window.say({ do: "answer", n, status: response.status, body: text });
    return new Response(text, response);
  } catch (error) {
    window.say({ do: "lost", n });
    throw error;
  }
};

/** From now on each event is told of that is shown as recorded. */
window.tellOfEvents = async () => {
  const { Outbox } = await import("/static/tablet/runtime/outbox.js");
  const append = Outbox.prototype.append;
  Outbox.prototype.append = async function (entries, judged) {
    await append.call(this, entries, judged);
    const { game } = this.record;
    for (const { event_id, salt, at, event } of entries)
      window.say({ do: "record", game, event_id, salt, at, event });
  };
};
