// The page of all seats: a badge can be scanned here, too.

import { prepareScan } from "../people/scan_button.js";

prepareScan();
