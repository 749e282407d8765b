/** One change of one token of a source file. */
export interface Mutant {
  /** The file's name and a hash of the lines around the change. Thus, the id stays the same when these lines move in the file. */
  id: string;
  /** The path relative to the repository. */
  file: string;
  /** Offsets of the text to replace. */
  start: number;
  end: number;
  replacement: string;
}

/** A proposed change: offsets into a text, and the replacement. */
export interface Change {
  start: number;
  end: number;
  replacement: string;
}

export function applyChange(text: string, { start, end, replacement }: Change): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
