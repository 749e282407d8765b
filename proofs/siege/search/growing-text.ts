/** A text with a repeated part. It is sent in full, but printed in short form. */
export interface GrowingText {
  before: string;
  /** The text to repeat; `#` in it stands for the number of the repetition. */
  unit: string;
  times: number;
  after: string;
}

/** Returns the complete text. */
export function wholeText({ before, unit, times, after }: GrowingText): string {
  const repeated = unit.includes('#')
    ? Array.from({ length: times }, (_, i) => unit.replaceAll('#', String(i + 1))).join('')
    : unit.repeat(times);
  return before + repeated + after;
}

/** Returns the text as a shell expression, in which a command produces the repetition. */
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
