import { http } from '../http.ts';
import type { ResponseHeaders } from './api-response.ts';

/** The headers that say how to read the bytes of a response; only the server that writes the bytes can set them. */
const framing = new Set(['content-encoding', 'content-length', 'trailer', 'transfer-encoding']);

/** A name that was found to be sendable. */
interface KnownName {
  lower: string;
  /** The value that was checked last: most headers have the same one in response after response. */
  checked: string | null;
}

/** Every response has the same few names. */
const known = new Map<string, KnownName>();
/** The most names that are remembered, should a handler make them up. */
const mostNames = 256;

/**
 * Checks that headers can be sent, and returns them by lower-case name.
 * @throws TypeError when a header has a name or a value that HTTP cannot carry, on which a server would fail while it responds, or
 * when it tells the client to read bytes other than those sent, as one copied from another service's response may
 */
export function checkSendable(headers: ResponseHeaders): Record<string, string> {
  const lower: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name] as string;
    const entry = known.get(name) ?? learnName(name);
    if (entry.checked !== value) {
      http.validateHeaderValue(name, value);
      entry.checked = value;
    }
    lower[entry.lower] = value;
  }
  return lower;
}

/** Tells whether two names are one header's: names are compared without case. */
export function isSameHeader(one: string, other: string): boolean {
  return one.length === other.length && one.toLowerCase() === other.toLowerCase();
}

function learnName(name: string): KnownName {
  http.validateHeaderName(name);
  const lower = name.toLowerCase();
  if (framing.has(lower)) throw new TypeError(`The header ${name} is the server's to set.`);
  const entry = { lower, checked: null };
  if (known.size < mostNames) known.set(name, entry);
  return entry;
}
