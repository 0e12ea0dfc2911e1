/** The app's entry as it is, with the runtime left within reach of the test. */
import { openTablet } from "../runtime/tablet.js";
import { App } from "./app.js";

const root = document.getElementById("tablet");
window.tablet = await openTablet();
new App(root, window.tablet).start();
