import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import type { Subject } from './subjects.ts';

/** The examples of each operation: with more its runs take longer than anybody waits. */
export const examples = 20;

/** Milliseconds for one run; it takes tenths of that. */
const patience = 600_000;

/**
 * Runs Schemathesis with every check and every phase, until its first failure, and returns whether it reports one. It is not held
 * to the time that the suite takes, which is a tenth of its own.
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
