import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { endGroup, spawnGroup } from '../../adapter/process-group.ts';
import { showUnseen } from '../../text/encode-output.ts';
import { type Announced, Announcement } from './read-announcement.ts';

/** A server that was started and is ready. */
export interface Started extends Announced {
  token: string;
  /** True if it printed the token, as a sandbox of ours does. */
  saysToken: boolean;
  /** Returns what it wrote last to its standard error, a line each, clipped. */
  written(): string[];
  /** Ends it; in haste, where somebody waits for the prompt, with little time to end by itself. */
  stop(inHaste?: boolean): Promise<void>;
}

/** Time that a process has to end by itself, milliseconds. */
const endAtMost = 5000;
const endInHaste = 400;
/** Time in which a JSON line may follow a text that names the base URL, milliseconds. */
const untilToken = 300;

/**
 * Starts a server by a command that prints one JSON line with `baseUrl` and `token` once it is ready, or a text with its base URL.
 * @param interrupt ends the wait
 * @param token of a server that prints none
 * @throws Error with a sentence if it ends or prints nothing instead
 */
export async function startCommand(
  command: string,
  waitAtMost: number,
  interrupt: AbortSignal,
  token?: string,
): Promise<Started> {
  const child = spawnGroup(command, { stdio: ['ignore', 'pipe', 'pipe'] }) as ChildProcessByStdio<null, Readable, Readable>;
  let errors = '';
  const lines: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    const parts = (errors + chunk).split('\n');
    // A line is clipped, so that the longest trace of a stack does not push the line before it out.
    errors = (parts.pop() ?? '').slice(0, 2000);
    lines.push(...parts.map((line) => line.slice(0, 400)).filter((line) => line !== ''));
    lines.splice(0, lines.length - 20);
  });
  const written = (): string[] => [...lines, ...(errors === '' ? [] : [errors.slice(0, 400)])];
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stop = async (inHaste = false): Promise<void> => {
    endGroup(child, 'SIGTERM');
    const late = setTimeout(() => endGroup(child, 'SIGKILL'), inHaste ? endInHaste : endAtMost);
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
        // The line with a token may follow one for people.
        if (found?.token !== undefined) resolve(found);
        else if (found) timers.push(setTimeout(() => resolve(found), untilToken));
      } catch (error) {
        reject(error);
      }
    });
    const end = (): void => reject(new Error('the run was ended before that.'));
    if (interrupt.aborted) end();
    interrupt.addEventListener('abort', end, { once: true });
    child.once('error', reject);
    child.once('close', (code) => fail(`ended with ${code} before it was ready.`));
  });
  try {
    const announced = await ready;
    const known = announced.token ?? token;
    if (known === undefined)
      throw new Error(
        `"${command}" is ready at ${announced.baseUrl} and printed no token: give --token, or TOKEN in the environment.`,
      );
    return { ...announced, token: known, saysToken: announced.token !== undefined, written, stop };
  } catch (error) {
    await stop(interrupt.aborted);
    throw error;
  } finally {
    timers.forEach(clearTimeout);
  }
}
