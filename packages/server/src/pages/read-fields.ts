import { bodyLimit } from '@payment-invoice/generated';
import type { Context, Middleware } from 'koa';

/** The fields of a form, by their names. */
export type Form = Readonly<Partial<Record<string, string>>>;

/** The most fields that are read: twice as many as our longest form has. */
const mostFields = 20;

// As text: the parser's own way to read a form takes ten times the CPU of a page when it has thousands of fields. The limit is that of
// the API (D-16); the longest receipt fits, though a form writes some characters as three.
const type = 'application/x-www-form-urlencoded';
const makeParser = async (): Promise<Middleware> => {
  // Late: with all that it brings it takes a twentieth of a start, which mostly nobody sends a form to.
  const { bodyParser } = await import('@koa/bodyparser');
  return bodyParser({ enableTypes: ['text'], extendTypes: { text: [type] }, textLimit: bodyLimit });
};
let parser: Promise<Middleware> | undefined;

/** Reads the fields of a form that one of our pages sent; returns the status of the refusal when it cannot be read. */
export async function readFields(ctx: Context): Promise<Form | 400 | 413 | 415> {
  // The parser would unpack a compressed one, which no browser sends.
  if (!ctx.is(type) || ctx.get('Content-Encoding') !== '') return 415;
  parser ??= makeParser();
  const parse = await parser;
  try {
    await parse(ctx, async () => undefined);
  } catch (error) {
    const { status } = error as { status?: number };
    if (status !== 413 && status !== 400) throw error;
    // The parser has stopped in the middle; the browser sees the page once it has sent the rest.
    ctx.req.resume();
    return status;
  }
  const { body } = ctx.request;
  const pairs = typeof body === 'string' ? body.split('&', mostFields) : [];
  return Object.fromEntries(pairs.filter((pair) => pair.includes('=')).map(readPair));
}

/** Reads a field; the names of ours need no decoding. URLSearchParams takes its time for long texts with many spaces. */
function readPair(pair: string): [name: string, value: string] {
  const end = pair.indexOf('=');
  const value = pair.slice(end + 1).replaceAll('+', ' ');
  try {
    return [pair.slice(0, end), decodeURIComponent(value)];
  } catch {
    // No browser writes it: taken as it is.
    return [pair.slice(0, end), value];
  }
}
