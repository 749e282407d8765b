import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect } from 'vitest';
import { runCommand } from '../src/command/run-command.ts';
import type { RunningServer } from '../src/engine/running-server.ts';
import type { Report } from '../src/report/report.ts';

const room = join(import.meta.dirname, '..');
/**
 * The folder into which this test worker bundles the command, as the published package does. The tests start the command dozens
 * of times, and a bundle starts in half the time. The folder is inside the suite's own, so that Node.js finds the suite's
 * dependencies.
 */
const joined = join(room, `node_modules/.cache/joined-${process.env.VITEST_POOL_ID ?? 0}`);
let bin: string | undefined;

/** Bundles the command when a test starts it for the first time, and returns the path of the bundle. */
function joinCommand(): string {
  if (bin !== undefined) return bin;
  const entryPoints = [join(room, 'bin/conformance.ts')];
  const form = { bundle: true, splitting: true, format: 'esm', platform: 'node', packages: 'external' } as const;
  const { outputFiles } = buildSync({ ...form, entryPoints, outdir: joined, outExtension: { '.js': '.mjs' }, write: false });
  mkdirSync(joined, { recursive: true });
  // Writes only files that have changed, because another test run may be reading the unchanged ones.
  const files = new Map(outputFiles.map(({ path, contents }) => [path, contents]));
  for (const old of readdirSync(joined)) if (!files.has(join(joined, old))) rmSync(join(joined, old));
  for (const [path, contents] of files)
    if (!existsSync(path) || !readFileSync(path).equals(contents)) writeFileSync(path, contents);
  bin = join(joined, 'conformance.mjs');
  return bin;
}

const scratch = mkdtempSync(join(tmpdir(), 'payment-invoice-conformance-test-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** A finished run of the command, with its output and exit code. */
export interface CommandRun {
  exit: number;
  output: string;
  /** The folder to which the run wrote its reports. */
  out: string;
  report(): Report;
}

// Removes the command's environment variables, which the developer who runs the tests may have set.
const {
  BASE_URL: _url,
  TOKEN: _token,
  OTHER_TOKEN: _other,
  CONFORMANCE_START: _start,
  CALLBACK_SECRET: _secret,
  ...env
} = process.env;

/** Runs the command in this process, which is faster than starting a new one. */
export async function runConformance(...args: string[]): Promise<CommandRun> {
  const named = args.includes('--out') ? args[args.indexOf('--out') + 1] : undefined;
  const out = named ?? mkdtempSync(join(scratch, 'run-'));
  let output = '';
  const print = (text: string): void => {
    output += text;
  };
  const surroundings = { print, terminal: { isTTY: false, write: print }, interrupt: new AbortController().signal };
  const exit = await runCommand(named === undefined ? ['--out', out, ...args] : args, { environment: env, ...surroundings });
  return { exit, output, out, report: reportIn(out) };
}

/** Runs the command as a separate process, and returns its output and exit code. */
export function runAsProcess(...args: string[]): Promise<CommandRun> {
  return startConformance(args).ended;
}

/** Starts the command as a separate process, without waiting for its end. */
export function startConformance(args: string[]): {
  child: ChildProcess;
  out: string;
  printed: () => string;
  ended: Promise<CommandRun>;
} {
  const out = mkdtempSync(join(scratch, 'run-'));
  const child = spawn(process.execPath, [joinCommand(), '--out', out, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
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

/** Returns the command-line options to test a running server. */
export const against = ({ baseUrl, token }: RunningServer): string[] => ['--base-url', baseUrl, '--token', token];

/** A `--pay` command that makes receipts in the format of the core server and of the faulty servers built on it. */
export const payBase = `sh '${join(import.meta.dirname, 'pay-base.sh')}'`;

/** Reads the counts that a printed plan contains: all requests, the requests that write, and invoices. */
export function toldIn(output: string): number[] {
  const [, ...told] = /about (\d+) requests, (\d+) of them write, (\d+) invoices/.exec(output) ?? [];
  return told.map(Number);
}

/** Expects the counts in the plan to differ from the counts of the run by at most ten percent. */
export function expectPlanned(run: CommandRun): void {
  const { requests, writes, created } = run.report().traffic;
  const told = toldIn(run.output);
  const sent = [requests, writes, created.length];
  const far = sent.filter((number, at) => Math.abs((told[at] ?? 0) - number) > 0.1 * number);
  expect({ told, sent, far }).toEqual({ told, sent, far: [] });
}
