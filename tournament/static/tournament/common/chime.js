// A gentle sound. Browsers play none before a click on the page, so a button asks for it and says
// whether it is on. The wish outlives the page, which is another one after every form that is sent:
// a browser that trusts the site plays again at once, others after any click or key.

const NOTES_HZ = [659.26, 880];
const NOTE_S = 0.45;
const LOUDNESS = 0.18;
const WISH = "chime";

/** Two soft notes, one after the other. @param {AudioContext} audio */
function play(audio) {
  NOTES_HZ.forEach((pitch, at) => {
    const from = audio.currentTime + at * 0.22;
    const note = new OscillatorNode(audio, { type: "sine", frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(LOUDNESS, from + 0.03);
    volume.gain.exponentialRampToValueAtTime(0.001, from + NOTE_S);
    note.connect(volume).connect(audio.destination);
    note.start(from);
    note.stop(from + NOTE_S);
  });
}

/** Whether the sound was asked for in this tab. */
function remembered() {
  try {
    return sessionStorage.getItem(WISH) === "on";
  } catch {
    return false; // a browser that keeps nothing
  }
}

/** @param {boolean} wanted */
function remember(wanted) {
  try {
    sessionStorage.setItem(WISH, wanted ? "on" : "off");
  } catch {
    // Then the next page asks again.
  }
}

/**
 * Let a button switch the sound.
 * @param {HTMLElement} button with its texts in `data-on` and `data-off`
 * @returns {() => void} plays it, if it is on
 */
export function chime(button) {
  /** @type {AudioContext | null} */
  let audio = null;
  let wanted = remembered();

  const isOn = () => wanted && audio?.state === "running";
  const show = () => {
    button.setAttribute("aria-pressed", String(isOn()));
    button.textContent = (isOn() ? button.dataset.on : button.dataset.off) ?? "";
  };
  const open = async () => {
    audio ??= new AudioContext();
    audio.onstatechange = show;
    await audio.resume();
    return audio;
  };
  button.addEventListener("click", async () => {
    wanted = !isOn();
    remember(wanted);
    if (wanted) play(await open());
    show();
  });
  for (const use of ["pointerup", "keyup"]) {
    document.addEventListener(use, ({ target }) => {
      const own = target instanceof Node && button.contains(target);
      if (wanted && !own && !isOn()) void open();
    });
  }
  if (wanted) void open();
  show();
  return () => {
    if (audio && isOn()) play(audio);
  };
}
