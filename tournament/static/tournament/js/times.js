// Shows every moment in the reader's own time zone and language.
// Without this script the page keeps the server's text, which names its zone.

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const FORMATS = {
  date: { dateStyle: "long" },
  time: { timeStyle: "short" },
  datetime: { dateStyle: "medium", timeStyle: "short" },
};

/**
 * Rewrite the `<time data-moment>` elements inside `root`.
 * @param {ParentNode} root
 */
function localise(root) {
  const language = document.documentElement.lang || undefined;
  for (const element of root.querySelectorAll("time[data-moment]")) {
    const moment = new Date(element.getAttribute("datetime") ?? "");
    const format = FORMATS[element.getAttribute("data-moment") ?? ""];
    if (!format || Number.isNaN(moment.getTime())) continue;
    element.textContent = new Intl.DateTimeFormat(language, format).format(moment);
  }
}

localise(document);
