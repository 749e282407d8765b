import { isNode } from '../reader/json.ts';

/**
 * Returns a copy in which every number says that it is a double. Without a format some generators take 32 bits,
 * which cannot hold 131072.13; a double holds every cent of every amount that the contract allows.
 */
export function keepCents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keepCents);
  if (!isNode(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, keepCents(part)]));
  const isNumber = [value.type].flat().includes('number');
  return isNumber && value.format === undefined ? { ...copy, format: 'double' } : copy;
}
