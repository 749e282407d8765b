import type { ChildProcessByStdio, StdioOptions } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { endGroup, spawnGroup } from '../../adapter/process-group.ts';
import { CaseInconclusive } from '../../outcome/case-inconclusive.ts';
import { attempt } from '../../text/attempt.ts';
import { showUnseen } from '../../text/encode-output.ts';
import { isToken } from '../options/read-values.ts';

export interface Started extends Announced {
  token: string;
  /** True if it printed a token, as the project's sandboxes do. */
  saysToken: boolean;
  /** Returns the last lines that it wrote to standard error, each shortened. */
  written(): string[];
  /** Kills it and starts it again at the same base URL. Absent unless it says that it keeps its data. */
  restart?(): Promise<void>;
  /** Ends the deployment. In haste, when somebody waits for the prompt, it gets little time to end on its own. */
  stop(inHaste?: boolean): Promise<void>;
}

/** Milliseconds within which a server must be ready. */
export const startAtMost = 30_000;

/** Milliseconds that a process gets to end on its own. */
const endAtMost = 5000;
const endInHaste = 400;

/** How a message begins when the suite itself, without an adapter's `restart`, could not restart the deployment. */
export const ownRestartFailed = 'The suite killed the command of --start and ran it again, which failed:';

/** One process of the command; `ready` resolves to what its server announces. */
interface Process {
  ready: Promise<Announced>;
  written(): string[];
  /** Sends it a signal, and kills it if it has not ended in time. */
  end(signal: 'SIGTERM' | 'SIGKILL', within: number): Promise<void>;
}

/** A command whose server may not be ready yet. */
export interface Begun {
  process: Process;
  /** The environment in which it was started. */
  environment: NodeJS.ProcessEnv;
}

/** Milliseconds to wait for a JSON line after a text line with the base URL. */
const untilToken = 300;

/**
 * Begins a command without waiting for its server.
 * @param waitAtMost milliseconds within which the server must be ready
 * @param interrupt ends the wait
 */
export function beginCommand(command: string, waitAtMost: number, interrupt: AbortSignal): Begun {
  // A command that keeps data can use this id to separate the data of each run.
  const environment = { ...process.env, CONFORMANCE_RUN: randomUUID() };
  return { process: launch(command, environment, waitAtMost, interrupt), environment };
}

/** Ends a command whose server nobody uses. */
export const endUnused = ({ process: begun }: Begun): Promise<void> => begun.end('SIGTERM', endInHaste);

/**
 * Starts a server with a command that prints, when ready, one JSON line with `baseUrl` and `token`, or text with a base URL.
 * @param interrupt ends the wait
 * @param tokenAt returns the token for a server that prints none
 * @param begun the command, if it has already begun
 * @throws Error with a full sentence if the command ends early or prints neither
 */
export async function startCommand(
  command: string,
  waitAtMost: number,
  interrupt: AbortSignal,
  tokenAt: (baseUrl: string) => string | undefined | Promise<string | undefined> = () => undefined,
  { process: first, environment } = beginCommand(command, waitAtMost, interrupt),
): Promise<Started> {
  let started = first;
  const stop = (inHaste = false): Promise<void> => started.end('SIGTERM', inHaste ? endInHaste : endAtMost);
  const written = (): string[] => started.written();
  try {
    const announced = await started.ready;
    const { baseUrl, restarts, ...names } = announced;
    const known = names.token ?? (await tokenAt(baseUrl));
    if (known === undefined)
      throw new Error(`"${command}" is ready at ${baseUrl} and printed no token: give --token, or TOKEN in the environment.`);
    const restart = async (): Promise<void> => {
      await started.end('SIGKILL', endAtMost);
      const PORT = new URL(baseUrl).port;
      started = launch(command, { ...environment, PORT, CONFORMANCE_PORT: PORT }, waitAtMost, interrupt);
      const again = await started.ready.catch(({ message }: Error) => {
        throw new CaseInconclusive(`${ownRestartFailed} ${message}`);
      });
      if (again.baseUrl !== baseUrl)
        throw new CaseInconclusive(`${ownRestartFailed} "${command}" was at ${baseUrl}, and is at ${again.baseUrl} now.`);
    };
    const saysToken = names.token !== undefined;
    return { baseUrl, ...names, token: known, saysToken, written, stop, ...(restarts && { restart }) };
  } catch (error) {
    await stop(interrupt.aborted);
    throw error;
  }
}

