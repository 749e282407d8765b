import type { Schema } from './contract.ts';

/**
 * Lists the objects that a property may be instead of one another, each as a schema of its own with what is said of all: a card or
 * a bank account. None where the property is one thing, or a choice of texts and numbers.
 */
export function listAlternatives(schema: Schema): Schema[] {
  const { oneOf, anyOf, examples: _examples, ...common } = schema as Schema & { oneOf?: unknown; anyOf?: unknown };
  const branches = (oneOf ?? anyOf) as Schema[] | undefined;
  if (!Array.isArray(branches)) return [];
  return branches.filter(({ properties }) => properties !== undefined).map((branch) => ({ ...common, ...branch }) as Schema);
}
