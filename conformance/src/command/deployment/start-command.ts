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
  /** True if the server itself printed the token, as the project's sandboxes do. */
  saysToken: boolean;
  /** Returns the last lines that the server wrote to standard error. Long lines are cut off. */
  written(): string[];
  /** Kills the server and starts it again at the same base URL. Absent unless the server has said that it keeps its data. */
  restart?(): Promise<void>;
  /**
   * Starts another server with the same command. Absent unless the server has said that it shares nothing with others.
   * @throws Error with a full sentence if the other server does not start, or has the same base URL
   */
  copy?(): Promise<Started>;
  /** Ends the server and its copies. If `inHaste`, kills them after a short time, because the user is waiting for the prompt. */
  stop(inHaste?: boolean): Promise<void>;
}

/** Milliseconds within which a server must be ready. */
export const startAtMost = 30_000;

/** Milliseconds to wait for a process to end before killing it. */
const endAtMost = 5000;
const endInHaste = 400;

/** The beginning of the message about a --start command that was killed for a restart, and could not be started again. */
export const ownRestartFailed = 'The suite killed the command of --start and ran it again, which failed:';

/** One process of the command. `ready` resolves to what the server printed about itself. */
interface Process {
  ready: Promise<Announced>;
  written(): string[];
  /** Sends a signal to the process, and kills it if it has not ended within this many milliseconds. */
  end(signal: 'SIGTERM' | 'SIGKILL', within: number): Promise<void>;
}

/** A command that is running, but whose server may not be ready yet. */
export interface Begun {
  process: Process;
  environment: NodeJS.ProcessEnv;
}

/** Milliseconds to wait, after a line of text with the base URL, for a JSON line that may also contain the token. */
const untilToken = 300;

/**
 * Starts a command, without waiting until its server is ready.
 * @param waitAtMost milliseconds within which the server must be ready
 */
export function beginCommand(command: string, waitAtMost: number, interrupt: AbortSignal): Begun {
  // With this variable, a command that stores data can keep the data of each run separate.
  const environment = { ...process.env, CONFORMANCE_RUN: randomUUID() };
  return { process: launch(command, environment, waitAtMost, interrupt), environment };
}

/** Ends a command that turned out not to be needed. */
export const endUnused = ({ process: begun }: Begun): Promise<void> => begun.end('SIGTERM', endInHaste);

/**
 * Starts a server with a command and waits until it is ready. The command must then print a JSON line with `baseUrl` and `token`,
 * or a line of text that contains the base URL.
 * @param interrupt aborting it ends the wait
 * @param tokenAt returns the token for a server that prints none
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
  const copies: Promise<Started>[] = [];
  let ending: Promise<unknown> | undefined;
  const end = (inHaste: boolean): Promise<unknown> =>
    Promise.all([
      started.end('SIGTERM', inHaste ? endInHaste : endAtMost),
      // A copy that could not start has already been ended.
      ...copies.map((copy) => copy.then((one) => one.stop(inHaste)).catch(() => undefined)),
    ]);
  const stop = async (inHaste = false): Promise<void> => {
    // A server may drop everything at a second SIGTERM, so the suite sends a second one only if the user is waiting.
    if (!inHaste) ending ??= end(false);
    await (inHaste ? end(true) : ending);
  };
  const written = (): string[] => started.written();
  try {
    const { baseUrl, restarts, copies: canCopy, ...names } = await started.ready;
    const known = names.token ?? (await tokenAt(baseUrl));
    if (known === undefined)
      throw new Error(`"${command}" is ready at ${baseUrl} but printed no token: use --token, or TOKEN in the environment.`);
    const restart = async (): Promise<void> => {
      await started.end('SIGKILL', endAtMost);
      const PORT = new URL(baseUrl).port;
      started = launch(command, { ...environment, PORT, CONFORMANCE_PORT: PORT }, waitAtMost, interrupt);
      const again = await started.ready.catch(({ message }: Error) => {
        throw new CaseInconclusive(`${ownRestartFailed} ${message}`);
      });
      if (again.baseUrl !== baseUrl)
        throw new CaseInconclusive(`${ownRestartFailed} "${command}" was at ${baseUrl} before, and is at ${again.baseUrl} now.`);
    };
    const taken = new Set([baseUrl]);
    const copy = async (): Promise<Started> => {
      const starting = startCommand(command, waitAtMost, interrupt);
      copies.push(starting);
      const another = await starting;
      if (taken.has(another.baseUrl)) throw new Error(`"${command}" gave ${another.baseUrl} a second time.`);
      taken.add(another.baseUrl);
      return another;
    };
    const saysToken = names.token !== undefined;
    const abilities = { ...(restarts && { restart }), ...(canCopy && saysToken && { copy }) };
    return { baseUrl, ...names, token: known, saysToken, written, stop, ...abilities };
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
        if (found?.token !== undefined) resolve(found);
        else if (found) timers.push(setTimeout(() => resolve(found), untilToken));
      } catch (error) {
        reject(error);
      }
    });
    const cut = (): void => reject(new Error('the run was ended first.'));
    if (interrupt.aborted) cut();
    interrupt.addEventListener('abort', cut, { once: true });
    child.once('error', reject);
    child.once('close', (code) => fail(`ended with ${code} before it was ready.`));
  });
  const done = (): void => timers.forEach(clearTimeout);
  // Handles a rejection too, because nobody awaits `ready` yet if the command was started early.
  ready.then(done, done);
  return { ready, written, end };
}

/** Everything that a server prints about itself when it is ready, in a JSON line or as a base URL in text. */
interface Announced {
  baseUrl: string;
  token?: string;
  /** A token of another account. */
  otherToken?: string;
  /** The secret that signs callbacks. */
  callbackSecret?: string;
  /** True if the server says that it keeps all committed data when it is killed and restarted. */
  restarts?: true;
  /** True if the server says that the command can run several times at once, each with its own port and data. */
  copies?: true;
}

