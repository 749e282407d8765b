import { type Contract, resolve, type Schema } from './write-operations.ts';

/**
 * Writes a valid create request and a valid invoice, for tests and proofs. They contain every field that the contract requires.
 * A field's value is taken from the object's first example, or else from the field's own.
 */
export function writeExamples(contract: Contract): string {
  const operations = Object.values(contract.paths ?? {}).flatMap((item) => Object.values(item));
  const create = operations.find((operation) => operation?.operationId === 'createPayment');
  const { content } = resolve<{ content?: Record<string, { schema?: Schema }> }>(contract, create?.requestBody) ?? {};
  const request = exampleOf(contract, resolve<Schema>(contract, content?.['application/json']?.schema));
  const invoice = exampleOf(contract, contract.components?.schemas?.PaymentInvoice);
  return `import type { components } from './types.ts';
/** The smallest valid body of a create request. */
export const exampleCreate = ${request} as const;
/** An invoice that waits for its payment. */
export const exampleInvoice: components['schemas']['PaymentInvoice'] = ${invoice};
`;
}

/** Writes an object with each required field. */
function exampleOf(contract: Contract, { required = [], properties = {}, examples = [] }: Schema = {}): string {
  const own = required.map((name) => [
    name,
    (properties[name]?.examples ?? resolve<Schema>(contract, properties[name])?.examples)?.[0],
  ]);
  return JSON.stringify({ ...Object.fromEntries(own), ...(examples[0] as object | undefined) }, null, 2);
}
