/**
 * The runtime's own sentences in the three languages; the screens' are in `../i18n`.
 *
 * @import { Problem, Settings } from "./types.js"
 */

/** @typedef {keyof typeof EN} Code */

const EN = {
  "no-server": ["The server does not answer", "Check the Wi-Fi, then try the same pairing again."],
  refused: ["The server refused this", ""],
  waiting: ["Some events have not reached the server", "Wait until all are confirmed."],
  "no-answer": [
    "Nobody can answer this now",
    "The rules are still loading, or the server does not answer.",
  ],
  "not-recorded": ["Not recorded", ""],
  torn: [
    "This tablet's log is damaged",
    "Call the chief referee: its storage was changed or torn.",
  ],
  "storage-full": [
    "Not recorded: the storage is full",
    "Free some space, or go on with another tablet.",
  ],
  storage: [
    "This tablet cannot store it",
    "Reload; if it happens again, go on with another tablet.",
  ],
  closed: [
    "This game is closed",
    "Its result is confirmed; the chief referee can still correct it.",
  ],
  "not-writer": [
    "This tablet does not write for this table",
    "Take over, or go on with the other tablet.",
  ],
  "device-revoked": [
    "This tablet was taken off the table",
    "What it had not sent goes to the chief referee.",
  ],
  "token-unknown": [
    "The server does not know this tablet",
    "Pair it again; what it recorded is kept.",
  ],
  restored: [
    "The server was restored from a backup",
    "This tablet sends again what the server lost.",
  ],
  chief: [
    "The chief referee has to decide",
    "What the server could not accept is kept for the chief.",
  ],
  "tablet-full": [
    "Not recorded: this tablet may record no more for this table",
    "Call the chief referee: what it has recorded is kept.",
  ],
  "undo-later": [
    "Nothing was taken back",
    "The rules have to judge a correction first: try again once they are loaded.",
  ],
  "draw-changed": [
    "The draw of this table was changed",
    "Look at seats and roles once more, then start.",
  ],
  clock: [
    "This tablet’s clock is wrong",
    "Set its date and time. Until then the log gets the time the server told last.",
  ],
  "not-secure": ["This address is not secure", "A tablet needs https: open the set-up page first."],
};

/** @type {Record<Code, string[]>} */
const FR = {
  "no-server": [
    "Le serveur ne répond pas",
    "Vérifiez le Wi-Fi, puis réessayez la même association.",
  ],
  refused: ["Le serveur a refusé", ""],
  waiting: ["Des événements n’ont pas atteint le serveur", "Attendez que tous soient confirmés."],
  "no-answer": [
    "Personne ne peut répondre maintenant",
    "Les règles se chargent encore, ou le serveur ne répond pas.",
  ],
  "not-recorded": ["Non enregistré", ""],
  torn: [
    "Le journal de cette tablette est abîmé",
    "Appelez l’arbitre principal : sa mémoire a été modifiée ou coupée.",
  ],
  "storage-full": [
    "Non enregistré : la mémoire est pleine",
    "Libérez de la place ou continuez sur une autre tablette.",
  ],
  storage: [
    "Cette tablette ne peut pas l’enregistrer",
    "Rechargez ; si cela se répète, changez de tablette.",
  ],
  closed: [
    "Cette partie est close",
    "Son résultat est confirmé ; l’arbitre principal peut encore le corriger.",
  ],
  "not-writer": [
    "Cette tablette n’écrit pas pour cette table",
    "Prenez la main, ou continuez sur l’autre tablette.",
  ],
  "device-revoked": [
    "Cette tablette a été retirée de la table",
    "Ce qu’elle n’avait pas envoyé va à l’arbitre principal.",
  ],
  "token-unknown": [
    "Le serveur ne connaît pas cette tablette",
    "Associez-la de nouveau ; ses enregistrements sont gardés.",
  ],
  restored: [
    "Le serveur a été restauré d’une sauvegarde",
    "Cette tablette renvoie ce que le serveur a perdu.",
  ],
  chief: [
    "L’arbitre principal doit décider",
    "Ce que le serveur n’a pas pu accepter lui est gardé.",
  ],
  "tablet-full": [
    "Non enregistré : cette tablette ne peut plus rien enregistrer pour cette table",
    "Appelez l’arbitre principal : ce qui est enregistré est gardé.",
  ],
  "undo-later": [
    "Rien n’a été annulé",
    "Une correction doit d’abord être jugée : réessayez une fois les règles chargées.",
  ],
  "draw-changed": [
    "Le tirage de cette table a été modifié",
    "Regardez encore une fois les sièges et les rôles, puis commencez.",
  ],
  clock: [
    "L’horloge de cette tablette est fausse",
    "Réglez la date et l’heure. D’ici là, le journal reçoit la dernière heure donnée par le serveur.",
  ],
  "not-secure": [
    "Cette adresse n’est pas sécurisée",
    "Il faut https : ouvrez d’abord la page de préparation.",
  ],
};

