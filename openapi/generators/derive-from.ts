import { parseContract } from '../reader/parse-contract.ts';
import { deriveDocument } from './derive-document.ts';
import { writeIn30 } from './write-in-3-0.ts';

/**
 * Derives from the text of a contract the documents for generators, each with the name of its file: one in OpenAPI 3.1, and the same
 * for tools that read OpenAPI 3.0 only.
 * @throws Error with a sentence that names the contract as `name`
 */
export function deriveFrom(text: string, name: string): [file: string, text: string][] {
  const document = deriveDocument(parseContract(text, name));
  return [
    ['openapi.generators.json', `${JSON.stringify(document, null, 2)}\n`],
    // On one line, because people read the other one, and every package that brings this room carries both.
    ['openapi.generators-3.0.json', `${JSON.stringify(writeIn30(document))}\n`],
  ];
}
