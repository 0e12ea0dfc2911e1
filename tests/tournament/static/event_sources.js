/** What the browser gives a page to listen with: a test speaks on each stream. */
class Source extends EventTarget {
  constructor(address) {
    super();
    this.address = address;
    this.closed = false;
  }

  close() {
    this.closed = true;
  }

  say(event, data = {}) {
    this.dispatchEvent(Object.assign(new Event(event), { data: JSON.stringify(data) }));
  }
}

/** The streams that are opened from now on, in their order. */
export function eventSources() {
  const sources = [];
  globalThis.EventSource = class extends Source {
    constructor(address) {
      super(address);
      sources.push(this);
    }
  };
  return sources;
}
