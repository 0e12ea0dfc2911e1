// Passkeys: the server says what to ask, the browser asks its person, and the form takes the answer
// along. Without this script one signs in with the password.

/**
 * @typedef {{ id: string, type: "public-key" }} Named
 * @typedef {object} ToSign
 * @property {string} challenge
 * @property {string} rpId
 * @property {UserVerificationRequirement} userVerification
 * @typedef {object} ToMake
 * @property {string} challenge
 * @property {{ id: string, name: string }} rp
 * @property {{ id: string, name: string, displayName: string }} user
 * @property {PublicKeyCredentialParameters[]} pubKeyCredParams
 * @property {Named[]} [excludeCredentials]
 * @property {AuthenticatorSelectionCriteria} authenticatorSelection
 */

/**
 * Bytes as the server writes them: base64url.
 * @param {string} text
 */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function text(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {ToSign} asked */
async function sign(asked) {
  const publicKey = { ...asked, challenge: bytes(asked.challenge) };
  const found = await navigator.credentials.get({ publicKey });
  if (!(found instanceof PublicKeyCredential)) return "";
  if (!(found.response instanceof AuthenticatorAssertionResponse)) return "";
  return written(found, {
    clientDataJSON: text(found.response.clientDataJSON),
    authenticatorData: text(found.response.authenticatorData),
    signature: text(found.response.signature),
  });
}

/** @param {ToMake} asked */
async function make(asked) {
  const excludeCredentials = (asked.excludeCredentials ?? []).map((one) => ({
    ...one,
    id: bytes(one.id),
  }));
  const user = { ...asked.user, id: bytes(asked.user.id) };
  const publicKey = { ...asked, challenge: bytes(asked.challenge), user, excludeCredentials };
  const made = await navigator.credentials.create({ publicKey });
  if (!(made instanceof PublicKeyCredential)) return "";
  if (!(made.response instanceof AuthenticatorAttestationResponse)) return "";
  return written(made, {
    clientDataJSON: text(made.response.clientDataJSON),
    attestationObject: text(made.response.attestationObject),
  });
}

/**
 * @param {PublicKeyCredential} credential
 * @param {Record<string, string>} response
 */
function written(credential, response) {
  const id = text(credential.rawId);
  return JSON.stringify({ id, rawId: id, type: credential.type, response });
}

/** @param {HTMLFormElement} form */
async function answered(form) {
  const { ask = "", confirm = "" } = form.dataset;
  const reply = await fetch(ask, { method: "POST", body: new FormData(form) });
  if (reply.redirected && confirm) {
    location.assign(confirm);
    return "";
  }
  const { publicKey } = await reply.json();
  return form.dataset.passkey === "make" ? make(publicKey) : sign(publicKey);
}

/** @param {HTMLFormElement} form */
function prepare(form) {
  const status = form.querySelector("[role=status]");
  const field = form.querySelector("[name=answer]");
  form.addEventListener("submit", async (event) => {
    if (!(field instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (status) status.textContent = "";
    try {
      field.value = await answered(form);
      if (field.value) form.submit();
    } catch {
      if (status) status.textContent = form.dataset.failed ?? "";
    }
  });
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!(form instanceof HTMLFormElement)) continue;
  if (window.PublicKeyCredential) prepare(form);
  else form.hidden = true;
}
