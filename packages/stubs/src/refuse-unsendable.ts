import { validateHeaderName, validateHeaderValue } from 'node:http';

/** @throws TypeError when a header has a name or a value that HTTP cannot carry: a server would break on it while it answers */
export function refuseUnsendable(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
}
