import type { Exchange } from './exchange.ts';
import { unseen } from './unseen.ts';

/** Renders the exchange as one curl line for a POSIX shell in which TOKEN is exported. */
export function renderCurl({ url, request }: Exchange): string {
  const parts = ['curl -sS -i', `-X ${request.method}`, quoteFor(url)];
  for (const [name, value] of request.headers) {
    const user = /^Basic base64\((\$\w+:|\w+:\$\w+)\)$/.exec(value)?.[1];
    if (user !== undefined) {
      parts.push(`-u "${user}"`);
      continue;
    }
    // curl drops a header whose value is empty unless it is written with a semicolon.
    const line = value.trim() === '' ? `${name};` : `${name}: ${value}`;
    parts.push(`-H ${quoteFor(line)}`);
  }
  // With a body curl adds a Content-Type of its own unless told not to.
  if (request.body !== undefined && !request.headers.some(([name]) => name.toLowerCase() === 'content-type'))
    parts.push("-H 'Content-Type:'");
  // An argument cannot hold bytes that are not text, nor a line what cannot be seen: printf writes them.
  const bytes = Buffer.from(request.body ?? '', request.encoding ?? 'utf8').toString('latin1');
  if (request.encoding || isUnseen(request.body ?? ''))
    return `printf ${quote(octal(bytes))} | ${parts.join(' ')} --data-binary @-`;
  if (request.body !== undefined) parts.push(`--data-raw ${quoteFor(request.body)}`);
  return parts.join(' ');
}

/** Renders shell commands that send the request so many times, and count how often each status came. */
export function renderCount(exchange: Exchange, times: number): string {
  const curl = renderCurl(exchange).replace('curl -sS -i', "curl -sS -o /dev/null -w '%{http_code}\\n'");
  return `for n in $(seq ${times}); do ${curl}; done | sort | uniq -c`;
}

const isUnseen = (text: string): boolean => text.search(unseen) !== -1;

/** Quotes a text; in double quotes only where the shell must fill in the token, or write what cannot be seen. */
function quoteFor(text: string): string {
  if (isUnseen(text) && !text.includes('TOKEN')) return `"$(printf ${quote(octal(Buffer.from(text).toString('latin1')))})"`;
  return /\$\{?(?:OTHER_|CASE_)?TOKEN/.test(text) ? doubleQuote(text) : quote(text);
}

/** Returns the format with which printf writes these bytes. */
function octal(bytes: string): string {
  return bytes.replace(/[\\%]/g, '$&$&').replace(/[^ -~]/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a text so that the shell fills in $TOKEN and nothing else. */
function doubleQuote(text: string): string {
  return `"${text.replace(/[\\"`]|\$(?!\{?(?:OTHER_|CASE_)?TOKEN)/g, '\\$&')}"`;
}
