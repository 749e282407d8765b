import type { Exchange } from './exchange.ts';

/** The exchange as one curl line for a POSIX shell in which TOKEN is exported. */
export function renderCurl({ url, request }: Exchange): string {
  const parts = ['curl -sS -i', `-X ${request.method}`, quoteFor(url)];
  for (const [name, value] of request.headers) {
    const user = /^Basic base64\((\$\w+:)\)$/.exec(value)?.[1];
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
  // No argument can hold bytes that are no text: printf makes them.
  if (request.encoding) return `printf ${quote(octal(request.body ?? ''))} | ${parts.join(' ')} --data-binary @-`;
  if (request.body !== undefined) parts.push(`--data-raw ${quote(request.body)}`);
  return parts.join(' ');
}

/** In double quotes only where the token must be filled in. */
function quoteFor(text: string): string {
  return /\$\{?(OTHER_)?TOKEN/.test(text) ? doubleQuote(text) : quote(text);
}

/** The format of printf that gives these bytes. */
function octal(bytes: string): string {
  return bytes.replace(/[\\%]/g, '$&$&').replace(/[^ -~]/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Inside double quotes the shell fills in $TOKEN; everything else that it would read is escaped. */
function doubleQuote(text: string): string {
  return `"${text.replace(/[\\"`]|\$(?!\{?(?:OTHER_)?TOKEN)/g, '\\$&')}"`;
}
