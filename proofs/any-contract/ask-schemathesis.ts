import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import type { Subject } from './subjects.ts';

/** The number of examples for each operation; with more, a run takes too long to wait for. */
export const examples = 20;

/** The time limit of one run, in milliseconds; a run normally takes tens of seconds. */
const patience = 600_000;

/**
 * Runs Schemathesis with every check and every phase until its first failure, and returns whether it reported one. It gets more
 * time than the suite, which takes a tenth as long.
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
