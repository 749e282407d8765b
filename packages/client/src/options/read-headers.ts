import { wrongOption } from './wrong-option.ts';

/** The headers that the client sets itself. */
const own = ['authorization', 'content-type', 'idempotency-key'];

/** Says whether a header can be sent. The platform's own error is not thrown: it repeats the value, and some headers are secrets. */
export function isSendable(name: string, value: string): boolean {
  try {
    return !!new Headers([[name, value]]);
  } catch {
    return false;
  }
}

/** Checks headers of the caller's and gives them in lower case. Throws a TypeError that names the wrong one. */
export function readHeaders(given: Record<string, string | undefined> = {}): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name in given) {
    const value = given[name];
    if (value === undefined) continue;
    const lower = name.toLowerCase();
    if (own.includes(lower) || !isSendable(name, value))
      throw wrongOption('headers', `not hold ${JSON.stringify(name)}: the client sets it itself, or it cannot be sent.`);
    headers[lower] = value;
  }
  return headers;
}
