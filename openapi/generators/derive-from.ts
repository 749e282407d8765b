import { parseContract } from '../reader/parse-contract.ts';
import { deriveDocument, type Step, steps } from './derive-document.ts';
import { stepsTo30, stepsToPlain, writeIn30, writePlain } from './write-in-3-0.ts';

/**
 * Derives from a contract's text the documents for generators, each with its file name: one in OpenAPI 3.1; the same in
 * OpenAPI 3.0, for tools that cannot read 3.1; and a plain one, for tools that support only a part of 3.0.
 * @throws Error with a sentence that refers to the contract as `name`
 */
export function deriveFrom(text: string, name: string): [file: string, text: string][] {
  const document = deriveDocument(parseContract(text, name));
  const older = writeIn30(document);
  return [
    ['openapi.generators.json', `${JSON.stringify(document, null, 2)}\n`],
    // Written on one line. People read the 3.1 document instead, and every package that contains this one would carry
    // the extra bytes.
    ['openapi.generators-3.0.json', `${JSON.stringify(older)}\n`],
    ['openapi.generators-plain.json', `${JSON.stringify(writePlain(older))}\n`],
    ['differences.md', describeSteps()],
  ];
}

/** Writes the steps as a table for the guide. */
function describeSteps(): string {
  const rows = (document: string, taken: readonly Step[]): string[] =>
    taken.map(({ line: [contract, written, because] }) => `| ${document} | ${contract} | ${written} | ${because} |`);
  const head = ['| Document | In the contract | In the document | Because otherwise |', '| --- | --- | --- | --- |'];
  return `${[...head, ...rows('all', steps), ...rows('3.0, plain', stepsTo30), ...rows('plain', stepsToPlain)].join('\n')}\n`;
}
