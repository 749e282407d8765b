/** A contract under change. The drill edits it in every way, so nothing of it is typed. */
// biome-ignore lint/suspicious/noExplicitAny: a type would have to be that of every OpenAPI document
export type Contract = any;

/** A change of the contract, and what it leaves to do by hand. */
export interface Change {
  name: string;
  /** Makes the change whole: the linter finds nothing. */
  edit(contract: Contract): void;
  /** The debts that `npm run owed` must list: the file, and words of the line. */
  owes: [file: string, says: RegExp][];
  /** Files beside the packages that are generated anew. */
  generates?: string[];
  /** Ways to state the change badly, with words of what the linter says then. */
  mistakes: Record<string, [spoil: (contract: Contract) => void, says: RegExp]>;
}
