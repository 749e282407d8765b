import { isUtf8 } from 'node:buffer';
import { bodyLimit } from '@payment-invoice/generated';
import { ProblemError } from '../problems/problem-error.ts';
import { type ApiRequest, headerValues } from './api-request.ts';

/**
 * Reads a JSON object. Checks size, media type, JSON and shape in the order of the contract.
 * @throws ProblemError payload_too_large, unsupported_media_type, malformed_json, or validation_failed when it is not an object
 */
export async function readJsonBody(request: ApiRequest): Promise<Record<string, unknown>> {
  return (await readSentBody(request)).body;
}

/** Reads a JSON object as `readJsonBody` does, and also returns the bytes that were sent. */
export async function readSentBody(request: ApiRequest): Promise<{ body: Record<string, unknown>; rawBody: Buffer }> {
  if (Number(headerValues(request, 'content-length')[0]) > bodyLimit) throw payloadTooLarge();
  const bytes = await request.readBody(bodyLimit);
  checkMediaType(request);
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProblemError('validation_failed', 'The body must be a JSON object.', {
      errors: [{ pointer: '', code: 'type', detail: 'The body must be an object.' }],
    });
  }
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
  throw new ProblemError(
    'unsupported_media_type',
    encodings.length > 0
      ? 'The body has a Content-Encoding. Send it as it is.'
      : 'The Content-Type is not JSON. Send `Content-Type: application/json`, in UTF-8.',
  );
}

/**
 * The maximum nesting. One level takes the parser as long as a hundred characters, so the limit on bytes alone would
 * not bound its work.
 */
const mostLevels = 1000;

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw malformed('The body is empty. Send a JSON object.');
  if (!isUtf8(bytes)) throw malformed('The body is not UTF-8.');
  // A byte order mark stays in the text, where JSON.parse refuses it.
  const text = bytes.toString();
  if (isNestedDeeper(text, mostLevels)) throw malformed(`The body is nested deeper than ${mostLevels} levels.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may hold a receipt.
    throw malformed('The body is not JSON.');
  }
  if (findDuplicateProperty(text, value))
    throw malformed('An object in the body has two fields of the same name. Send each field once.');
  return value;
}

function malformed(detail: string): ProblemError {
  return new ProblemError('malformed_json', detail);
}

const colon = 0x3a;
const quoteCode = 0x22;
const backslash = 0x5c;
const [bracket, brace] = [0x5b, 0x7b];

/**
 * Returns whether an object in the text has two properties with the same name, because parsers differ on which of them counts
 * (RFC 8259 §4). `value` is the text after JSON.parse. The function compares the number of properties in the text, counted by
 * their colons, with that in `value`, because JSON.parse keeps only one of two with the same name.
 */
export function findDuplicateProperty(json: string, value: unknown): boolean {
  const colons = countColons(json);
  return colons !== countProperties(value, colons);
}

function countColons(json: string): number {
  let count = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === colon) count++;
    else if (code === quoteCode) at = findClosingQuote(json, at);
  }
  return count;
}

/** Returns the index of the quote that ends the string begun at `opening`; -1 when there is none. */
function findClosingQuote(json: string, opening: number): number {
  const quote = json.indexOf('"', opening + 1);
  if (quote < 0 || json.charCodeAt(quote - 1) !== backslash) return quote;
  // Reads every character, because searching for thousands of escaped quotes one by one takes longer.
  for (let at = opening + 1; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === quoteCode) return at;
  }
  return -1;
}

/**
 * Returns whether a text that may be JSON is nested deeper than `most` levels. Text after an unterminated string does not count.
 */
export function isNestedDeeper(json: string, most: number): boolean {
  if (json.length <= most) return false;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quoteCode) {
      at = findClosingQuote(json, at);
      if (at < 0) return false;
    } else if (code === bracket || code === brace) {
      if (++depth > most) return true;
    } else if (code === bracket + 2 || code === brace + 2) depth--;
  }
  return false;
}

/**
 * Counts the properties of a value, and stops at `most`, which bodies reach early: thousands of lists without properties are not
 * read. Works without recursion, because a value may be nested to any depth.
 */
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
