import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningSubject } from '../faults/fault.ts';
import type { Report } from '../src/report/report.ts';

const bin = join(import.meta.dirname, '../bin/conformance.ts');
const scratch = mkdtempSync(join(tmpdir(), 'payment-invoice-conformance-test-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** The command as a user ran it: a process, its output and its exit code. */
export interface CommandRun {
  exit: number;
  output: string;
  /** Folder of the reports. */
  out: string;
  report(): Report;
}

/** Runs the command in a process of its own, without the environment's BASE_URL and TOKENs. */
export function runConformance(...args: string[]): Promise<CommandRun> {
  return startConformance(args).ended;
}

/** The same, still running. */
export function startConformance(args: string[]): {
  child: ChildProcess;
  out: string;
  printed: () => string;
  ended: Promise<CommandRun>;
} {
  const out = mkdtempSync(join(scratch, 'run-'));
  // MODE is vitest's, and would be read by the sandbox.
  const { BASE_URL: _url, TOKEN: _token, OTHER_TOKEN: _other, CONFORMANCE_START: _start, MODE: _mode, ...env } = process.env;
  const child = spawn(process.execPath, [bin, '--out', out, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const ended = new Promise<CommandRun>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const report = (): Report => JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
      resolve({ exit: code ?? -1, output, out, report });
    });
  });
  return { child, out, printed: () => output, ended };
}

/** The options that name a running server. */
export const against = ({ baseUrl, token }: RunningSubject): string[] => ['--base-url', baseUrl, '--token', token];

/** A `--pay` command for servers whose receipts are written like those of the base of the faulty servers. */
export const payBase = `sh '${join(import.meta.dirname, 'pay-base.sh')}'`;
