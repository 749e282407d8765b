import { verdicts } from '../outcome/verdict.ts';
import { cutText, encodeCommand, encodeMarkdown, showUnseen } from '../text/encode-output.ts';
import { describeTried, describeUntried, type StatementCount } from './count-statements.ts';
import { describeVerdict } from './describe-verdict.ts';
import { judgeRequirements } from './judge-requirements.ts';
import type { Report } from './report.ts';
import { reproduceLine } from './reproduce/reproduce-line.ts';

/** Lists the violated requirements, each with its first finding and the line that reproduces it. */
const listBroken = (report: Report) =>
  judgeRequirements(report).flatMap(({ findings: [first], ...judged }) => {
    const isBroken = first && (judged.verdict === 'fail' || judged.verdict === 'warn');
    return isBroken ? [{ ...first.finding, ...judged, from: first.result.id, reproduce: reproduceLine(first.finding) }] : [];
  });

/** Limits of a summary: number of requirements, and characters of a value and of a line. GitHub accepts at most a megabyte. */
const shown = { requirements: 50, value: 300, line: 2000 };

const value = (text: string): string => encodeMarkdown(cutText(text, shown.value));

const sayStatements = (count: StatementCount): string =>
  [`${describeTried(count).replace(/^a/, 'A')}.`, describeUntried(count) ?? ''].join(' ').trim();

/** Renders the report as Markdown for the summary of a GitHub Actions step. */
export function renderStepSummary(report: Report): string {
  const broken = listBroken(report);
  const listed = broken.slice(0, shown.requirements);
  const counts = verdicts.flatMap((verdict) => (report.counts[verdict] > 0 ? `${report.counts[verdict]} ${verdict}` : []));
  const rest = broken.length - listed.length;
  const lines = [
    `### ${encodeMarkdown(`${report.subject} ${describeVerdict(report)}.`)}`,
    '',
    encodeMarkdown(counts.join(', ')),
    ...(report.statements && !report.selected ? ['', encodeMarkdown(sayStatements(report.statements))] : []),
    ...report.reasons.flatMap((reason) => ['', encodeMarkdown(reason)]),
    ...listed.flatMap(({ id, level, text, expected, received, from, reproduce }) => [
      '',
      `<details><summary><b>${encodeMarkdown(id)}</b> ${level}: ${value(text)}</summary>`,
      '',
      `- case: ${encodeMarkdown(from)}`,
      `- expected: ${value(expected)}`,
      `- received: ${value(received)}`,
      '',
      `<pre>${encodeMarkdown(cutText(reproduce, shown.line))}</pre>`,
      '</details>',
    ]),
    ...(rest > 0 ? ['', `And ${rest} more: the report has them.`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** GitHub shows only this many annotations of each kind for a step, and silently hides the rest. */
const annotationLimit = 10;

/** Renders each violated requirement as a workflow command of GitHub Actions. A violated SHOULD becomes a warning. */
export function renderAnnotations(report: Report): string {
  const lines = listBroken(report).map(({ id, level, text, source, verdict, expected, received, reproduce }) => {
    const sides = [`expected: ${showUnseen(expected)}`, `received: ${showUnseen(received)}`];
    const message = [text, ...sides, `reproduce: ${reproduce}`].join('\n');
    return encodeCommand(verdict === 'fail' ? 'error' : 'warning', `${id} (${level}, ${source})`, message);
  });
  const more = `${lines.length - annotationLimit + 1} more requirements: see report.html.`;
  if (lines.length > annotationLimit) lines.splice(annotationLimit - 1, lines.length, encodeCommand('error', 'More broke', more));
  return [...lines, encodeCommand('notice', 'Conformance', `${report.subject} ${describeVerdict(report)}.`)]
    .map((line) => `${line}\n`)
    .join('');
}
