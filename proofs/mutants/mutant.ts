/** One change of one token of a source file. */
export interface Mutant {
  /** Name of the file and a hash of what surrounds the change: the same as long as those lines are, wherever they move. */
  id: string;
  /** Below the repository. */
  file: string;
  /** Offsets of the text that is replaced. */
  start: number;
  end: number;
  replacement: string;
}

/** A change that an operator proposes: offsets into a text, and the text to put there. */
export interface Change {
  start: number;
  end: number;
  replacement: string;
}

export function applyChange(text: string, { start, end, replacement }: Change): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
