import type { ChildProcessByStdio, StdioOptions } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { endGroup, spawnGroup } from '../../adapter/process-group.ts';
import { showUnseen } from '../../text/encode-output.ts';
import { type Announced, Announcement } from './read-announcement.ts';

/** A server that was started and is ready. */
export interface Started extends Announced {
  token: string;
  /** True if it printed a token, as our sandboxes do. */
  saysToken: boolean;
  /** Returns the last lines that it wrote to standard error, each clipped. */
  written(): string[];
  /** Kills it and starts it again at the same base URL. Absent where it does not say that it keeps its data. */
  restart?(): Promise<void>;
  /** Ends the deployment. In haste, when somebody waits for the prompt, it gets little time to end by itself. */
  stop(inHaste?: boolean): Promise<void>;
}

/** How many milliseconds a process gets to end by itself. */
const endAtMost = 5000;
const endInHaste = 400;
/** A process of the command. `ready` resolves with its announcement. */
interface Process {
  ready: Promise<Announced>;
  written(): string[];
  /** Sends it a signal, and kills it if it has not ended in time. */
  end(signal: 'SIGTERM' | 'SIGKILL', within: number): Promise<void>;
}

/** How many milliseconds to wait for a JSON line after a text line has named the base URL. */
const untilToken = 300;

/**
 * Starts a server with a command that, once ready, prints one JSON line with `baseUrl` and `token`, or text with its base URL.
 * @param interrupt ends the wait
 * @param tokenAt returns the token for a server that prints none
 * @throws Error with a full sentence where the command ends early or prints neither
 */
export async function startCommand(
  command: string,
  waitAtMost: number,
  interrupt: AbortSignal,
  tokenAt: (baseUrl: string) => string | undefined | Promise<string | undefined> = () => undefined,
): Promise<Started> {
  // A command that keeps its data can use this id to separate the data of each run.
  const environment = { ...process.env, CONFORMANCE_RUN: randomUUID() };
  let started = launch(command, environment, waitAtMost, interrupt);
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
      const again = await started.ready;
      if (again.baseUrl !== baseUrl) throw new Error(`"${command}" was at ${baseUrl}, and started again at ${again.baseUrl}.`);
    };
    const saysToken = names.token !== undefined;
    return { baseUrl, ...names, token: known, saysToken, written, stop, ...(restarts && { restart }) };
  } catch (error) {
    await stop(interrupt.aborted);
    throw error;
  }
}

/** Starts one process of the command. */
function launch(command: string, env: NodeJS.ProcessEnv, waitAtMost: number, interrupt: AbortSignal): Process {
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
  const child = spawnGroup(command, { stdio, env }) as ChildProcessByStdio<null, Readable, Readable>;
  let errors = '';
  const lines: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    const parts = (errors + chunk).split('\n');
    // Each line is clipped, so that a long stack trace does not push out the line before it.
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
        // The JSON line with a token may follow a line for people.
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
  ready.then(done, done);
  return { ready, written, end };
}
