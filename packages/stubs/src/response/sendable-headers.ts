import { http } from '../http.ts';
import type { ResponseHeaders } from '../request/api-messages.ts';

/** The headers that describe how the bytes of a response are encoded. Only the server that writes the bytes can set them. */
const framing = new Set(['content-encoding', 'content-length', 'trailer', 'transfer-encoding']);

interface KnownName {
  lower: string;
  /** The last value that was found valid. Most headers have the same value in every response, so it need not be checked again. */
  checked: string | null;
}

/** The names that were found valid. All responses use the same few names. */
const known = new Map<string, KnownName>();
/** The maximum number of names that are stored. It is reached only when a handler makes up names. */
const mostNames = 256;

/**
 * Checks that headers can be sent. Returns them under their lower-case names.
 * @throws TypeError when HTTP does not allow a name or a value, because sending it would fail, or when a header describes the
 * encoding of the bytes, because only the server may set such a header
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

/** Returns whether two header names are equal without regard to case. */
export function isSameHeader(one: string, other: string): boolean {
  return one.length === other.length && one.toLowerCase() === other.toLowerCase();
}

function learnName(name: string): KnownName {
  http.validateHeaderName(name);
  const lower = name.toLowerCase();
  if (framing.has(lower)) throw new TypeError(`The header ${name} is set by the server.`);
  const entry = { lower, checked: null };
  if (known.size < mostNames) known.set(name, entry);
  return entry;
}

/** Merges headers. If a name occurs several times, in upper or lower case, the last value is used. */
export function mergeHeaders(first: ResponseHeaders, ...more: readonly ResponseHeaders[]): Record<string, string> {
  const merged: Record<string, string> = { ...first };
  for (const part of more) {
    for (const name in part) {
      // For a few headers, comparing names is faster than filling a map, and this runs for every request.
      for (const other in merged) if (other !== name && isSameHeader(other, name)) delete merged[other];
      merged[name] = part[name] as string;
    }
  }
  return merged;
}
