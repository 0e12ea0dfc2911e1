// The page of all seats: a badge can be scanned here, too.

import { prepareScan } from "./scan_button.js";

prepareScan();
