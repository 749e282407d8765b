import type { Finding } from './evidence.ts';

/** Lines of a proof that are printed; the file of the history has them all. */
const mostLines = 8;
/** The longest line that is printed. */
const longest = 400;

/** Writes a finding for people: the sentence, the invariant that it breaks, and the lines that prove it. */
export function describeFinding({ invariant, sentence, proof }: Finding): string {
  const lines = proof.slice(0, mostLines).map((line) => {
    const text = JSON.stringify(line);
    return `    ${text.length > longest ? `${text.slice(0, longest)}…` : text}`;
  });
  const more = proof.length > mostLines ? [`    … and ${proof.length - mostLines} more`] : [];
  return [`${sentence} Yet ${invariant}.`, ...lines, ...more].join('\n');
}
