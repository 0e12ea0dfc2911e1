// The one script of an event's copy as files: what works there without a server. The export puts it
// and all that it imports into a classic script, since a page opened as a file may load no modules.

import "../../tournament/common/escape.js";
import "../../tournament/common/times.js";
import "../board/replay.js";
import { prepareSquares } from "./running_board.js";
import { prepareSearch } from "./search.js";

prepareSearch();
prepareSquares();
