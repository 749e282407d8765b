import { load } from 'js-yaml';
import { isNode } from '../breaking/parse-contract.ts';
import { deriveDocument } from './derive-document.ts';

/**
 * Derives the document for generators from the text of a contract.
 * @throws Error with a sentence that names the contract as `name`
 */
export function deriveFrom(text: string, name: string): string {
  let contract: unknown;
  try {
    contract = load(text);
  } catch (error) {
    throw new Error(`${name} is not YAML: ${(error as Error).message.trim()}`, { cause: error });
  }
  if (!isNode(contract) || !isNode(contract.components)) throw new Error(`${name} is no OpenAPI document with components.`);
  return `${JSON.stringify(deriveDocument(contract), null, 2)}\n`;
}
