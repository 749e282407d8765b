import { encodeCommand, showUnseen } from '../text/encode-output.ts';
import { describeVerdict } from './describe-verdict.ts';
import { judgeRequirements } from './judge-requirements.ts';
import type { Report } from './report.ts';
import { reproduceLine } from './reproduce/reproduce-line.ts';

/** How many annotations of each kind GitHub shows per step. It silently hides the others. */
const annotationLimit = 10;

/** Renders the broken requirements as workflow commands of GitHub Actions, one line each. A SHOULD becomes a warning. */
export function renderAnnotations(report: Report): string {
  const broken = judgeRequirements(report).filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  const lines = broken.flatMap(({ id, level, text, source, verdict, findings }) => {
    const [first] = findings;
    if (!first) return [];
    const { expected, received } = first.finding;
    const sides = [`expected: ${showUnseen(expected)}`, `received: ${showUnseen(received)}`];
    const message = [text, ...sides, `reproduce: ${reproduceLine(first.finding)}`];
    return [encodeCommand(verdict === 'fail' ? 'error' : 'warning', `${id} (${level}, ${source})`, message.join('\n'))];
  });
  const shown = lines.slice(0, annotationLimit);
  if (lines.length > annotationLimit)
    shown[annotationLimit - 1] = encodeCommand(
      'error',
      'More broke',
      `${lines.length - annotationLimit + 1} more requirements: see report.html.`,
    );
  return [...shown, encodeCommand('notice', 'Conformance', `${report.subject} ${describeVerdict(report)}.`)]
    .map((line) => `${line}\n`)
    .join('');
}
