/** The sound of the clock. Browsers play none before a first tap on the page: any tap will do. */

const NOTES_HZ = [784, 988, 1175];
const NOTE_S = 0.4;
const APART_S = 0.25;
const LOUDNESS = 0.3;

export class AlarmSound {
  constructor() {
    /** @private @type {AudioContext | null} */ this.audio = null;
    document.addEventListener("pointerup", () => this.unlock(), { once: true });
  }

  /** @private A browser without sound stays silent. */
  unlock() {
    if (typeof AudioContext === "undefined") return;
    this.audio ??= new AudioContext();
    this.audio.resume().catch(() => undefined);
  }

  ring() {
    const { audio } = this;
    if (!audio) return;
    NOTES_HZ.forEach((frequency, index) => {
      const from = audio.currentTime + index * APART_S;
      const note = new OscillatorNode(audio, { type: "sine", frequency });
      const volume = new GainNode(audio, { gain: 0 });
      volume.gain.setValueAtTime(0, from);
      volume.gain.linearRampToValueAtTime(LOUDNESS, from + 0.03);
      volume.gain.exponentialRampToValueAtTime(0.001, from + NOTE_S);
      note.connect(volume).connect(audio.destination);
      note.start(from);
      note.stop(from + NOTE_S);
    });
  }
}
