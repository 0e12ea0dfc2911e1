/** The entry of the page. */

import { openTablet } from "../runtime/tablet.js";
import { App } from "./app.js";
import { loadFonts } from "./fonts.js";

const root = document.getElementById("tablet");
if (root === null) throw new Error("the page has no place for the tablet");
const [tablet] = await Promise.all([openTablet(), loadFonts()]);
new App(root, tablet).start();
