import module from 'node:module';
import { join } from 'node:path';

/** The oldest Node.js that everything we install runs on; a test compares it with `engines` of this package and of those. */
export const oldestNode = '22.19.0';

/** Imports a program by `load` where this Node.js can run it. Where it cannot, it loads nothing, says which one to get, and sets exit code 1. */
export async function launch(load: () => Promise<unknown>): Promise<void> {
  if (isOlder(process.versions.node, oldestNode)) {
    process.stderr.write(
      `Node.js ${process.versions.node} is too old for this server: get ${oldestNode} or newer, best the version that https://nodejs.org calls LTS.\n`,
    );
    process.exitCode = 1;
    return;
  }
  // Keeps compiled code for the next start, in our own folder: in one that all may write to, anyone could have put it there.
  // By way of the module: an older Node.js, which has no such function, must get as far as the sentence above.
  module.enableCompileCache?.(join(import.meta.dirname, '../../node_modules/.cache/compiled'));
  await load();
}

/** Compares two versions. Exported for its test. */
export function isOlder(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => text.split('.').map(Number));
  const at = [0, 1, 2].find((place) => left?.[place] !== right?.[place]);
  return at !== undefined && (left?.[at] ?? 0) < (right?.[at] ?? 0);
}
