import { validateHeaderName, validateHeaderValue } from 'node:http';

/** How the bytes of an answer are to be read: for whoever writes them to say, and only once. */
const framing = new Set(['content-encoding', 'content-length', 'trailer', 'transfer-encoding']);

/**
 * @throws TypeError when a header has a name or a value that HTTP cannot carry: a server would break on it while it answers. So
 * does one that tells the client to read other bytes than are sent, as copied from another service's answer.
 */
export function refuseUnsendable(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    if (framing.has(name.toLowerCase())) throw new TypeError(`The header ${name} is the server's to set.`);
  }
}
