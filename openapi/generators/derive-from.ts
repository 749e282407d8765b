import { parseContract } from '../reader/parse-contract.ts';
import { deriveDocument } from './derive-document.ts';

/**
 * Derives the document for generators from the text of a contract.
 * @throws Error with a sentence that names the contract as `name`
 */
export function deriveFrom(text: string, name: string): string {
  return `${JSON.stringify(deriveDocument(parseContract(text, name)), null, 2)}\n`;
}
