/**
 * What the engine has answered about the position on the screen: each question is asked until it is
 * answered, and another position forgets all of it.
 */
export class EngineAnswers {
  /** @param {() => void} arrived called after each answer */
  constructor(arrived) {
    /** @private */ this.arrived = arrived;
    /** @private */ this.position = "";
    /** @private @type {Map<string, unknown>} */ this.answers = new Map();
  }

  /**
   * @template T
   * @param {string} position what the answers are about
   * @param {string} key names the question
   * @param {() => Promise<T>} question
   * @returns {T | null} null until the answer is there
   */
  get(position, key, question) {
    if (this.position !== position) {
      this.position = position;
      this.answers = new Map();
    }
    const { answers } = this;
    if (!answers.has(key)) {
      answers.set(key, null);
      void question().then((answer) => {
        answers.set(key, answer);
        // Nobody could judge: the next drawing asks again.
        if (answer === null) answers.delete(key);
        else this.arrived();
      });
    }
    return /** @type {T | null} */ (answers.get(key));
  }
}
