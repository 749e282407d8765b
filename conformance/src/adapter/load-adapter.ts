import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sandboxAdapter } from '../../adapters/sandbox.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import { attempt } from '../text/attempt.ts';
import type { Adapter, DifferentReceipt, PaymentRequest } from './adapter.ts';
import { endGroup, spawnGroup } from './process-group.ts';

/** Sources of the adapter's functions. Without any source, the suite submits made-up receipts. */
export interface AdapterSource {
  module?: string | Adapter;
  payCommand?: string;
  tokenCommand?: string;
}

/** Loads an adapter: `sandbox`, or that of a module file. @throws Error with a full sentence if the module cannot be used */
export async function loadAdapter({ tokenCommand, ...source }: AdapterSource): Promise<Adapter> {
  const adapter = await loadPayer(source);
  // Keeps the given adapter as the prototype instead of copying its functions, which may use `this`.
  return tokenCommand === undefined ? adapter : Object.create(adapter, { token: { value: tokenByCommand(tokenCommand) } });
}

async function loadPayer({ module, payCommand }: AdapterSource): Promise<Adapter> {
  if (payCommand !== undefined) return payByCommand(payCommand);
  if (module === undefined) return {};
  if (module === 'sandbox') return sandboxAdapter;
  if (typeof module === 'object') return check(module, 'that was given');
  let loaded: Adapter & { default?: Adapter };
  try {
    loaded = await import(pathToFileURL(resolve(module)).href);
  } catch (error) {
    if (!existsSync(module)) throw new Error(`The adapter ${module} cannot be loaded: there is no such file.`);
    throw new Error(`The adapter ${module} cannot be loaded: ${error instanceof Error ? error.message : error}`);
  }
  return check(loaded.default ?? loaded, module);
}

function check(adapter: Adapter, name: string): Adapter {
  // An adapter for an API without payments needs no `pay`, but it must have `mintToken`.
  if (typeof (adapter.pay ?? adapter.mintToken) !== 'function')
    throw new Error(`The adapter ${name} exports no function pay, nor mintToken.`);
  return adapter;
}

const longest = 30_000;
const severalLines =
  'The --pay command printed several lines on standard output, where only the receipt belongs. Print everything else on standard error. If your receipts have several lines, use an --adapter.';

interface Ended {
  code: number | null;
  /** The command's standard output without surrounding white space. */
  output: string;
  /** The last line that the command wrote to standard error. */
  said: string | undefined;
}

/** Runs a command until it ends. @throws CaseInconclusive if the command cannot be started, is killed or takes too long */
function askCommand(command: string, option: string, gives: string, input = ''): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawnGroup(command, { stdio: 'pipe' }) as ChildProcessWithoutNullStreams;
    const late = setTimeout(() => {
      endGroup(child, 'SIGKILL');
      reject(new CaseInconclusive(`The ${option} command printed no ${gives} within ${longest / 1000} s.`));
    }, longest);
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors = (errors + chunk).slice(-2000);
    });
    child.on('error', (error) => reject(new CaseInconclusive(`The ${option} command could not be started: ${error.message}`)));
    child.on('close', (code, signal) => {
      clearTimeout(late);
      if (signal) reject(new CaseInconclusive(`The ${option} command was ended by ${signal}.`));
      else resolve({ code, output: output.trim(), said: errors.trim().split('\n').at(-1) });
    });
    // Ignores the error of a command that closes its input without reading all of it.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/**
 * Makes an adapter that runs a command for each payment. The command reads one JSON line `{invoice, amount, outcome}` from
 * standard input and prints the receipt. Any exit code other than 0 skips the case, and the last line of standard error says why.
 */
export function payByCommand(command: string): Adapter {
  return {
    async pay(request) {
      const { code, output, said } = await askCommand(command, '--pay', 'receipt', `${JSON.stringify(request)}\n`);
      if (code === 0 && output.includes('\n')) throw new CaseInconclusive(severalLines);
      if (code === 0 && output !== '') return readReceipt(output, request);
      const ended = code === 0 ? 'printed no receipt' : `ended with ${code}`;
      const why = said ? ` (${said})` : '';
      throw new CaseSkipped(
        `The --pay command ${ended} for outcome ${request.outcome}: this deployment cannot produce it${why}.`,
      );
    },
  };
}

/** Makes an adapter's `token` function from a command that prints a token. */
const tokenByCommand = (command: string) => async (): Promise<string> => {
  const { code, output, said } = await askCommand(command, '--token-command', 'token');
  if (code !== 0) throw new CaseInconclusive(`The --token-command ended with ${code}${said ? ` (${said})` : ''}.`);
  return output;
};

/** Reads the command's output. The output is the receipt or, if a difference was requested, JSON with `receipt` and `differs`. */
function readReceipt(text: string, { differs }: PaymentRequest): string | DifferentReceipt {
  if (differs === undefined) return text;
  const { receipt, differs: named } = attempt(() => JSON.parse(text)) ?? {};
  return typeof receipt === 'string' && typeof named === 'string' ? { receipt, differs: named } : text;
}
