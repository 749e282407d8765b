import type { Schema } from './contract.ts';

/**
 * Lists the alternative objects that a property may be, such as a card or a bank account, each as a schema that includes the
 * common keywords. Returns none where the property allows no choice, or a choice of strings and numbers only.
 */
export function listAlternatives(schema: Schema): Schema[] {
  const { oneOf, anyOf, examples: _examples, ...common } = schema as Schema & { oneOf?: unknown; anyOf?: unknown };
  const branches = (oneOf ?? anyOf) as Schema[] | undefined;
  if (!Array.isArray(branches)) return [];
  return branches.filter(({ properties }) => properties !== undefined).map((branch) => ({ ...common, ...branch }) as Schema);
}
