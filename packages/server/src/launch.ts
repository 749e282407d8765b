import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** What the database's binary needs. */
const OLDEST = 22;

/**
 * Runs a program of this package on a Node.js that it can run on: this one, else the one that came with the package (Linux).
 * Loads nothing of the program before that is known. Sets exit code 1 and says why when there is none.
 */
export async function launch(program: URL): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST) return void (await import(program.href));
  const node = findBundledNode();
  if (node === undefined) {
    process.stderr.write(`Node.js ${process.versions.node} is too old: ${OLDEST} or newer is needed.\n`);
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [fileURLToPath(program), ...process.argv.slice(2)], { stdio: 'inherit' });
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
