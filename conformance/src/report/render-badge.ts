import { cutText, encodeXml } from '../text/encode-output.ts';
import type { Report, RunVerdict } from './report.ts';

const badgeWords: Record<RunVerdict, { message: string; colour: string }> = {
  conformant: { message: 'conformant', colour: '#2e7d32' },
  partial: { message: 'partly checked', colour: '#8a6100' },
  'not conformant': { message: 'not conformant', colour: '#b3261e' },
  'nothing proven': { message: 'not judged', colour: '#5f6368' },
};
/** Average width of a letter in 11 px Verdana. `textLength` then makes the width exact. */
const letter = 6.4;

/** Renders the verdict as an SVG badge for a page that links to the report. */
export function renderBadge({
  verdict,
  profile,
  contract,
  statements,
  selected,
}: Pick<Report, 'verdict' | 'profile' | 'contract' | 'statements' | 'selected'>): string {
  const { message, colour } = badgeWords[verdict];
  const label = contract.title === undefined ? 'payment invoice API' : cutText(contract.title, 40);
  const isCounted = statements !== undefined && !selected && (verdict === 'conformant' || verdict === 'partial');
  const count = isCounted ? ` ${statements.tried}/${statements.total}` : '';
  const text = `${message}${count} (${profile}, ${contract.version})`;
  const [left, right] = [label, text].map((words) => Math.round(words.length * letter) + 12) as [number, number];
  const word = (words: string, at: number, width: number) =>
    `<text x="${at + 6}" y="14" textLength="${width - 12}">${encodeXml(words)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${encodeXml(label)}: ${message}">
  <rect width="${left + right}" height="20" rx="3" fill="#444"/>
  <path d="M${left} 0h${right - 3}q3 0 3 3v14q0 3 -3 3h-${right - 3}z" fill="${colour}"/>
  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${word(label, 0, left)}${word(text, left, right)}</g>
</svg>
`;
}
