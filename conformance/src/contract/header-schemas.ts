import { compileSchema } from './compile-schema.ts';
import type { Contract, Schema } from './contract.ts';
import { describeSchema } from './describe-schema.ts';

/** Returns whether the value of a header matches one of these schemas. If there are none, every value matches. */
export function isHeaderOf(schemas: readonly Schema[], text: string): boolean {
  return schemas.length === 0 || schemas.some((schema) => readHeader(text).some((value) => compileSchema(schema)(value)));
}

/** Lists the schemas that the contract's responses have for a header. */
export function headerSchemasOf({ operations }: Contract, name: string): Schema[] {
  const stated = operations.flatMap(({ headers, refusals }) => [headers, ...refusals.map((refusal) => refusal.headers)].flat());
  const own = stated.filter((header) => header.name.toLowerCase() === name.toLowerCase());
  return [...new Map(own.map(({ schema }) => [JSON.stringify(schema), schema])).values()];
}

/** Describes the constraints of a header beyond being a string; empty if there are none. */
export function describeHeader(schemas: readonly Schema[]): string {
  return [...new Set(schemas.map(describeSchema))].filter((words) => words !== 'string').join(' or ');
}

/** Returns the values that the text of a header may stand for. */
function readHeader(text: string): unknown[] {
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  return /^-?\d+(\.\d+)?$/.test(text) ? [text, Number(text)] : [text];
}
