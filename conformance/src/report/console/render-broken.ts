import { groupBy } from '../../group-by.ts';
import { describeSymptom } from '../describe-symptom.ts';
import type { Found } from '../group-causes.ts';
import type { JudgedRequirement } from '../judge-requirements.ts';
import { reproduceLine } from '../reproduce/reproduce-line.ts';
import { runCaseAgain } from '../reproduce/run-case-again.ts';
import type { Report } from '../report.ts';
import { cutText, showUnseen } from '../show-text.ts';
import type { Paint } from './paint.ts';

/** Characters of a value that are shown; the page has the rest. */
const valueShown = 300;
/** Longest request that is printed to be copied. */
const curlShown = 700;

/** Renders a broken requirement: its text, one example of each symptom, and the cases that say the same. */
export function renderBroken(report: Report, judged: JudgedRequirement, paint: Paint, all: boolean): string[] {
  const { id, verdict, level, source, text, findings } = judged;
  const word = verdict === 'warn' ? paint('yellow', 'WARN') : paint('red', 'FAIL');
  const groups = all ? findings.map((one) => [one]) : chooseExamples(findings);
  return [
    '',
    `${word}  ${paint('bold', id)}  (${level}, ${source})`,
    `      ${text}`,
    ...groups.flatMap(([first, ...more]) => (first ? renderExample(report, first, more, paint) : [])),
  ];
}

/** Returns at most two groups of findings that look alike, each with its shortest way to the defect first. */
function chooseExamples(findings: readonly Found[]): Found[][] {
  const groups = [...groupBy(findings, ({ finding }) => describeSymptom(finding).key).values()].map(shortestFirst);
  groups.sort((one, other) => other.length - one.length);
  const [first = [], second, ...others] = groups;
  if (second === undefined) return [first];
  return [first, [...second, ...others.flat()]];
}

/** Puts the finding with the fewest requests first; of those, the one that comes first in the report. */
export function shortestFirst(found: readonly Found[]): Found[] {
  const length = ({ finding }: Found): number => finding.exchanges.length || Number.POSITIVE_INFINITY;
  const shortest = found.reduce<Found | undefined>((best, one) => (best && length(best) <= length(one) ? best : one), undefined);
  return shortest ? [shortest, ...found.filter((one) => one !== shortest)] : [];
}

function renderExample(report: Report, { result, finding }: Found, more: readonly Found[], paint: Paint): string[] {
  const value = (text: string): string => cutText(showUnseen(text), valueShown);
  return [
    '',
    `  ${showUnseen(result.title)}`,
    paint('dim', `    case      ${result.id}  (${result.file})`),
    ...(finding.difference === undefined ? [] : [`    sent      ${value(finding.difference)}`]),
    `    expected  ${paint('green', value(finding.expected))}`,
    `    received  ${paint('red', value(finding.received))}`,
    paint('dim', `    contract  openapi.yaml#${finding.pointer}`),
    ...renderReproduction(report, result.id, finding),
    ...(more.length > 0 ? [paint('dim', `    and ${more.length} more like it: ${nameCases(more)}`)] : []),
  ];
}

function renderReproduction(report: Report, id: string, finding: Found['finding']): string[] {
  const again = `    again     ${runCaseAgain(report.reproduce, id)}`;
  if (finding.script !== undefined && finding.script.length <= 4 * curlShown)
    return ['    reproduce', ...finding.script.split('\n').map((line) => `      ${line}`)];
  const curl = reproduceLine(finding);
  // A request of many kilobytes would fill the screen; one whose state is gone shows nothing.
  if (curl === '' || curl.length > curlShown || finding.exchanges.length > 1) return [again];
  return [`    reproduce ${showUnseen(curl)}`];
}

function nameCases(more: readonly Found[]): string {
  const counts = [...groupBy(more, ({ result }) => result.id)].map(([id, same]) =>
    same.length > 1 ? `${id} (${same.length})` : id,
  );
  const [shown, rest] = [counts.slice(0, 3), counts.length - 3];
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} other ${rest === 1 ? 'case' : 'cases'}` : ''}`;
}
