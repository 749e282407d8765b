import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export const contractFile = createRequire(import.meta.url).resolve('@payment-invoice/generated/contract.json');

/** Returns a schema of the contract as someone without our tools would write it: references resolved, our extensions removed. */
export function plainSchema(name: string): object {
  const { schemas } = JSON.parse(readFileSync(contractFile, 'utf8')).components;
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value) return plain(schemas[String(value.$ref).split('/').at(-1) ?? '']);
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !/^(x-|example|description)/.test(key))
        .map(([key, child]) => [key, plain(child)]),
    );
  };
  return plain(schemas[name]) as object;
}
