import { createHmac } from 'node:crypto';
import { sortFields } from '../text/sort-fields.ts';
import type { Call } from './listener.ts';

/** Lists strings that a sender may have signed: first the right one, then wrong ones, each with the sender's mistake. */
function contentsOf({ headers, body }: Call): [content: string, mistake: string][] {
  const { 'webhook-id': id = '', 'webhook-timestamp': time = '' } = headers;
  const whole = (text: string, at: string | number = time): string => `${id}.${at}.${text}`;
  const parts = 'webhook-id, webhook-timestamp and the body, joined by dots';
  const again = 'the body was serialised again to sign it: sign the bytes that are sent';
  return [
    [whole(body), ''],
    ...reserialise(body).map((text): [string, string] => [whole(text), again]),
    [`${time}.${body}`, `the signed content lacks webhook-id: it is ${parts}`],
    [`${id}.${body}`, `the signed content lacks webhook-timestamp: it is ${parts}`],
    [body, `only the body was signed: the content is ${parts}`],
    [whole(body, Number(time) * 1000), 'the signed timestamp is in milliseconds, and webhook-timestamp in seconds'],
    [whole(body, Math.floor(Number(time) / 1000)), 'the signed timestamp is in seconds, and webhook-timestamp in milliseconds'],
  ];
}

/** Returns the body as other serializers write it: with or without spaces, with sorted names, or indented. */
function reserialise(body: string): string[] {
  try {
    const value: unknown = JSON.parse(body);
    const compact = JSON.stringify(value);
    const sorted = JSON.stringify(sortFields(value));
    const spaced = (text: string): string =>
      // The closing quote is optional. Otherwise an unterminated string would make the search start again at each of its quotes.
      text.replace(/"(?:[^"\\]|\\.)*"?|[,:]/g, (token) => (token.startsWith('"') ? token : `${token} `));
    const indented = isDeep(body) ? [] : [2, 4].map((width) => JSON.stringify(value, null, width));
    return [compact, spaced(compact), sorted, spaced(sorted), ...indented, `${compact}\n`].filter((text) => text !== body);
  } catch {
    return [];
  }
}

/** Maximum nesting of a body that is serialized with indentation. In a deeper body, the indentation would become huge. */
const deepest = 32;

/** Returns whether a JSON text is nested deeper than any real event. Also counts brackets inside strings, which is harmless. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > deepest) return true;
  }
  return false;
}

/** Describes the common mistakes that explain a wrong signature. Returns undefined if none explains it. */
export function explainSignature(secret: string, call: Call): string | undefined {
  const header = call.headers['webhook-signature'];
  if (header === undefined) return undefined;
  const bare = secret.replace(/^whsec_/, '');
  const keys: [key: Buffer, mistake: string][] = [
    [Buffer.from(bare, 'base64'), ''],
    [Buffer.from(secret), 'the secret was used as text: what follows whsec_ is base64, and its bytes are the key'],
    [Buffer.from(bare), 'the secret was not decoded: what follows whsec_ is base64, and its bytes are the key'],
  ];
  const given = header.split(' ').map((one) => one.replace(/^v1[,=]/, ''));
  for (const [key, keyMistake] of keys)
    for (const [content, contentMistake] of contentsOf(call)) {
      const digest = createHmac('sha256', key).update(content).digest();
      const form = formOf(digest, given, header);
      if (form === undefined) continue;
      const mistakes = [keyMistake, contentMistake, form].filter((mistake) => mistake !== '');
      if (mistakes.length > 0) return mistakes.join('; ');
    }
  return undefined;
}

/** Describes a mistake in how the digest is written: '' if there is no mistake, undefined if the header lacks this digest. */
function formOf(digest: Buffer, given: readonly string[], header: string): string | undefined {
  if (given.includes(digest.toString('hex'))) return 'the signature is written in hex: it is base64';
  if (given.includes(digest.toString('base64url'))) return 'the signature is written in base64url: it is base64';
  if (!given.includes(digest.toString('base64'))) return undefined;
  return /(^| )v1,/.test(header) ? '' : 'the signature lacks v1, in front';
}
