import { validateHeaderName, validateHeaderValue } from 'node:http';

/** The headers that say how to read the bytes of a response; only the server that writes the bytes can set them. */
const framing = new Set(['content-encoding', 'content-length', 'trailer', 'transfer-encoding']);

/** Names that were found to be sendable: every response has the same few. */
const sendable = new Set<string>();
/** The most names that are remembered, should a handler make them up. */
const mostNames = 256;

/**
 * @throws TypeError when a header has a name or a value that HTTP cannot carry, on which a server would fail while it responds, or
 * when it tells the client to read bytes other than those sent, as one copied from another service's response may
 */
export function refuseUnsendable(headers: Readonly<Record<string, string>>): void {
  for (const name in headers) {
    if (!sendable.has(name)) refuseName(name);
    validateHeaderValue(name, headers[name] as string);
  }
}

function refuseName(name: string): void {
  validateHeaderName(name);
  if (framing.has(name.toLowerCase())) throw new TypeError(`The header ${name} is the server's to set.`);
  if (sendable.size < mostNames) sendable.add(name);
}
