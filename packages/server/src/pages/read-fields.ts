import { bodyLimit } from '@payment-invoice/generated';
import type { Context, Middleware } from 'koa';

/** The fields of a form, by their names. */
export type Form = Readonly<Partial<Record<string, string>>>;

/** The maximum number of fields that are read, twice as many as our longest form has. */
const mostFields = 20;

// Forms are read as text, because the parser's own way of reading thousands of fields takes ten times the CPU of a
// page. The size limit is the API's (D-16), and the longest receipt fits even if a form escapes some characters as
// three.
const type = 'application/x-www-form-urlencoded';
const makeParser = async (): Promise<Middleware> => {
  // Imported at the first form, because the parser takes a twentieth of the start-up time, and most servers never receive a form.
  const { bodyParser } = await import('@koa/bodyparser');
  return bodyParser({ enableTypes: ['text'], extendTypes: { text: [type] }, textLimit: bodyLimit });
};
let parser: Promise<Middleware> | undefined;

/** Reads the fields of a form that one of our pages sent. Returns the status of the refusal when it cannot be read. */
export async function readFields(ctx: Context): Promise<Form | 400 | 413 | 415> {
  // The parser would decompress a compressed form, which no browser sends.
  if (!ctx.is(type) || ctx.get('Content-Encoding') !== '') return 415;
  parser ??= makeParser();
  const parse = await parser;
  try {
    await parse(ctx, async () => undefined);
  } catch (error) {
    const { status } = error as { status?: number };
    if (status !== 413 && status !== 400) throw error;
    // The parser stops before the end. Read the rest, because the browser shows the page only after it has sent everything.
    ctx.req.resume();
    return status;
  }
  const { body } = ctx.request;
  const pairs = typeof body === 'string' ? body.split('&', mostFields) : [];
  return Object.fromEntries(pairs.filter((pair) => pair.includes('=')).map(readPair));
}

/**
 * Reads a field. The names of our fields need no decoding. Does not use URLSearchParams, which is slow for long texts
 * with many spaces.
 */
function readPair(pair: string): [name: string, value: string] {
  const end = pair.indexOf('=');
  const value = pair.slice(end + 1).replaceAll('+', ' ');
  try {
    return [pair.slice(0, end), decodeURIComponent(value)];
  } catch {
    // No browser sends an invalid escape, so the value is kept as it is.
    return [pair.slice(0, end), value];
  }
}
