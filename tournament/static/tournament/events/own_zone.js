// own zone: a new event is offered the time zone of whoever makes it

const zoneField = /** @type {HTMLInputElement | null} */ (document.querySelector("#id_time_zone"));
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (
  zoneField &&
  zoneField.value === zoneField.defaultValue &&
  zoneField.value === "UTC" &&
  ownZone
) {
  if (document.querySelector(`#time-zones option[value="${CSS.escape(ownZone)}"]`))
    zoneField.value = ownZone;
}
