import { verdicts } from '../outcome/verdict.ts';
import { cutText, encodeCommand, encodeMarkdown, showUnseen } from '../text/encode-output.ts';
import { describeTried, describeUntried, type StatementCount } from './count-statements.ts';
import { describeVerdict } from './describe-verdict.ts';
import { judgeRequirements } from './judge-requirements.ts';
import type { Report } from './report.ts';
import { reproduceLine } from './reproduce/reproduce-line.ts';

/** Limits of a summary: number of requirements, and characters of a value and of a line. GitHub accepts at most a megabyte. */
const shown = { requirements: 50, value: 300, line: 2000 };

const sayStatements = (count: StatementCount): string =>
  [`${describeTried(count).replace(/^a/, 'A')}.`, describeUntried(count) ?? ''].join(' ').trim();

/** Renders the report as Markdown for the summary of a GitHub Actions step. */
export function renderStepSummary(report: Report): string {
  const broken = judgeRequirements(report).filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  const counts = verdicts
    .filter((verdict) => report.counts[verdict] > 0)
    .map((verdict) => `${report.counts[verdict]} ${verdict}`);
  const rest = broken.length - shown.requirements;
  const lines = [
    `### ${encodeMarkdown(`${report.subject} ${describeVerdict(report)}.`)}`,
    '',
    encodeMarkdown(counts.join(', ')),
    ...(report.statements && !report.selected ? ['', encodeMarkdown(sayStatements(report.statements))] : []),
    ...report.reasons.flatMap((reason) => ['', encodeMarkdown(reason)]),
    ...broken.slice(0, shown.requirements).flatMap(({ id, level, text, findings }) => {
      const [first] = findings;
      if (!first) return [];
      const { expected, received } = first.finding;
      const value = (part: string): string => encodeMarkdown(cutText(part, shown.value));
      return [
        '',
        `<details><summary><b>${encodeMarkdown(id)}</b> ${level}: ${value(text)}</summary>`,
        '',
        `- case: ${encodeMarkdown(first.result.id)}`,
        `- expected: ${value(expected)}`,
        `- received: ${value(received)}`,
        '',
        `<pre>${encodeMarkdown(cutText(reproduceLine(first.finding), shown.line))}</pre>`,
        '</details>',
      ];
    }),
    ...(rest > 0 ? ['', `And ${rest} more: the report has them.`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** GitHub shows only this many annotations of each kind for a step, and silently hides the rest. */
const annotationLimit = 10;

/**
 * Renders each violated requirement as a workflow command of GitHub Actions, on a line of its own. A violated SHOULD becomes a
 * warning.
 */
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