/** Limits on how much of a server's output the error message quotes if the server does not become ready. */
const kept = { lines: 5, characters: 400 };

export class Announcement {
  #rest = '';
  #lines: string[] = [];
  readonly #said: Pick<Announced, 'restarts' | 'copies'> = {};

  /**
   * Reads a chunk of the output. Returns the data of the first line that announces a server, or undefined.
   * @throws Error with a full sentence if a JSON line has an unusable base URL or token
   */
  take(chunk: string): Announced | undefined {
    const lines = (this.#rest + chunk).split('\n').map((line) => stripVTControlCharacters(line).slice(0, 10_000));
    this.#rest = lines.pop() ?? '';
    const told = lines.map((line) => line.trim()).filter((line) => line !== '');
    this.#lines = [...this.#lines, ...told.map((line) => line.slice(0, kept.characters))].slice(-kept.lines);
    const all = told.map(readJson).filter((line) => line !== undefined);
    for (const name of ['restarts', 'copies'] as const) if (all.some((line) => line[name] === true)) this.#said[name] = true;
    // Skips JSON lines without a baseUrl, because they are log messages.
    const json = all.find((line) => 'baseUrl' in line);
    if (json) return { ...readFields(json), ...this.#said };
    const baseUrl = told.map(findUrl).find((url) => url !== undefined);
    return baseUrl === undefined ? undefined : { baseUrl };
  }

  /** Returns the last lines that the server printed, because they may say why it is not ready. */
  said(): string[] {
    return this.#lines.length === 0 ? [] : [`It printed: ${this.#lines.map(showUnseen).join('\n')}`];
  }
}

const readJson = (line: string): Record<string, unknown> | undefined =>
  line.startsWith('{') ? attempt(() => JSON.parse(line)) : undefined;

/** Reads the fields of a JSON line. @throws Error with a full sentence if the base URL or the token is unusable */
function readFields({ baseUrl, token, otherToken, callbackSecret }: Record<string, unknown>): Announced {
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new Error('baseUrl in the line that it printed is not a URL such as http://127.0.0.1:8080.');
  // Allows spaces, which the credentials of another contract may contain.
  const isSent = (value: unknown): value is string => typeof value === 'string' && isToken(value, true);
  if (token !== undefined && token !== null && !isSent(token))
    throw new Error('token in the line that it printed contains characters that are not allowed in a header.');
  // Ignores further fields, and fields that are null.
  return {
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    ...(isSent(token) && { token }),
    ...(isSent(otherToken) && { otherToken }),
    ...(isSent(callbackSecret) && { callbackSecret }),
  };
}

/** Finds a base URL: any URL of this machine in the line, or a URL that is the whole line. Other URLs may lead to docs. */
function findUrl(line: string): string | undefined {
  const found = line.match(/https?:\/\/[^\s"'`<>()\\,;]+/g) ?? [];
  for (const text of found) {
    const written = text.replace(/(?<![.:!?])[.:!?]+$/, '');
    if (!URL.canParse(written)) continue;
    const url = new URL(written);
    const isHere = /^(localhost|0\.0\.0\.0|127\.\d+\.\d+\.\d+|\[::1?])$/.test(url.hostname);
    if (!isHere && text !== line) continue;
    // 0.0.0.0 and [::] mean that the server listens on all addresses, so it can be reached at 127.0.0.1.
    if (/^(0\.0\.0\.0|\[::])$/.test(url.hostname)) url.hostname = '127.0.0.1';
    return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
  }
  return undefined;
}
