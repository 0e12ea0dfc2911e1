import assert from "node:assert/strict";
import { test } from "node:test";
import { pageOfBadge } from "../../../../../tournament/static/tournament/people/badge_scan.js";

test("a badge leads to its player's page on this site, whatever host was printed on it", () => {
  assert.equal(pageOfBadge("http://192.168.1.10:8000/e/spring-open/p/7/"), "/e/spring-open/p/7/");
  assert.equal(pageOfBadge("https://other.example/e/open/p/120/?x=1"), "/e/open/p/120/");
});

test("another code leads nowhere", () => {
  for (const code of [
    "",
    "hello",
    "javascript:alert(1)",
    "https://evil.example/e/open/p/7/../../admin/",
    "https://evil.example/admin/",
    "https://a.example/e/open/p/0/",
    "//evil.example/e/open/p/1",
  ]) {
    assert.equal(pageOfBadge(code), "");
  }
});
