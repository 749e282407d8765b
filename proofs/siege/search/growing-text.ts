/** A text with a part that is repeated: it is sent whole, and printed short. */
export interface GrowingText {
  before: string;
  /** Repeated; `#` in it is the number of the repetition. */
  unit: string;
  times: number;
  after: string;
}

/** Writes the whole text. */
export function wholeText({ before, unit, times, after }: GrowingText): string {
  const repeated = unit.includes('#')
    ? Array.from({ length: times }, (_, i) => unit.replaceAll('#', String(i + 1))).join('')
    : unit.repeat(times);
  return before + repeated + after;
}

/** Writes the text for a shell, in which a command repeats what is repeated. */
export function shellText({ before, unit, times, after }: GrowingText): string {
  const format = quote(
    `${unit.replaceAll('\\', '\\\\').replaceAll('%', '%%').replaceAll('#', '%d')}${unit.includes('#') ? '' : '%.0s'}`,
  );
  return `${quote(before)}"$(printf ${format} $(seq ${times}))"${quote(after)}`;
}

/** Quotes a text for a shell. */
export function quote(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", `'\\''`)}'`;
}
