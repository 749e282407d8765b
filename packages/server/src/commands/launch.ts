import module from 'node:module';
import { join } from 'node:path';

/** The oldest Node.js that runs this package and its dependencies. A test compares it with all their `engines`. */
export const oldestNode = '22.19.0';

/** Loads a program if this Node.js can run it. Otherwise prints which version to install, and sets exit code 1. */
export async function launch(load: () => Promise<unknown>): Promise<void> {
  if (isOlder(process.versions.node, oldestNode)) {
    process.stderr.write(
      `Node.js ${process.versions.node} is too old for this server: get ${oldestNode} or newer, best the version that https://nodejs.org calls LTS.\n`,
    );
    process.exitCode = 1;
    return;
  }
  // Keeps compiled code for the next start. Uses our own folder, because anyone could put code into a shared one. Older versions
  // of Node.js lack this function, so it is not imported by name: the import would fail before the message above.
  module.enableCompileCache?.(join(import.meta.dirname, '../../node_modules/.cache/compiled'));
  await load();
}

/** Returns whether one version is older than another. Exported for its test. */
export function isOlder(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => text.split('.').map(Number));
  const at = [0, 1, 2].find((place) => left?.[place] !== right?.[place]);
  return at !== undefined && (left?.[at] ?? 0) < (right?.[at] ?? 0);
}

/**
 * The time in milliseconds within which signals count as one: npm passes on a signal that the terminal has already sent
 * to its child.
 */
const oneSignal = 1000;

/** Calls `stop` at the first SIGINT or SIGTERM. A further signal ends the process at once, with exit code 1. */
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
