/** Work that is left to do by hand after an edit of the contract. */
export interface Debt {
  /** The file to open, relative to the repository's root. */
  file: string;
  /** The line in that file, if known. */
  line?: number;
  what: string;
}
