import { load } from 'js-yaml';
import { isNode, type Node } from './json.ts';

/**
 * Parses the text of a contract.
 * @throws Error with a sentence that names the contract as `name`
 */
export function parseContract(text: string, name: string): Node {
  let document: unknown;
  try {
    document = load(text);
  } catch (error) {
    throw new Error(`${name} is not YAML: ${(error as Error).message.trim()}`, { cause: error });
  }
  if (!isNode(document) || typeof document.openapi !== 'string') throw new Error(`${name} is no OpenAPI document.`);
  refuseCircle(document, name, []);
  return document;
}

/** @throws Error when a value holds itself, as an alias inside its own anchor does: it would be read without end */
function refuseCircle(value: unknown, name: string, within: readonly unknown[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (within.includes(value)) throw new Error(`${name} has an alias inside its own anchor.`);
  for (const part of Object.values(value)) refuseCircle(part, name, [...within, value]);
}
