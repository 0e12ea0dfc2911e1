/**
 * Runs pytest on the tablets' CPython under Node: node tablet_python.mjs PYODIDE ROOT SITE ARGUMENT…
 */
import { pathToFileURL } from "node:url";

const [folder, root, site, ...args] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: folder });
for (const [name, path] of [
  ["/project", root],
  ["/site", site],
]) {
  python.FS.mkdir(name);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: path }, name);
}
python.globals.set("arguments", python.toPy(args));
let code = 1;
try {
  code = python.runPython(`
import os, sys
# Behind the standard library: the packages of this machine's Python are only those that are pure.
sys.path += ["/project", "/site"]
os.chdir("/project")
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"

class Anything:
    """Hypothesis, which has parts compiled for this machine: what it draws examples for is left out."""
    def __init__(self, *args, **options): pass
    def __call__(self, *args, **options): return self
    def __getattr__(self, name):
        if name.startswith("__"): raise AttributeError(name)
        return self
    def __or__(self, other): return self

for name in ("hypothesis", "hypothesis.strategies", "hypothesis.stateful"):
    sys.modules[name] = Anything()
import pytest
print("CPython", sys.version.split()[0])
int(pytest.main(list(arguments)))
`);
} catch (error) {
  console.error(error.message);
}
process.exit(code);
