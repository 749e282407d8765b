import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Generator, Place } from '../generators/generator.ts';
import { type Command, type Outcome, runCommand, toolEnvironment } from '../run/command.ts';
import { findMissing, prepareFolder, runAll, type Verdict } from '../run/run-trial.ts';
import { startServer } from '../run/sandbox.ts';

export interface ServerResult extends Verdict {
  server: Pick<Server, 'title' | 'document'>;
  /** The number of hand-written lines. */
  lines: number;
}

/** The base URL and token that a server prints when it is ready. */
type Deployment = Record<'baseUrl' | 'token', string>;

/** The time limit of the suite, in seconds. */
const seconds = 900;

/** Generates and builds a server, then runs the conformance suite against it. @throws only when `signal` is aborted */
export async function tryServer(
  server: Server,
  place: Place,
  sources: string,
  root: string,
  signal: AbortSignal,
): Promise<ServerResult> {
  const folders = [...(server.shared === undefined ? [] : [server.shared]), server.id].map((name) => join(sources, name));
  const result = { server, lines: folders.map(countLines).reduce((sum, lines) => sum + lines), exit: null };
  const missing = findMissing(...server.needs);
  if (missing !== undefined) return { ...result, verdict: `not run: ${missing}` };
  prepareFolder(place, ...folders);
  const failure = await runAll(server.prepare(place), place, 'build.log', signal);
  if (failure !== undefined) return { ...result, exit: 1, verdict: failure };
  const env = { ...toolEnvironment(place.cache), RECEIPT_KEY: 'anything' };
  // Starts the server before the suite. The suite itself would wait only 30 s, and Java takes longer on a busy machine.
  const started = await startServer<Deployment>(server.start(place), { cwd: root, env }, signal).catch((error: Error) => error);
  signal.throwIfAborted();
  if (started instanceof Error) return { ...result, exit: 1, verdict: started.message };
  const { code, output } = await runSuite(started.said, place, { cwd: root, env }, signal).finally(started.close);
  const verdict = output.split('\n').filter((line) => /conform|pass/.test(line));
  return { ...result, exit: code, verdict: verdict.join(' ').replace(/http:\/\/\S+/, 'It') || output.slice(-500) };
}

function runSuite(
  { baseUrl, token }: Deployment,
  { folder }: Place,
  around: Pick<Command, 'cwd' | 'env'>,
  signal: AbortSignal,
): Promise<Outcome> {
  const pay = 'python3 conformance/adapters/python/pay.py';
  const about = ['--base-url', baseUrl, '--token', token, '--pay', pay, '--out', join(folder, 'report')];
  return runCommand({ argv: [process.execPath, 'conformance/bin/conformance.ts', ...about], ...around }, seconds, signal);
}

function countLines(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(go|py|java|rs)$/.test(file));
  const lines = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  return lines.filter((line) => line.trim() !== '').length;
}

/** A small server on top of generated code, and how to build and start it. */
export interface Server {
  /** The name of the server's folder in `servers/`. */
  id: string;
  title: string;
  /** The form of the document to generate from, if the server's generator cannot read OpenAPI 3.1. */
  document?: Generator['document'];
  /**
   * Another folder in `servers/` whose files are copied as well as those of the server's own folder. Its lines count as part of
   * the server.
   */
  shared?: string;
  needs: string[];
  prepare(place: Place): Command[];
  /** Returns the shell command that starts the server, which then prints its URL and token as one line of JSON. */
  start(place: Place): string;
}
