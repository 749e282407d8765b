import { bodyLimit } from '@payment-invoice/generated';
import type { Context, Middleware } from 'koa';

/** The fields of a form, by their names. */
export type Form = Readonly<Partial<Record<string, string>>>;

/** The maximum number of fields that are read: twice as many as our longest form has. */
const mostFields = 20;

// Reads forms as text, because the parser's own reading of thousands of fields takes ten times the CPU of a page. The
// size limit is the API's (D-16): the longest receipt fits, even if some of its characters are escaped.
const type = 'application/x-www-form-urlencoded';
const makeParser = async (): Promise<Middleware> => {
  // Imported at the first form. The parser takes a twentieth of the start-up time, and most servers never receive a form.
  const { bodyParser } = await import('@koa/bodyparser');
  return bodyParser({ enableTypes: ['text'], extendTypes: { text: [type] }, textLimit: bodyLimit });
};
let parser: Promise<Middleware> | undefined;

/** Reads the fields of a form from one of our pages. If the form cannot be read, returns the status of the refusal. */
export async function readFields(ctx: Context): Promise<Form | 400 | 413 | 415> {
  // Refuses a compressed form, which the parser would decompress and no browser sends.
  if (!ctx.is(type) || ctx.get('Content-Encoding') !== '') return 415;
  parser ??= makeParser();
  const parse = await parser;
  try {
    await parse(ctx, async () => undefined);
  } catch (error) {
    const { status } = error as { status?: number };
    if (status !== 413 && status !== 400) throw error;
    // The parser has stopped early. Reads the rest, because the browser shows the page only when it has sent everything.
    ctx.req.resume();
    return status;
  }
  const { body } = ctx.request;
  const pairs = typeof body === 'string' ? body.split('&', mostFields) : [];
  return Object.fromEntries(pairs.filter((pair) => pair.includes('=')).map(readPair));
}

/**
 * Reads a field. Names are not decoded, because those of our fields contain no escapes. URLSearchParams would be slow
 * for a long text with many spaces.
 */
function readPair(pair: string): [name: string, value: string] {
  const end = pair.indexOf('=');
  const value = pair.slice(end + 1).replaceAll('+', ' ');
  try {
    return [pair.slice(0, end), decodeURIComponent(value)];
  } catch {
    // Keeps the value as it is: no browser sends an invalid escape.
    return [pair.slice(0, end), value];
  }
}
