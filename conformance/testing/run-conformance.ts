import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../src/command/run-command.ts';
import type { RunningServer } from '../src/engine/running-server.ts';
import type { Report } from '../src/report/report.ts';

const bin = join(import.meta.dirname, '../bin/conformance.ts');
const scratch = mkdtempSync(join(tmpdir(), 'payment-invoice-conformance-test-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** A finished run of the command. */
export interface CommandRun {
  exit: number;
  output: string;
  /** Folder of the reports. */
  out: string;
  report(): Report;
}

// The command would otherwise read the environment variables of whoever runs the tests.
const {
  BASE_URL: _url,
  TOKEN: _token,
  OTHER_TOKEN: _other,
  CONFORMANCE_START: _start,
  CALLBACK_SECRET: _secret,
  ...env
} = process.env;

/** Runs the command in this process, which is faster, for tests that need no process of its own. */
export async function runConformance(...args: string[]): Promise<CommandRun> {
  const named = args.includes('--out') ? args[args.indexOf('--out') + 1] : undefined;
  const out = named ?? mkdtempSync(join(scratch, 'run-'));
  let output = '';
  const print = (text: string): void => {
    output += text;
  };
  const surroundings = {
    print,
    terminal: { isTTY: false, write: print },
    interrupt: new AbortController().signal,
  };
  const exit = await runCommand(named === undefined ? ['--out', out, ...args] : args, { environment: env, ...surroundings });
  return { exit, output, out, report: reportIn(out) };
}

/** Runs the command as a user does, as a process, and returns its output and exit code. */
export function runAsProcess(...args: string[]): Promise<CommandRun> {
  return startConformance(args).ended;
}

/** Starts the command as a process. */
export function startConformance(args: string[]): {
  child: ChildProcess;
  out: string;
  printed: () => string;
  ended: Promise<CommandRun>;
} {
  const out = mkdtempSync(join(scratch, 'run-'));
  const child = spawn(process.execPath, [bin, '--out', out, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const ended = new Promise<CommandRun>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ exit: code ?? -1, output, out, report: reportIn(out) }));
  });
  return { child, out, printed: () => output, ended };
}

const reportIn = (out: string) => (): Report => JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));

/** Returns the options that name a running server. */
export const against = ({ baseUrl, token }: RunningServer): string[] => ['--base-url', baseUrl, '--token', token];

/** A `--pay` command that writes receipts in the format that the faulty servers accept. */
export const payBase = `sh '${join(import.meta.dirname, 'pay-base.sh')}'`;
