/** A clock's figures. */

/** Hours, minutes and seconds, with a minus sign once time is over. @param {number} seconds */
export function clockFigure(seconds) {
  const whole = Math.abs(Math.trunc(seconds));
  const pad = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const figure = `${Math.floor(whole / 3600)}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`;
  return seconds < 0 ? `−${figure}` : figure;
}
