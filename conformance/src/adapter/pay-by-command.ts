import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import type { Adapter, DifferentReceipt, PaymentRequest } from './adapter.ts';
import { endGroup, spawnGroup } from './process-group.ts';

const longest = 30_000;
const severalLines =
  'The --pay command printed several lines on standard output, where only the receipt belongs. Print all else on standard error; for receipts that have several lines give an --adapter.';

/**
 * Makes an adapter that runs a command for each payment: it gets one JSON line `{invoice, amount, outcome}` on
 * standard input and prints the receipt. A non-zero exit means that this deployment cannot produce it: the case is
 * skipped with the last line that the command printed on standard error.
 */
export function payByCommand(command: string): Adapter {
  return {
    pay: (request) =>
      new Promise((resolve, reject) => {
        const child = spawnGroup(command, { stdio: 'pipe' }) as ChildProcessWithoutNullStreams;
        const late = setTimeout(() => {
          endGroup(child, 'SIGKILL');
          reject(new CaseInconclusive(`The --pay command gave no receipt within ${longest / 1000} s.`));
        }, longest);
        let output = '';
        child.stdout.on('data', (chunk) => {
          output += chunk;
        });
        let errors = '';
        child.stderr.on('data', (chunk) => {
          errors = (errors + chunk).slice(-2000);
        });
        child.on('error', (error) => reject(new CaseInconclusive(`The --pay command cannot be run: ${error.message}`)));
        child.on('close', (code, signal) => {
          clearTimeout(late);
          if (signal) reject(new CaseInconclusive(`The --pay command was ended by ${signal}.`));
          else if (code === 0 && output.trim().includes('\n')) reject(new CaseInconclusive(severalLines));
          else if (code === 0 && output.trim() !== '') resolve(readReceipt(output.trim(), request));
          else reject(new CaseSkipped(describeRefusal(request.outcome, code, errors), `pay with outcome ${request.outcome}`));
        });
        // A command need not read its input, and may close the pipe early.
        child.stdin.on('error', () => {});
        child.stdin.end(`${JSON.stringify(request)}\n`);
      }),
  };
}

/** Reads what a command printed: where the receipt was to differ, JSON with the receipt and with what differs. */
function readReceipt(text: string, { differs }: PaymentRequest): string | DifferentReceipt {
  if (differs === undefined) return text;
  try {
    const { receipt, differs: named } = JSON.parse(text) ?? {};
    return typeof receipt === 'string' && typeof named === 'string' ? { receipt, differs: named } : text;
  } catch {
    return text;
  }
}

function describeRefusal(outcome: string, code: number | null, errors: string): string {
  const said = errors.trim().split('\n').at(-1);
  const ended = code === 0 ? 'printed no receipt' : `ended with ${code}`;
  return `The --pay command ${ended} for outcome ${outcome}: this deployment cannot produce it${said ? ` (${said})` : ''}.`;
}
