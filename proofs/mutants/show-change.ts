import { applyChange, type Mutant } from './mutant.ts';

/** Renders a mutant as file, line and the lines of a diff. */
export function showChange({ file, ...change }: Mutant, text: string): string {
  const line = text.slice(0, change.start).split('\n').length;
  const from = text.lastIndexOf('\n', change.start - 1) + 1;
  const to = endOfLine(text, change.end);
  const changed = applyChange(text, change);
  const after = changed.slice(from, to + changed.length - text.length);
  const mark = (sign: string, part: string): string[] => part.split('\n').map((one) => `    ${sign} ${one.trim()}`);
  return [`${file}:${line}`, ...mark('-', text.slice(from, to)), ...mark('+', after)].join('\n');
}

function endOfLine(text: string, position: number): number {
  const end = text.indexOf('\n', position);
  return end < 0 ? text.length : end;
}
