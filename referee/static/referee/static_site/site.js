// The one script of an event's copy as files: what works there without a server. The export puts it
// and all that it imports into a classic script, since a page opened as a file may load no modules.

import "../../tournament/common/escape.js";
import "../../tournament/common/times.js";
import "../board/replay.js";
import { SquareChoice } from "../board/square_choice.js";
import { prepareSearch } from "./search.js";

prepareSearch();
// A game that was being played: its squares tell what they are, as they were when it was copied.
const running = document.getElementById("running");
if (running) {
  running.querySelector(".board-drawing")?.setAttribute("role", "group");
  new SquareChoice(running, running.dataset.currency ?? "");
}
