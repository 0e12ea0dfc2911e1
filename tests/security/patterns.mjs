// Tries patterns of the tablet and the pages: a line of JSON each, {source, flags, texts}, from
// standard input (no string of Node's takes all of them); prints the sources that read a text again
// and again.
import { createInterface } from "node:readline";

const MAX_MICROSECONDS = 750_000;

/** @param {() => unknown} run */
const cpu = (run) => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

const slow = [];
for await (const line of createInterface({ input: process.stdin })) {
  const { source, flags, texts } = JSON.parse(line);
  const pattern = new RegExp(source, flags);
  const each = texts.map((text) => cpu(() => text.replace(pattern, "")));
  if (Math.max(...each) > MAX_MICROSECONDS) slow.push(source);
}
console.log(JSON.stringify(slow));
