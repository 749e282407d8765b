import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { load } from 'js-yaml';
import { readBeside } from '../text/find-package.ts';

/** A contract as it was read from its YAML, which takes a third of the time that a plan takes. */
interface Parsed {
  /** Of the YAML. */
  sha256: string;
  document: unknown;
}

// Not import.meta.resolve, which the first versions of Node.js 20 lack.
const own = (): string => createRequire(import.meta.url).resolve('@payment-invoice/contract/openapi.yaml');
const readText = (): string => readFileSync(own(), 'utf8');

/** Reads the contract that ships with the suite. Its `document` is missing where the YAML is another than the package was made of. */
export function readOwnContract(): { text: string; document?: unknown } {
  const text = readText();
  const parsed = readParsed();
  return { text, ...(parsed?.sha256 === hashText(text) && { document: parsed.document }) };
}

/** Returns what a package has beside its manifest, of the contract as it is now. */
export function parseOwnContract(): string {
  const text = readText();
  return JSON.stringify({ sha256: hashText(text), document: load(text) } satisfies Parsed);
}

/** Returns what a package has beside its manifest; a checkout has none. */
function readParsed(): Parsed | undefined {
  try {
    return JSON.parse(readBeside('contract.json')) as Parsed;
  } catch {
    return undefined;
  }
}

/** Returns the version and the hash of that contract, without the rest of it. */
export function describeOwnContract(): { version: string; sha256: string } {
  const text = readText();
  const [info = ''] = /^info:\r?\n(?:(?: .*)?\r?\n)+/m.exec(text) ?? [];
  return { version: (load(info) as { info: { version: string } }).info.version, sha256: hashText(text) };
}

export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');
