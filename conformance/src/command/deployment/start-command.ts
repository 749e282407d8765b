import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { endGroup, spawnGroup } from '../../adapter/process-group.ts';
import { showUnseen } from '../../text/encode-output.ts';

export interface Started {
  baseUrl: string;
  token: string;
  /** Token of another account, if the line names one. */
  otherToken?: string;
  /** Secret that signs callbacks, if the line names it. */
  callbackSecret?: string;
  /** Returns what it wrote last to its standard error, a line each, clipped. */
  written(): string[];
  /** Ends it; in haste, where somebody waits for the prompt, with little time to end by itself. */
  stop(inHaste?: boolean): Promise<void>;
}

/** Time that a process has to end by itself, milliseconds. */
const endAtMost = 5000;
const endInHaste = 400;

/**
 * Starts a server by a command that prints one JSON line with `baseUrl` and `token` once it is ready.
 * @param interrupt ends the wait
 * @throws Error with a sentence if it ends or prints nothing instead
 */
export async function startCommand(command: string, waitAtMost: number, interrupt: AbortSignal): Promise<Started> {
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
  const ready = new Promise<string>((resolve, reject) => {
    let output = '';
    const late = setTimeout(() => reject(new Error(`"${command}" printed no line within ${waitAtMost / 1000} s.`)), waitAtMost);
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const found = output.split('\n').find((candidate, index, lines) => candidate.startsWith('{') && index < lines.length - 1);
      if (found === undefined) return;
      clearTimeout(late);
      resolve(found);
    });
    const end = (): void => reject(new Error('the run was ended before that.'));
    if (interrupt.aborted) end();
    interrupt.addEventListener('abort', end, { once: true });
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(late);
      reject(new Error(`"${command}" ended with ${code} before it was ready.\n${written().map(showUnseen).join('\n')}`.trim()));
    });
  });
  try {
    return { ...readLine(await ready), written, stop };
  } catch (error) {
    await stop(interrupt.aborted);
    throw error;
  }
}

/** @throws Error with a sentence if the line lacks something */
function readLine(line: string): Omit<Started, 'stop' | 'written'> {
  const { baseUrl, token, otherToken, callbackSecret } = parse(line);
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new Error('baseUrl in the line that it printed is no URL such as http://127.0.0.1:8080.');
  if (!isToken(token)) throw new Error('token in the line that it printed is missing, or cannot stand in a header.');
  // The line may have further fields, and null for those without a value.
  return {
    ...{ baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''), token },
    ...(isToken(otherToken) && { otherToken }),
    ...(isToken(callbackSecret) && { callbackSecret }),
  };
}

function parse(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error('the first line that it printed with { in front is no JSON with baseUrl and token.');
  }
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
}
