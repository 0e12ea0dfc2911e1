/**
 * The words of the screens in three languages, with their plurals, numbers and sums.
 *
 * @import { VNode } from "./dom.js"
 *
 * @typedef {"en" | "fr" | "ru"} Language
 * @typedef {keyof typeof en} Key
 * @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Message one, or one for each plural form
 * @typedef {Record<string, string | number>} Params
 */
import en from "../i18n/en.js";
import fr from "../i18n/fr.js";
import ru from "../i18n/ru.js";
import { h } from "./dom.js";
import { elided } from "./elision.js";

/** @type {Record<Language, Record<string, Message>>} */
const CATALOGUES = { en, fr, ru };

/**
 * A language as the person's region writes it, as on the site's pages: 19:58 in Britain, 7:58 PM in
 * America.
 *
 * @param {Language} language
 */
export function regional(language) {
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

/** What an element says. @param {VNode} node @returns {string} */
function textIn(node) {
  if (node && typeof node === "object") return node.children.map(textIn).join("");
  return String(node ?? "");
}

/** Everything a screen says, in one language. */
export class Speech {
  /** @param {Language} language */
  constructor(language) {
    this.language = language;
    this.messages = CATALOGUES[language];
    this.plurals = new Intl.PluralRules(language);
    this.numbers = new Intl.NumberFormat(language);
    this.times = new Intl.DateTimeFormat(regional(language), { timeStyle: "short" });
  }

  /**
   * The sentence `key` with its `{holes}` filled; the hole `n` also chooses the plural form.
   *
   * @param {Key} key
   * @param {Params} [params]
   * @returns {string}
   */
  t(key, params = {}) {
    const textOf = (/** @type {string} */ hole) => this.fill(params[hole]);
    const sentence = elided(this.pattern(key, params), textOf);
    return sentence.replace(/\{(\w+)\}/g, (_, hole) => textOf(hole));
  }

  /**
   * Like `t`, with names isolated from the direction of the text around them.
   *
   * @param {Key} key
   * @param {Record<string, VNode>} params
   * @returns {VNode[]}
   */
  tWithNames(key, params) {
    return elided(this.pattern(key, {}), (hole) => textIn(params[hole]))
      .split(/(\{\w+\})/)
      .map((part) => {
        const hole = part.match(/^\{(\w+)\}$/)?.[1];
        return hole === undefined ? part : h("bdi", { class: "hole" }, params[hole]);
      });
  }

  /**
   * @param {Key} key
   * @param {Params} params
   * @returns {string}
   */
  pattern(key, params) {
    const message = this.messages[key] ?? en[key];
    if (typeof message === "string") return message;
    const form = this.plurals.select(Number(params.n ?? 0));
    return /** @type {Partial<Record<string, string>>} */ (message)[form] ?? message.other ?? "";
  }

  /** @param {string | number | undefined} value */
  fill(value) {
    return typeof value === "number" ? this.numbers.format(value) : (value ?? "");
  }

  /**
   * Whole currency units with the game's sign.
   *
   * @param {number} amount
   * @param {string} sign
   */
  money(amount, sign) {
    const figure = this.numbers.format(Math.abs(amount));
    const minus = amount < 0 ? "−" : "";
    return this.language === "en" ? `${minus}${sign}${figure}` : `${minus}${figure}\u00a0${sign}`;
  }

  /**
   * A change of cash: the plus is said too.
   *
   * @param {number} amount
   * @param {string} sign
   */
  change(amount, sign) {
    return amount > 0 ? `+${this.money(amount, sign)}` : this.money(amount, sign);
  }
}

/** @type {Map<Language, Speech>} */
const speeches = new Map();

/**
 * @param {Language} language
 * @returns {Speech}
 */
export function speechFor(language) {
  const known = speeches.get(language) ?? new Speech(language);
  speeches.set(language, known);
  return known;
}
