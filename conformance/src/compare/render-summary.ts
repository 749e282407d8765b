import { describeVerdict } from '../report/describe-verdict.ts';
import { words } from '../report/html/words.ts';
import { showUnseen } from '../text/encode-output.ts';
import { choosePaint, type Paint } from '../text/paint.ts';
import { type Change, type Comparison, nameReports, type Standing } from './compare-reports.ts';

/** How many changes of one kind are listed by name. */
const shown = 10;

/** Renders a comparison for a terminal: each report, and what broke and what was fixed between consecutive reports. */
export function renderSummary(comparison: Comparison, colour: boolean): string {
  const paint = choosePaint(colour);
  const names = nameReports(comparison.reports);
  const width = Math.max(...names.map((name) => name.length));
  const lines = comparison.reports.map((report, at) =>
    showUnseen(`${(names[at] ?? '').padEnd(width)}  ${describeVerdict(report)}; contract ${report.contract.version}`),
  );
  for (const { at, broke, found, fixed, others } of comparison.steps) {
    lines.push('', showUnseen(`From ${names[at - 1]} to ${names[at]}:`));
    lines.push(...renderChanges(paint('red', 'broke'), broke), ...renderChanges(paint('green', 'fixed'), fixed));
    lines.push(...renderChanges(paint('red', 'found broken'), found), ...renderChanges('other changes', others));
    if ([broke, found, fixed, others].every(({ length }) => length === 0)) lines.push('  nothing changed');
  }
  return `${lines.join('\n')}\n`;
}

function renderChanges(word: ReturnType<Paint>, changes: readonly Change[]): string[] {
  if (changes.length === 0) return [];
  const named = changes
    .slice(0, shown)
    .map(({ id, from, to }) => `    ${showUnseen(id)}  (${nameStanding(from)}, now ${nameStanding(to)})`);
  return [
    `  ${changes.length} ${word}`,
    ...named,
    ...(changes.length > shown ? [`    and ${changes.length - shown} more: the page has them`] : []),
  ];
}

export function nameStanding(standing: Standing): string {
  return standing === 'absent' ? 'not there' : words[standing].one.toLowerCase();
}
