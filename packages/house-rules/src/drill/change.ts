/** A contract that the drill edits. It has no type, because the drill edits any part of it. */
// biome-ignore lint/suspicious/noExplicitAny: a type would have to be that of every OpenAPI document
export type Contract = any;

/** A change of the contract, and the work by hand that it causes. */
export interface Change {
  name: string;
  /** Makes the complete change, so that the linter finds nothing. */
  edit(contract: Contract): void;
  /** The lines that `npm run owed` must print: a file, and a pattern that the line must match. */
  owes: [file: string, says: RegExp][];
  /** Files outside of the packages that are generated anew. */
  generates?: string[];
  /** Wrong ways to make the change. Each must lead to a finding of the linter that matches the pattern. */
  mistakes: Record<string, [spoil: (contract: Contract) => void, says: RegExp]>;
}
