import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import type { Subject } from './subjects.ts';

/** The number of examples for each operation. With more examples, a run would take too long. */
export const examples = 20;

/** The time limit of one run, in milliseconds; a run normally takes tens of seconds. */
const patience = 600_000;

/**
 * Runs Schemathesis with every check and every phase until its first failure, and returns whether it reported a
 * failure. A run takes about ten times as long as the suite.
 */
export function askSchemathesis(program: string, { contract, credentials }: Subject, baseUrl: string): Promise<boolean> {
  const args = [
    ...['run', contract, '--url', baseUrl, ...credentials],
    ...['--checks', 'all', '--max-examples', String(examples), '--max-failures', '1', '--no-shrink'],
    ...['--seed', '1', '--generation-deterministic'],
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'ignore'], timeout: patience });
    child.stdout.resume();
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 || code === 1 ? resolve(code === 1) : reject(new Error(`${program} ended with ${code ?? signal}.`)),
    );
  });
}
