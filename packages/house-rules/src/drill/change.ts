/** A contract that the drill edits. It has no type, because the drill may edit any part. */
// biome-ignore lint/suspicious/noExplicitAny: it would need a type for every OpenAPI document
export type Contract = any;

/** A change to the contract, and the manual work that follows from it. */
export interface Change {
  name: string;
  /** Makes the complete change. Afterwards the linter must not find anything. */
  edit(contract: Contract): void;
  /** The lines that `npm run owed` must print, each given as a file and a pattern. */
  owes: [file: string, says: RegExp][];
  /** Generated files that also change, but are not in a package. */
  generates?: string[];
  /** Wrong ways to make the change. For each, the linter must have a finding that matches the pattern. */
  mistakes: Record<string, [spoil: (contract: Contract) => void, says: RegExp]>;
}
