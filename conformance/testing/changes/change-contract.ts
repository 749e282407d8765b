import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dump, load } from 'js-yaml';

// biome-ignore lint/suspicious/noExplicitAny: a change to a contract may edit any part of it.
type Document = any;

/** Edits a copy of the contract, as a developer who adds something to it would. */
export type ChangeContract = (document: Document) => void;

/** Returns the text of the contract after these changes. */
export function changedContract(...changes: ChangeContract[]): string {
  const path = fileURLToPath(import.meta.resolve('@payment-invoice/contract/openapi.yaml'));
  const document = load(readFileSync(path, 'utf8'));
  for (const change of changes) change(document);
  return dump(document, { noRefs: true });
}
