import { bodyLimit } from '@payment-invoice/generated';
import type { Context, Middleware } from 'koa';

/** The fields of a form, by their names. */
export type Form = Readonly<Partial<Record<string, string>>>;

/** The maximum number of fields that are read: twice as many as in our longest form. */
const mostFields = 20;

// The parser reads a form's body only as text. If it also split the fields, a form with thousands of fields would take ten times
// as much CPU time as a page. The size limit is the API's (D-16): the longest receipt fits, even if some of its characters are
// escaped.
const type = 'application/x-www-form-urlencoded';
const makeParser = async (): Promise<Middleware> => {
  // Imported when the first form arrives: loading it takes a twentieth of the start-up time, and most servers get no form.
  const { bodyParser } = await import('@koa/bodyparser');
  return bodyParser({ enableTypes: ['text'], extendTypes: { text: [type] }, textLimit: bodyLimit });
};
let parser: Promise<Middleware> | undefined;

/** Reads the fields of a form. If that fails, returns the HTTP status of the response. */
export async function readFields(ctx: Context): Promise<Form | 400 | 413 | 415> {
  // Rejects a compressed form. Browsers never send one, and the parser would decompress it.
  if (!ctx.is(type) || ctx.get('Content-Encoding') !== '') return 415;
  parser ??= makeParser();
  const parse = await parser;
  try {
    await parse(ctx, async () => undefined);
  } catch (error) {
    const { status } = error as { status?: number };
    if (status !== 413 && status !== 400) throw error;
    // Reads the rest of the body, because a browser shows the response only after it has sent everything.
    ctx.req.resume();
    return status;
  }
  const { body } = ctx.request;
  const pairs = typeof body === 'string' ? body.split('&', mostFields) : [];
  return Object.fromEntries(pairs.filter((pair) => pair.includes('=')).map(readPair));
}

/** Reads a field without URLSearchParams, which is slow for long texts with many spaces. Our field names need no decoding. */
function readPair(pair: string): [name: string, value: string] {
  const end = pair.indexOf('=');
  const value = pair.slice(end + 1).replaceAll('+', ' ');
  try {
    return [pair.slice(0, end), decodeURIComponent(value)];
  } catch {
    // Keeps an invalid escape undecoded. Browsers never send one.
    return [pair.slice(0, end), value];
  }
}
