/** Something that an edit of the contract leaves to do by hand. */
export interface Debt {
  /** The file to open, from the repository's root. */
  file: string;
  /** The line in it, where one is known. */
  line?: number;
  what: string;
}
//# sourceMappingURL=debt.d.ts.map
