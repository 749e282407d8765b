import { isUnseen } from '../text/encode-output.ts';
import { splitMarks } from '../text/marks.ts';
import type { Exchange } from './exchange.ts';

/** A variable in the shell of the person who runs the command, or an expression that contains such a variable. */
interface Variable {
  variable: `$${string}`;
}

/** An argument of a shell command: literal text, and variables that the suite puts into it. */
export type Word = readonly (string | Variable)[];

/** Replaces parts of an argument with variables. */
export type Change = (word: Word) => Word;

/** Splits the text of a request at the suite's placeholders. Only these can become variables. */
export function wordOf(text: string): Word {
  return splitMarks(text).map((part) => {
    if (typeof part === 'string') return part;
    return part.words.startsWith('$') ? { variable: part.words as Variable['variable'] } : part.words;
  });
}

/** Replaces each occurrence of a value in an argument with a variable. The rest of the text stays unchanged. */
export function putVariable(word: Word, value: string, variable: Variable['variable'], around = ''): Word {
  const put = ([first = '', ...others]: string[]): Word =>
    others.length === 0 ? [first] : [first, ...others.flatMap((text) => [around, { variable }, around + text])];
  return word.flatMap((part) => (typeof part === 'string' ? put(part.split(`${around}${value}${around}`)) : part));
}

/** Quotes an argument for a POSIX shell: literal text in single quotes, the suite's variables in double quotes. */
export function quote(word: Word): string {
  const says = word.some((part) => typeof part === 'string' && isUnseen(part));
  // Writes invisible characters with printf. Omits NULs, which no argument can contain. $(…) drops line breaks at the end.
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

/** Renders a printf command that outputs every byte of an argument. */
function writeWord(word: Word, encoding: BufferEncoding = 'utf8'): string {
  const format = word.map((part) => (typeof part === 'string' ? octal(Buffer.from(part, encoding).toString('latin1')) : '%s'));
  const variables = word.flatMap((part) => (typeof part === 'string' ? [] : ` "${part.variable}"`));
  return `printf ${quoteText(format.join('').replace(/^-/, '\\055'))}${variables.join('')}`;
}

/** Returns a printf format for these bytes. Escapes `!`, because an interactive shell expands it in double quotes. */
const octal = (bytes: string): string =>
  bytes.replace(/[\\%]/g, '$&$&').replace(/[^ -~]|!/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`);

const curl = 'curl -sS -i';

/** Renders an exchange as one curl line for a POSIX shell. The shell must have TOKEN in its environment. */
export function renderCurl({ url, request }: Exchange, change: Change = (word) => word, command = curl): string {
  const quoted = (text: string): string => quote(change(wordOf(text)));
  const parts = [command, `-X ${quoted(request.method)}`];
  // Without -g, curl would interpret brackets as a list of URLs.
  if (/[[\]{}]/.test(url)) parts.push('-g');
  parts.push(quoted(asSent(url)));
  for (const [name, value] of request.headers) {
    // curl would read headers from a file if a header name starts with @. Servers do not accept such a name anyway.
    if (name.startsWith('@')) continue;
    const user = userIn(value);
    // curl omits a header with an empty value, unless it is written with a semicolon.
    const line = value.trim() === '' ? `${name};` : `${name}: ${value}`;
    parts.push(user === undefined ? `-H ${quoted(line)}` : `-u ${quote(user)}`);
  }
  // With a body, curl adds a Content-Type of its own, unless the header is removed like this.
  if (request.body !== undefined && !request.headers.some(([name]) => name.toLowerCase() === 'content-type'))
    parts.push("-H 'Content-Type:'");
  // The body is piped if an argument cannot contain its bytes.
  const body = change(wordOf(request.body ?? ''));
  if (request.encoding || isUnseen(request.body ?? ''))
    return `${writeWord(body, request.encoding)} | ${parts.join(' ')} --data-binary @-`;
  if (request.body !== undefined) parts.push(`--data-raw ${quote(body)}`);
  return parts.join(' ');
}

/** Returns the URL in the form in which it is sent: without line breaks, and with other invisible characters percent-encoded. */
const asSent = (url: string): string => url.replace(/[\t\n\r]/g, '').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, encodeURIComponent);

/** Returns the user and password of a Basic authentication header, if they are a placeholder of the suite. */
function userIn(value: string): Word | undefined {
  const [scheme, part, ...more] = splitMarks(value);
  if (scheme !== 'Basic ' || typeof part !== 'object' || more.length > 0) return undefined;
  const [, before = '', variable, after = ''] = /^base64\(([^$]*)(\$\w+)(?!\w)(.*)\)$/.exec(part.words) ?? [];
  return variable === undefined ? undefined : [before, { variable: variable as Variable['variable'] }, after];
}

/** Renders shell commands that send the request this many times and count the status codes. `$n` is the number of the request. */
export function renderCount(exchange: Exchange, times: number, change?: Change): string {
  const each = renderCurl(exchange, change, "curl -sS -o /dev/null -w '%{http_code}\\n'");
  return `for n in $(seq ${times}); do ${each}; done | sort | uniq -c`;
}
