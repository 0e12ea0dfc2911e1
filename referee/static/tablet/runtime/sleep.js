/** A wait that can be ended before its time. */
export class Sleep {
  constructor() {
    /** Ends the one that lasts; without one it does nothing. */
    this.end = () => {};
  }

  /** @param {number} delay milliseconds @returns {Promise<void>} */
  start(delay) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.end(), delay);
      this.end = () => {
        clearTimeout(timer);
        this.end = () => {};
        resolve();
      };
    });
  }
}
