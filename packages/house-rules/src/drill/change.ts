/** A contract under change. The drill edits any part of it, so it has no type. */
// biome-ignore lint/suspicious/noExplicitAny: a type would have to be that of every OpenAPI document
export type Contract = any;

/** A change of the contract, and the work by hand that it causes. */
export interface Change {
  name: string;
  /** Makes the complete change, so that the linter finds nothing. */
  edit(contract: Contract): void;
  /** The debts that `npm run owed` must list: a file, and words that the line must match. */
  owes: [file: string, says: RegExp][];
  /** Files outside of the packages that are generated anew. */
  generates?: string[];
  /** Ways to state the change badly, each with words that the linter must then report. */
  mistakes: Record<string, [spoil: (contract: Contract) => void, says: RegExp]>;
}
