import { spawn } from 'node:child_process';
import { CaseInconclusive } from '../engine/case.ts';
import type { Adapter } from './adapter.ts';

const longest = 30_000;

/**
 * An adapter that runs a command for each payment: it gets one JSON line `{invoice, amount, outcome}` on
 * standard input and prints the receipt. A non-zero exit means that this deployment cannot produce it.
 */
export function payByCommand(command: string): Adapter {
  return {
    pay: (request) =>
      new Promise((resolve, reject) => {
        const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'], timeout: longest });
        let output = '';
        child.stdout.on('data', (chunk) => {
          output += chunk;
        });
        child.on('error', (error) => reject(new CaseInconclusive(`The --pay command cannot be run: ${error.message}`)));
        child.on('close', (code, signal) => {
          if (signal) reject(new CaseInconclusive(`The --pay command gave no receipt within ${longest / 1000} s.`));
          else resolve(code === 0 && output.trim() !== '' ? output.trim() : null);
        });
        // A command that does not read its input closes the pipe early; that is its right.
        child.stdin.on('error', () => {});
        child.stdin.end(`${JSON.stringify(request)}\n`);
      }),
  };
}
