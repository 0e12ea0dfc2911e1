// Shows every moment in the reader's own time zone and language.
// Without this script the page keeps the server's text, which names its zone.

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const FORMATS = {
  day: { dateStyle: "medium", timeZone: "UTC" }, // Of a calendar: it has no zone.
  date: { dateStyle: "medium" },
  time: { timeStyle: "short" },
  datetime: { dateStyle: "medium", timeStyle: "short" },
};

/** The page's language as the reader's region writes it, as on the tablet: 12:01 in Britain, 12:01 PM
 * in America. */
export function regional() {
  const language = document.documentElement.lang;
  const reads = (/** @type {string} */ known) => known.split("-")[0] === language && isTag(known);
  return navigator.languages.find(reads) ?? language;
}

/** Whether it names a language to the browser: one started without a language of its own tells
 * "en-US@posix", which does not. @param {string} tag */
function isTag(tag) {
  try {
    return Boolean(new Intl.Locale(tag));
  } catch {
    return false;
  }
}

/**
 * Rewrite the `<time data-moment>` elements inside `root`.
 * @param {ParentNode} root
 */
export function localise(root) {
  const language = regional();
  for (const element of root.querySelectorAll("time[data-moment]")) {
    const moment = new Date(element.getAttribute("datetime") ?? "");
    const format = FORMATS[element.getAttribute("data-moment") ?? ""];
    if (!format || Number.isNaN(moment.getTime())) continue;
    element.textContent = new Intl.DateTimeFormat(language, format).format(moment);
  }
}

localise(document);
