import { stripVTControlCharacters } from 'node:util';
import { showUnseen } from '../../text/encode-output.ts';

/** The announcement by which a server says that it is ready: a JSON line, or a base URL in text. */
export interface Announced {
  baseUrl: string;
  /** Absent where only text was printed. */
  token?: string;
  /** Token of another account, if the line names one. */
  otherToken?: string;
  /** Secret that signs callbacks, if the line names it. */
  callbackSecret?: string;
  /** True if the server says that it keeps all committed data when it is killed and started again. */
  restarts?: true;
}

/** How many lines, and how many characters of each, are shown from a server that never became ready. */
const kept = { lines: 5, characters: 400 };

/** Collects what a server prints until it is ready. */
export class Announcement {
  #rest = '';
  #lines: string[] = [];
  #restarts = false;

  /**
   * Reads printed text, and returns what one of its lines announces.
   * @throws Error with a full sentence where a JSON line has an unusable base URL or token
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

  /** Returns what the server printed last, to help find the reason. */
  said(): string[] {
    return this.#lines.length === 0 ? [] : [`It printed: ${this.#lines.map(showUnseen).join('\n')}`];
  }
}

/** Parses a JSON line; undefined where it is no JSON object. */
function readJson(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads the fields of an announcement.
 * @throws Error with a full sentence where a field cannot be used
 */
function readFields({ baseUrl, token, otherToken, callbackSecret }: Record<string, unknown>): Announced {
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new Error('baseUrl in the line that it printed is no URL such as http://127.0.0.1:8080.');
  if (token !== undefined && token !== null && !isToken(token))
    throw new Error('token in the line that it printed cannot stand in a header.');
  // The line may have further fields, and null for those without a value.
  return {
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    ...(isToken(token) && { token }),
    ...(isToken(otherToken) && { otherToken }),
    ...(isToken(callbackSecret) && { callbackSecret }),
  };
}

/**
 * Finds a base URL: any URL that is the entire line, or a URL of this machine within text. Other URLs in text often lead to a
 * manual.
 */
function findUrl(line: string): string | undefined {
  const found = line.match(/https?:\/\/[^\s"'`<>()\\,;]+/g) ?? [];
  for (const text of found) {
    const written = text.replace(/(?<![.:!?])[.:!?]+$/, '');
    if (!URL.canParse(written)) continue;
    const url = new URL(written);
    const isHere = /^(localhost|0\.0\.0\.0|127\.\d+\.\d+\.\d+|\[::1?])$/.test(url.hostname);
    if (!isHere && text !== line) continue;
    // 0.0.0.0 and [::] mean that the server listens on all addresses, so the suite can call it at 127.0.0.1.
    if (/^(0\.0\.0\.0|\[::])$/.test(url.hostname)) url.hostname = '127.0.0.1';
    return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
  }
  return undefined;
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
}
