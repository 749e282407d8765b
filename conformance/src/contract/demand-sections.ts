import type { Schema } from './contract.ts';
import { follow } from './follow-reference.ts';

/** Sections that the suite cannot do without, as JSON pointers. */
const sections = [
  ...['/info', '/paths', '/components/schemas/InvoiceStatus/x-lifecycle', '/components/schemas/Problem'],
  ...['/components/securitySchemes/bearerAuth', '/components/parameters/IdempotencyKey/schema'],
  ...['/x-features', '/x-sources', '/x-problems'],
];

/** More parts than any contract has; aliases of YAML can stand for billions. */
const most = 500_000;

/** @throws Error with a sentence where a document cannot be a contract of this API, or is too large to be read */
export function demandSections(document: unknown): asserts document is Schema {
  if (!isObject(document)) throw new Error('it is no OpenAPI document: there is no object in it.');
  const missing = sections.filter((pointer) => !isObject(follow(document, `#${pointer}`)));
  if (missing.length > 0) throw new Error(`it has no ${missing.join(', no ')}.`);
  const open: unknown[] = [document];
  for (let count = 0; open.length > 0; count++) {
    const next = open.pop();
    if (count > most) throw new Error(`it has more than ${most} parts. Are there aliases of aliases in it?`);
    if (typeof next === 'object' && next !== null) open.push(...Object.values(next));
  }
}

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);
