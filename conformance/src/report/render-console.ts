import { groupBy } from '../group-by.ts';
import type { Finding } from '../outcome/finding.ts';
import { type CaseResult, verdicts } from '../outcome/verdict.ts';
import { describeVerdict } from './describe-verdict.ts';
import { judgeRequirements } from './judge-requirements.ts';
import type { Report, SelfCheck } from './report.ts';
import { reproduceLine } from './reproduce-line.ts';

/** Renders the report for a terminal: cases without a verdict, broken requirements (worst first), then the counts. */
export function renderConsole(report: Report): string {
  // Cases without a verdict come first: the end of the output stays in sight.
  const lines = renderUntold(report.results);
  for (const { id, verdict, level, text, source, pointer, findings } of judgeRequirements(report)) {
    if (findings.length === 0) continue;
    lines.push(
      '',
      `${verdict === 'warn' ? 'WARN' : 'FAIL'}  ${id}  (${level}, ${source}, openapi.yaml#${pointer})`,
      `      ${text}`,
    );
    for (const { result, finding } of findings) lines.push('', ...renderFinding(result, finding));
  }
  for (const result of report.results.filter(({ verdict }) => verdict === 'error')) {
    lines.push('', `ERROR ${result.id}: the suite itself broke.`, `      ${result.reason}`);
  }

  if (report.selfCheck) lines.push('', ...renderSelfCheck(report.selfCheck));
  const counts = verdicts
    .filter((verdict) => report.counts[verdict] > 0)
    .map((verdict) => `${report.counts[verdict]} ${verdict}`);
  const claimed = report.profile === 'core' && report.features.length > 0 ? ` with ${report.features.join(', ')}` : '';
  lines.push(
    '',
    ...report.reasons,
    `${report.subject} ${describeVerdict(report)}.`,
    `${counts.join(', ')}; ${report.results.length} cases in ${(report.milliseconds / 1000).toFixed(1)} s; profile ${report.profile}${claimed}; contract ${report.contract.version} (${report.contract.sha256.slice(0, 12)}).`,
  );
  return `${lines.join('\n').trimStart()}\n`;
}

function renderFinding(result: CaseResult, finding: Finding): string[] {
  const shown = [
    `  ${result.id}  (${result.file})`,
    ...(finding.difference === undefined ? [] : [`    sent      ${finding.difference}`]),
    `    expected  ${finding.expected}`,
    `    received  ${finding.received}`,
    `    contract  openapi.yaml#${finding.pointer}`,
  ];
  // A state is gone when the case is over: running the whole case restores it.
  const whole = finding.exchanges.length > 1 ? [`    or run    --case ${result.id}`] : [];
  return [...shown, `    reproduce ${reproduceLine(finding)}`, ...whole];
}

/** Renders the cases without a verdict, grouped by reason, so that one missing option is one line. */
function renderUntold(results: CaseResult[]): string[] {
  const untold = results.filter(({ verdict }) => verdict === 'skipped' || verdict === 'inconclusive');
  return [...groupBy(untold, ({ verdict, reason }) => `${verdict}: ${reason}`)].flatMap(([reason, cases]) => [
    '',
    `${cases.length} ${reason}`,
    `      ${cases
      .slice(0, 6)
      .map(({ id }) => id)
      .join(', ')}${cases.length > 6 ? ` and ${cases.length - 6} more` : ''}`,
  ]);
}

function renderSelfCheck({ tamperings, seen, unseen, reread, notReread }: SelfCheck): string[] {
  const cases = (count: number): string => `${count} ${count === 1 ? 'case' : 'cases'}`;
  // Callbacks, the adapter's work and the order of simultaneous requests are not in the record of responses.
  const left =
    notReread.length > 0
      ? `; ${cases(notReread.length)} ${notReread.length === 1 ? 'rests' : 'rest'} on more than the recorded responses`
      : '';
  return [
    `Self-check: of ${tamperings} responses tampered with, the suite saw ${seen}; ${cases(reread)} read the record again${left}.`,
    ...[...groupBy(unseen, ({ tampering }) => tampering)].map(([tampering, places]) => {
      const more = places.length > 3 ? ` and ${places.length - 3} more` : '';
      const named = places.slice(0, 3).map(({ where }) => where);
      return `      not seen: ${tampering}: ${named.join(', ')}${more}`;
    }),
  ];
}
