import { isUtf8 } from 'node:buffer';
import { bodyLimit } from '@payment-invoice/generated';
import { ProblemError } from '../problems/problem-error.ts';
import { type ApiRequest, headerValues } from './api-messages.ts';

/**
 * Reads a JSON object. Checks its size, media type, JSON and type in the contract's order.
 * @throws ProblemError payload_too_large, unsupported_media_type, malformed_json, or validation_failed when the body is
 * not an object
 */
export const readJsonBody = async (request: ApiRequest): Promise<Record<string, unknown>> => (await readSentBody(request)).body;

/** Reads a JSON object as `readJsonBody` does, and also returns the bytes that were sent. */
export async function readSentBody(request: ApiRequest): Promise<{ body: Record<string, unknown>; rawBody: Buffer }> {
  if (Number(headerValues(request, 'content-length')[0]) > bodyLimit) throw payloadTooLarge();
  const bytes = await request.readBody(bodyLimit);
  checkMediaType(request);
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ProblemError('validation_failed', 'The body must be a JSON object.', {
      errors: [{ pointer: '', code: 'type', detail: 'The body must be an object.' }],
    });
  return { body: value as Record<string, unknown>, rawBody: bytes };
}

export function payloadTooLarge(): ProblemError {
  return new ProblemError('payload_too_large', `The body is larger than ${bodyLimit} bytes. Send a smaller one.`);
}

function checkMediaType(request: ApiRequest): void {
  const types = headerValues(request, 'content-type');
  const encodings = headerValues(request, 'content-encoding');
  const isJson =
    types.length === 1 && /^application\/json[ \t]*(;[ \t]*charset=("utf-8"|utf-8)[ \t]*)?$/i.test(types[0]?.trim() ?? '');
  if (isJson && encodings.length === 0) return;
  const notJson = 'The Content-Type is not JSON. Send `Content-Type: application/json`, in UTF-8.';
  const detail = encodings.length > 0 ? 'The body has a Content-Encoding. Send it without one.' : notJson;
  throw new ProblemError('unsupported_media_type', detail);
}

/** The maximum depth of nesting. The parser takes as long for one level as for a hundred characters. */
const mostLevels = 1000;

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw malformed('The body is empty. Send a JSON object.');
  if (!isUtf8(bytes)) throw malformed('The body is not UTF-8.');
  // Does not remove a byte order mark, so that JSON.parse refuses it.
  const text = bytes.toString();
  const colons = countColons(text, mostLevels);
  if (colons === undefined) throw malformed(`The body is nested deeper than ${mostLevels} levels.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Does not repeat the parser's message, which quotes the body and therefore may contain a receipt.
    throw malformed('The body is not JSON.');
  }
  if (findDuplicateProperty(colons, value))
    throw malformed('An object in the body has two fields of the same name. Send each field once.');
  return value;
}

const malformed = (detail: string): ProblemError => new ProblemError('malformed_json', detail);

const colon = 0x3a;
const quoteCode = 0x22;
const backslash = 0x5c;
const [bracket, brace] = [0x5b, 0x7b];

/**
 * Returns whether an object has two properties with one name (RFC 8259 §4). JSON.parse keeps only one, so the text has more
 * colons outside strings than `value`, its parsed content, has properties.
 */
export const findDuplicateProperty = (colons: number | undefined, value: unknown): boolean =>
  colons !== countProperties(value, colons ?? 0);

/** Matches the characters outside strings that matter to `countColons`. */
const read = /[":[\]{}]/g;

/** How many irrelevant characters are read one by one. A regular expression, which is slow to start, then skips the others. */
const mostOthers = 64;

/** Counts the colons outside strings. Stops at an unterminated string. Returns undefined if the nesting exceeds `most` levels. */
export function countColons(json: string, most: number): number | undefined {
  let [colons, depth, others] = [0, 0, 0];
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === colon) colons++;
    else if (code === quoteCode) {
      at = findClosingQuote(json, at);
      if (at < 0) break;
    } else if (code === bracket || code === brace) {
      if (++depth > most) return undefined;
    } else if (code === bracket + 2 || code === brace + 2) depth--;
    else if (++others > mostOthers) {
      read.lastIndex = at;
      const next = read.exec(json);
      if (next === null) break;
      at = next.index - 1;
      others = 0;
    }
  }
  return colons;
}

/** Returns the index of the closing quotation mark of a string; -1 when there is none. */
function findClosingQuote(json: string, opening: number): number {
  const quote = json.indexOf('"', opening + 1);
  if (quote < 0 || json.charCodeAt(quote - 1) !== backslash) return quote;
  // This quotation mark is probably escaped. If thousands are escaped, reading each character is faster than searching.
  for (let at = opening + 1; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === quoteCode) return at;
  }
  return -1;
}

/** Counts the properties of a value up to `most`, without recursion, because a value may be nested to any depth. */
function countProperties(value: unknown, most: number): number {
  let count = 0;
  const left = [value];
  while (left.length > 0 && count < most) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) count += Object.keys(next).length;
    if (count < most) for (const child of Object.values(next)) if (typeof child === 'object') left.push(child);
  }
  return count;
}
