import { type Contract, requirementById } from '../contract/contract.ts';
import type { Finding } from '../engine/case.ts';
import { type CaseResult, verdicts } from '../engine/verdict.ts';
import type { Report } from './report.ts';
import { reproduceLine } from './reproduce-line.ts';

/** The report for a terminal: what could not be told; what broke, worst first, by requirement; then the count. */
export function renderConsole(contract: Contract, report: Report): string {
  // What told nothing comes first: the end of the output is what stays in sight.
  const lines = renderUntold(report.results);
  const found = report.results.flatMap((result) => result.findings.map((finding) => ({ result, finding })));
  const byRequirement = Map.groupBy(found, ({ finding }) => finding.requirement);
  const worstFirst = [...byRequirement].sort(([, one], [, other]) => worst(other) - worst(one));
  for (const [id, entries] of worstFirst) {
    const { level, text, source, pointer } = requirementById(contract, id);
    lines.push(
      '',
      `${level === 'MUST' || report.strict ? 'FAIL' : 'WARN'}  ${id}  (${level}, ${source}, openapi.yaml#${pointer})`,
      `      ${text}`,
    );
    for (const { result, finding } of entries) lines.push('', ...renderFinding(result, finding));
  }
  for (const result of report.results.filter(({ verdict }) => verdict === 'error')) {
    lines.push('', `ERROR ${result.id}: the suite itself broke.`, `      ${result.reason}`);
  }

  const counts = verdicts
    .filter((verdict) => report.counts[verdict] > 0)
    .map((verdict) => `${report.counts[verdict]} ${verdict}`);
  lines.push(
    '',
    `${report.subject} is ${describe(report)}.`,
    `${counts.join(', ')}; ${report.results.length} cases in ${(report.milliseconds / 1000).toFixed(1)} s; profile ${report.profile}; contract ${report.contract.version} (${report.contract.sha256.slice(0, 12)}).`,
  );
  return `${lines.join('\n').trimStart()}\n`;
}

function describe(report: Report): string {
  switch (report.verdict) {
    case 'conformant':
      return 'conformant';
    case 'partial':
      return 'conformant as far as it was tried (partial: some core cases told nothing, see above)';
    case 'not conformant':
      return report.counts.fail > 0 ? 'not conformant' : 'not judged: the suite itself broke';
    case 'nothing proven':
      return 'not judged: no core case could tell anything';
  }
}

function renderFinding(result: CaseResult, finding: Finding): string[] {
  const shown = [
    `  ${result.id}`,
    ...(finding.difference === undefined ? [] : [`    sent      ${finding.difference}`]),
    `    expected  ${finding.expected}`,
    `    received  ${finding.received}`,
    `    contract  openapi.yaml#${finding.pointer}`,
  ];
  return [...shown, `    reproduce ${reproduceLine(finding)}`];
}

/** Cases that told nothing, grouped by their reason so that one missing option is one line. */
function renderUntold(results: CaseResult[]): string[] {
  const untold = results.filter(({ verdict }) => verdict === 'skipped' || verdict === 'inconclusive');
  return [...Map.groupBy(untold, ({ verdict, reason }) => `${verdict}: ${reason}`)].flatMap(([reason, cases]) => [
    '',
    `${cases.length} ${reason}`,
    `      ${cases
      .slice(0, 6)
      .map(({ id }) => id)
      .join(', ')}${cases.length > 6 ? ` and ${cases.length - 6} more` : ''}`,
  ]);
}

function worst(entries: { result: CaseResult }[]): number {
  return Math.max(...entries.map(({ result }) => verdicts.indexOf(result.verdict)));
}
