import { isUnseen } from '../text/encode-output.ts';
import { splitMarks } from '../text/marks.ts';
import type { Exchange } from './exchange.ts';

/** A variable of the reader's shell, or a part of one. */
interface Variable {
  variable: `$${string}`;
}

/** A word of a command: what it says, and the variables that the suite puts into it. */
export type Word = readonly (string | Variable)[];

/** Puts variables in the place of what a word says. */
export type Change = (word: Word) => Word;

/** Divides a text of a request at the marks that the suite set. Nothing else in it can become a variable. */
export function wordOf(text: string): Word {
  return splitMarks(text).map((part) => {
    if (typeof part === 'string') return part;
    return part.words.startsWith('$') ? { variable: part.words as Variable['variable'] } : part.words;
  });
}

/** Replaces a value, wherever a word says it, by a variable; what is around the value stays. */
export function putVariable(word: Word, value: string, variable: Variable['variable'], around = ''): Word {
  const put = ([first = '', ...others]: string[]): Word =>
    others.length === 0 ? [first] : [first, ...others.flatMap((text) => [around, { variable }, around + text])];
  return word.flatMap((part) => (typeof part === 'string' ? put(part.split(`${around}${value}${around}`)) : part));
}

/**
 * Writes a word for a POSIX shell. All that it says stands in single quotes, within which a shell reads nothing; only the
 * variables of the suite stand outside, each in double quotes.
 */
export function quote(word: Word): string {
  const says = word.some((part) => typeof part === 'string' && isUnseen(part));
  // A line cannot hold what cannot be seen: printf writes it. An argument holds no NUL and, so written, no line break at its end.
  if (says) return `"$(${writeWord(word.map((part) => (typeof part === 'string' ? part.replaceAll('\0', '') : part)))})"`;
  const joined = word.reduce<Word[number][]>((parts, part) => {
    const last = parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else parts.push(part);
    return parts;
  }, []);
  return joined.map((part) => (typeof part === 'string' ? quoteText(part) : `"${part.variable}"`)).join('') || "''";
}

const quoteText = (text: string): string => (text === '' ? '' : `'${text.replaceAll("'", `'\\''`)}'`);

/** Renders the command that writes a word, each byte of it. */
function writeWord(word: Word, encoding: BufferEncoding = 'utf8'): string {
  const format = word.map((part) => (typeof part === 'string' ? octal(Buffer.from(part, encoding).toString('latin1')) : '%s'));
  const variables = word.flatMap((part) => (typeof part === 'string' ? [] : ` "${part.variable}"`));
  return `printf ${quoteText(format.join('').replace(/^-/, '\\055'))}${variables.join('')}`;
}

/** Returns the format with which printf writes these bytes. A shell at which somebody types obeys `!` between double quotes. */
function octal(bytes: string): string {
  return bytes.replace(/[\\%]/g, '$&$&').replace(/[^ -~]|!/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

/** The words with which the suite calls curl. */
const curl = 'curl -sS -i';

/** Renders the exchange as one curl line for a POSIX shell in which TOKEN is exported. */
export function renderCurl({ url, request }: Exchange, change: Change = (word) => word, command = curl): string {
  const quoted = (text: string): string => quote(change(wordOf(text)));
  const parts = [command, `-X ${quoted(request.method)}`];
  // curl would read brackets as a list of addresses.
  if (/[[\]{}]/.test(url)) parts.push('-g');
  parts.push(quoted(asSent(url)));
  for (const [name, value] of request.headers) {
    // curl reads a file of headers by such a name, which no server ever takes.
    if (name.startsWith('@')) continue;
    const user = userIn(value);
    if (user !== undefined) {
      parts.push(`-u ${quote(user)}`);
      continue;
    }
    // curl drops a header whose value is empty unless it is written with a semicolon.
    const line = value.trim() === '' ? `${name};` : `${name}: ${value}`;
    parts.push(`-H ${quoted(line)}`);
  }
  // With a body curl adds a Content-Type of its own unless told not to.
  if (request.body !== undefined && !request.headers.some(([name]) => name.toLowerCase() === 'content-type'))
    parts.push("-H 'Content-Type:'");
  // An argument cannot hold bytes that are not text.
  const body = change(wordOf(request.body ?? ''));
  if (request.encoding || isUnseen(request.body ?? ''))
    return `${writeWord(body, request.encoding)} | ${parts.join(' ')} --data-binary @-`;
  if (request.body !== undefined) parts.push(`--data-raw ${quote(body)}`);
  return parts.join(' ');
}

/** Returns the URL as it is sent: without line breaks, and with codes for what else cannot be seen. */
function asSent(url: string): string {
  return isUnseen(url) ? url.replace(/[\t\n\r]/g, '').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, encodeURIComponent) : url;
}

/** Returns user and password of Basic authentication, where they are a mark of the suite. */
function userIn(value: string): Word | undefined {
  const [scheme, part, ...more] = splitMarks(value);
  if (scheme !== 'Basic ' || typeof part !== 'object' || more.length > 0) return undefined;
  const [, before = '', variable, after = ''] = /^base64\(([^$]*)(\$\w+)(?!\w)(.*)\)$/.exec(part.words) ?? [];
  return variable === undefined ? undefined : [before, { variable: variable as Variable['variable'] }, after];
}

/** Renders shell commands that send the request so many times, with its number in `$n`, and count how often each status came. */
export function renderCount(exchange: Exchange, times: number, change?: Change): string {
  const each = renderCurl(exchange, change, "curl -sS -o /dev/null -w '%{http_code}\\n'");
  return `for n in $(seq ${times}); do ${each}; done | sort | uniq -c`;
}
