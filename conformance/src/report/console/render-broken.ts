import { showPlace } from '../../contract/show-place.ts';
import { groupBy } from '../../group-by.ts';
import { cutText, type Paint, showUnseen } from '../../text/encode-output.ts';
import { chooseExamples, type Example, type Found } from '../group-causes.ts';
import type { JudgedRequirement } from '../judge-requirements.ts';
import type { Report } from '../report.ts';
import { reproduceLine, runCaseAgain, showsByItself } from '../reproduce/reproduce-line.ts';

/** Maximum number of characters of a value in the output. The HTML page shows more of it. */
const valueShown = 300;
/** Maximum number of characters of a curl line in the output. */
const curlShown = 700;

/** Renders a violated requirement: its text, one example for each symptom, and the cases with similar findings. */
export function renderBroken(report: Report, judged: JudgedRequirement, paint: Paint, all: boolean): string[] {
  const { id, verdict, level, source, text, findings } = judged;
  const word = verdict === 'warn' ? paint('yellow', 'WARN') : paint('red', 'FAIL');
  const examples = all ? findings.map((example) => ({ example, more: [] })) : chooseExamples(findings, 2);
  return [
    '',
    `${word}  ${paint('bold', id)}  (${level}, ${source})`,
    `      ${text}`,
    ...examples.flatMap((one) => renderExample(report, one, paint)),
  ];
}

function renderExample(report: Report, { example: { result, finding }, more }: Example, paint: Paint): string[] {
  const value = (text: string): string => cutText(showUnseen(text), valueShown);
  return [
    '',
    `  ${showUnseen(result.title)}`,
    ...(result.file === undefined ? [] : [paint('dim', `    case      ${result.id}  (${result.file})`)]),
    ...(finding.difference === undefined ? [] : [`    sent      ${value(finding.difference)}`]),
    `    expected  ${paint('green', value(finding.expected))}`,
    `    received  ${paint('red', value(finding.received))}`,
    paint('dim', `    contract  ${showUnseen(showPlace(finding.pointer))}`),
    ...renderReproduction(report, { result, finding }),
    ...(more.length > 0 ? [paint('dim', `    and ${more.length} more like it: ${nameCases(more)}`)] : []),
  ];
}

function renderReproduction(report: Report, { result, finding }: Found): string[] {
  const curl = reproduceLine(finding);
  if (result.file === undefined) return curl.length > curlShown ? [] : [`    request   ${showUnseen(curl)}`];
  const again = [`    again     ${runCaseAgain(report.reproduce, result.id)}`];
  // A server that --start starts may also read environment variables, which this command line does not contain.
  if (/ --start[ =]/.test(report.reproduce)) again.push('              with the environment variables of this run');
  if (finding.script !== undefined && finding.script.length <= 4 * curlShown)
    return ['    reproduce', ...finding.script.split('\n').map((line) => `      ${line}`)];
  // Does not print a curl line that is very long, or that reproduces the finding only after other requests.
  if (curl === '' || curl.length > curlShown || !showsByItself(finding)) return again;
  return [`    reproduce ${showUnseen(curl)}`];
}

function nameCases(more: readonly Found[]): string {
  const cases = [...groupBy(more, ({ result }) => result.id)];
  const shown = cases.slice(0, 3).map(([id, same]) => (same.length > 1 ? `${id} (${same.length})` : id));
  const rest = cases.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} other ${rest === 1 ? 'case' : 'cases'}` : ''}`;
}
