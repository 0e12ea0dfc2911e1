// Tries patterns of the tablet and the pages: a JSON list of {source, flags, texts} from standard
// input; prints the sources that read a text again and again.
import { readFileSync } from "node:fs";

const MAX_MICROSECONDS = 750_000;

/** @param {() => unknown} run */
const cpu = (run) => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

const slow = [];
for (const { source, flags, texts } of JSON.parse(readFileSync(0, "utf-8"))) {
  const pattern = new RegExp(source, flags);
  const each = texts.map((text) => cpu(() => text.replace(pattern, "")));
  if (Math.max(...each) > MAX_MICROSECONDS) slow.push(source);
}
console.log(JSON.stringify(slow));
