import { spawn } from 'node:child_process';
import module, { createRequire } from 'node:module';
import { join } from 'node:path';

/** The oldest major version of Node.js that the database's binary runs on. */
const oldest = 22;

/**
 * Runs the program that `load` imports on a Node.js that it can run on: this one, else the one that came with the package (Linux).
 * It loads nothing before it has found one. Sets exit code 1 and says why when there is none.
 */
export async function launch(load: () => Promise<unknown>): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) >= oldest) {
    // Keeps compiled code for the next start, in our own folder: in one that all may write to, anyone could have put it there.
    // By way of the module: an older Node.js, which has no such function, must get as far as the sentence below.
    module.enableCompileCache?.(join(import.meta.dirname, '../../node_modules/.cache/compiled'));
    await load();
    return;
  }
  const node = findBundledNode();
  if (node === undefined) {
    process.stderr.write(`Node.js ${process.versions.node} is too old: ${oldest} or newer is needed.\n`);
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(
      `The Node.js in this package cannot be started (${error.message}), and ${process.versions.node} is too old.\n`,
    );
    process.exitCode = 1;
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

function findBundledNode(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/bin/node`);
  } catch {
    return undefined;
  }
}