function launch(command: string, env: NodeJS.ProcessEnv, waitAtMost: number, interrupt: AbortSignal): Process {
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
  const child = spawnGroup(command, { stdio, env }) as ChildProcessByStdio<null, Readable, Readable>;
  let errors = '';
  const lines: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    const parts = (errors + chunk).split('\n');
    // Each line is shortened, so that a long stack trace does not push out earlier lines.
    errors = (parts.pop() ?? '').slice(0, 2000);
    lines.push(...parts.map((line) => line.slice(0, 400)).filter((line) => line !== ''));
    lines.splice(0, lines.length - 20);
  });
  const written = (): string[] => [...lines, ...(errors === '' ? [] : [errors.slice(0, 400)])];
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const end = async (signal: 'SIGTERM' | 'SIGKILL', within: number): Promise<void> => {
    endGroup(child, signal);
    const late = setTimeout(() => endGroup(child, 'SIGKILL'), within);
    await ended;
    clearTimeout(late);
  };
  const timers: NodeJS.Timeout[] = [];
  const ready = new Promise<Announced>((resolve, reject) => {
    const printed = new Announcement();
    const fail = (why: string): void =>
      reject(new Error([`"${command}" ${why}`, ...printed.said(), ...written().map(showUnseen)].join('\n')));
    timers.push(setTimeout(() => fail(`printed neither a JSON line nor a base URL within ${waitAtMost / 1000} s.`), waitAtMost));
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      try {
        const found = printed.take(chunk);
        // The JSON line with a token may follow a line of text.
        if (found?.token !== undefined) resolve(found);
        else if (found) timers.push(setTimeout(() => resolve(found), untilToken));
      } catch (error) {
        reject(error);
      }
    });
    const cut = (): void => reject(new Error('the run was ended before that.'));
    if (interrupt.aborted) cut();
    interrupt.addEventListener('abort', cut, { once: true });
    child.once('error', reject);
    child.once('close', (code) => fail(`ended with ${code} before it was ready.`));
  });
  const done = (): void => timers.forEach(clearTimeout);
  // Nobody may be waiting yet for a command that was begun early.
  ready.then(done, done);
  return { ready, written, end };
}

/** Facts that a server prints when it is ready, in a JSON line or as a base URL in text. */
interface Announced {
  baseUrl: string;
  /** Absent if only text was printed. */
  token?: string;
  /** Token of another account, if the line has one. */
  otherToken?: string;
  /** Secret that signs callbacks, if the line has it. */
  callbackSecret?: string;
  /** True if the server says that it keeps all committed data when it is killed and started again. */
  restarts?: true;
}

/** Maximum number of lines, and of characters of each, that are shown of a server that never became ready. */
const kept = { lines: 5, characters: 400 };

export class Announcement {
  #rest = '';
  #lines: string[] = [];
  #restarts = false;

  /**
   * Reads printed text. Returns what a line announces, if any does.
   * @throws Error with a full sentence if a JSON line has an unusable base URL or token
   */
  take(chunk: string): Announced | undefined {
    const lines = (this.#rest + chunk).split('\n').map((line) => stripVTControlCharacters(line).slice(0, 10_000));
    this.#rest = lines.pop() ?? '';
    const told = lines.map((line) => line.trim()).filter((line) => line !== '');
    this.#lines = [...this.#lines, ...told.map((line) => line.slice(0, kept.characters))].slice(-kept.lines);
    const all = told.map(readJson).filter((line) => line !== undefined);
    this.#restarts ||= all.some(({ restarts }) => restarts === true);
    // A JSON log line has no baseUrl.
    const json = all.find((line) => 'baseUrl' in line);
    if (json) return { ...readFields(json), ...(this.#restarts && { restarts: true }) };
    const baseUrl = told.map(findUrl).find((url) => url !== undefined);
    return baseUrl === undefined ? undefined : { baseUrl };
  }

  /** Returns the last lines that the server printed, which may show the reason. */
  said(): string[] {
    return this.#lines.length === 0 ? [] : [`It printed: ${this.#lines.map(showUnseen).join('\n')}`];
  }
}

/** Parses a line as a JSON object; undefined for anything else. */
function readJson(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  return attempt(() => JSON.parse(line) as Record<string, unknown>);
}

/** Reads the fields of an announcement. @throws Error with a full sentence if a field cannot be used */
function readFields({ baseUrl, token, otherToken, callbackSecret }: Record<string, unknown>): Announced {
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new Error('baseUrl in the line that it printed is no URL such as http://127.0.0.1:8080.');
  // Another contract's credentials may have spaces inside.
  const isSent = (value: unknown): value is string => typeof value === 'string' && isToken(value, true);
  if (token !== undefined && token !== null && !isSent(token))
    throw new Error('token in the line that it printed cannot stand in a header.');
  // The line may have further fields, and null in place of a value.
  return {
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    ...(isSent(token) && { token }),
    ...(isSent(otherToken) && { otherToken }),
    ...(isSent(callbackSecret) && { callbackSecret }),
  };
}

/** Finds a base URL: one that is the whole line, or one of this machine within text. Others in text often point to a manual. */
function findUrl(line: string): string | undefined {
  const found = line.match(/https?:\/\/[^\s"'`<>()\\,;]+/g) ?? [];
  for (const text of found) {
    const written = text.replace(/(?<![.:!?])[.:!?]+$/, '');
    if (!URL.canParse(written)) continue;
    const url = new URL(written);
    const isHere = /^(localhost|0\.0\.0\.0|127\.\d+\.\d+\.\d+|\[::1?])$/.test(url.hostname);
    if (!isHere && text !== line) continue;
    // 0.0.0.0 and [::] mean that the server listens on all addresses, so 127.0.0.1 reaches it.
    if (/^(0\.0\.0\.0|\[::])$/.test(url.hostname)) url.hostname = '127.0.0.1';
    return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
  }
  return undefined;
}
