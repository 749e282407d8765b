import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { load } from 'js-yaml';
import { attempt } from '../text/attempt.ts';
import { readBeside } from '../text/find-package.ts';

// Uses createRequire, because early versions of Node.js 20 do not have import.meta.resolve.
const own = (): string => createRequire(import.meta.url).resolve('@payment-invoice/contract/openapi.yaml');
const readText = (): string => readFileSync(own(), 'utf8');

/** Reads the suite's own contract. `document` is absent if there is no parsed copy, or if the copy is outdated. */
export function readOwnContract(): { text: string; document?: unknown } {
  const text = readText();
  // The package contains a parsed copy, because parsing the YAML would take a third of the time that planning takes.
  const parsed = attempt((): { sha256: string; document: unknown } => JSON.parse(readBeside('contract.json')));
  return { text, ...(parsed?.sha256 === hashText(text) && { document: parsed.document }) };
}

/** Makes the content of `contract.json` for the package: the hash and the parsed document of the contract. */
export function parseOwnContract(): string {
  const text = readText();
  return JSON.stringify({ sha256: hashText(text), document: load(text) });
}

/** Returns the version and the hash of the suite's own contract, without parsing the whole file. */
export function describeOwnContract(): { version: string; sha256: string } {
  const text = readText();
  const [info = ''] = /^info:\r?\n(?:(?: .*)?\r?\n)+/m.exec(text) ?? [];
  return { version: (load(info) as { info: { version: string } }).info.version, sha256: hashText(text) };
}

export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');
