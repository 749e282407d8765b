import module from 'node:module';
import { join } from 'node:path';

/** The oldest Node.js that can run this package and its dependencies. A test compares it with all their `engines` fields. */
export const oldestNode = '22.19.0';

/** Loads a program if this version of Node.js can run it. Otherwise prints which version to install, and sets exit code 1. */
export async function launch(load: () => Promise<unknown>): Promise<void> {
  if (isOlder(process.versions.node, oldestNode)) {
    process.stderr.write(
      `Node.js ${process.versions.node} is too old for this server: install ${oldestNode} or newer, best the LTS version from https://nodejs.org.\n`,
    );
    process.exitCode = 1;
    return;
  }
  // Caches compiled code for the next start. The cache is in a folder of our own, because anyone could put code into a shared
  // one. The function is not imported by name, because older versions of Node.js lack it: the import would fail before the
  // message above is printed.
  module.enableCompileCache?.(join(import.meta.dirname, '../../node_modules/.cache/compiled'));
  await load();
}

/** Returns true if the first version is older than the second. Exported for its test. */
export function isOlder(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => text.split('.').map(Number));
  const at = [0, 1, 2].find((place) => left?.[place] !== right?.[place]);
  return at !== undefined && (left?.[at] ?? 0) < (right?.[at] ?? 0);
}

/** For this many ms after the first signal, other signals are ignored. After Ctrl-C, the terminal and npm each send one. */
const oneSignal = 1000;

/** Calls `stop` at the first SIGINT or SIGTERM. A signal more than `oneSignal` ms later ends the process with exit code 1. */
export function onStopSignal(stop: () => void): void {
  let first: number | undefined;
  const hear = () => {
    if (first === undefined) {
      first = performance.now();
      stop();
    } else if (performance.now() - first > oneSignal) process.exit(1);
  };
  process.on('SIGINT', hear);
  process.on('SIGTERM', hear);
}