/** @type {Record<Code, string[]>} */
const RU = {
  "no-server": ["Сервер не отвечает", "Проверьте Wi-Fi и повторите ту же привязку."],
  refused: ["Сервер отказал", ""],
  waiting: ["Не все события дошли до сервера", "Подождите, пока все будут подтверждены."],
  "no-answer": [
    "Сейчас никто не может ответить",
    "Правила ещё загружаются, или сервер не отвечает.",
  ],
  "not-recorded": ["Не записано", ""],
  torn: [
    "Журнал этого планшета повреждён",
    "Позовите главного судью: память изменена или оборвана.",
  ],
  "storage-full": [
    "Не записано: память заполнена",
    "Освободите место или продолжите на другом планшете.",
  ],
  storage: [
    "Планшет не может это сохранить",
    "Перезагрузите; если повторится, возьмите другой планшет.",
  ],
  closed: ["Эта игра закрыта", "Результат подтверждён; исправить его может главный судья."],
  "not-writer": [
    "Этот планшет не пишет за этот стол",
    "Возьмите запись на себя или продолжите на другом.",
  ],
  "device-revoked": ["Планшет снят со стола", "Неотправленное передаётся главному судье."],
  "token-unknown": ["Сервер не знает этот планшет", "Привяжите его снова; записанное сохранено."],
  restored: ["Сервер восстановлен из копии", "Планшет заново отправляет то, что сервер потерял."],
  chief: ["Решает главный судья", "То, что сервер не смог принять, сохранено для него."],
  "tablet-full": [
    "Не записано: этот планшет больше ничего не может записать для этого стола",
    "Позовите главного судью: записанное сохранено.",
  ],
  "undo-later": [
    "Ничего не отменено",
    "Сначала нужно оценить исправление: повторите, когда правила загрузятся.",
  ],
  "draw-changed": [
    "Жеребьёвка этого стола изменена",
    "Проверьте ещё раз места и роли, затем начинайте.",
  ],
  clock: [
    "Часы этого планшета неверны",
    "Установите дату и время. До этого в журнал идёт время, которое последним сообщил сервер.",
  ],
  "not-secure": ["Этот адрес не защищён", "Нужен https: сначала откройте страницу настройки."],
};

const MESSAGES = { en: EN, fr: FR, ru: RU };
/** @type {Settings["language"]} */
let current = "en";

/** @param {Settings["language"]} language */
export function setMessageLanguage(language) {
  current = language;
}

/**
 * @param {string} code of the problem
 * @param {{detail?: string | null, as?: Code}} [more] the server's sentence; the message's code
 *   where it differs
 * @returns {Problem}
 */
export function problemFor(code, { detail, as } = {}) {
  const [title = "", text = ""] = MESSAGES[current][as ?? /** @type {Code} */ (code)] ?? [code];
  return { code, title, detail: detail || text };
}
