import { compileSchema } from './compile-schema.ts';
import type { Contract, Schema } from './contract.ts';
import { describeSchema } from './describe-schema.ts';

/** Returns whether a header's value matches one of these schemas. If the list is empty, every value matches. */
export function isHeaderOf(schemas: readonly Schema[], text: string): boolean {
  return schemas.length === 0 || schemas.some((schema) => readHeader(text).some((value) => compileSchema(schema)(value)));
}

/** Lists the schemas of a header in all responses of the contract. */
export function headerSchemasOf({ operations }: Contract, name: string): Schema[] {
  const stated = operations.flatMap(({ headers, refusals }) => [headers, ...refusals.map((refusal) => refusal.headers)].flat());
  const own = stated.filter((header) => header.name.toLowerCase() === name.toLowerCase());
  return [...new Map(own.map(({ schema }) => [JSON.stringify(schema), schema])).values()];
}

/** Describes what a header must be, apart from being a string. Returns an empty string if it may be any string. */
export function describeHeader(schemas: readonly Schema[]): string {
  return [...new Set(schemas.map(describeSchema))].filter((words) => words !== 'string').join(' or ');
}

/** Returns the values that a header's text may represent: the text itself, and possibly a boolean or a number. */
function readHeader(text: string): unknown[] {
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  return /^-?\d+(\.\d+)?$/.test(text) ? [text, Number(text)] : [text];
}
