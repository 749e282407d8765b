import { showPlace } from '../contract/show-place.ts';
import { groupBy } from '../group-by.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { encodeXml, showUnseen } from '../text/encode-output.ts';
import { describeTried } from './count-statements.ts';
import { describeVerdict } from './describe-verdict.ts';
import { type Report, titleOf } from './report.ts';
import { reproduceLine } from './reproduce/reproduce-line.ts';

/**
 * Renders the report as JUnit XML. Each folder of cases is a suite, and each case is a test. JUnit has no warnings, so a warning
 * becomes a passed test with the text in system-out.
 */
export function renderJunit(report: Report): string {
  const renderSuite = (
    name: string,
    results: CaseResult[],
    lines = results.map((result) => renderCase(name, result)),
  ): string => {
    const about = attributes({ name, ...counts(results), timestamp: report.startedAt, hostname: report.subject });
    return [`  <testsuite${about}>`, ...lines, '  </testsuite>'].join('\n');
  };
  const suites = [...groupBy(report.results, ({ id }) => id.split('/')[0] ?? id)].map((suite) => renderSuite(...suite));
  const properties = Object.entries({
    verdict: `${report.subject} ${describeVerdict(report)}.`,
    reasons: report.reasons.join(' '),
    ended: report.ended,
    ...(report.statements && {
      statements: describeTried(report.statements),
      'statements.untried': report.statements.untried.map(({ id }) => id).join(' '),
    }),
    contract: `${report.contract.version} ${report.contract.sha256}`,
    profile: [report.profile, ...report.features].join(', '),
    runner: `${report.runner.name} ${report.runner.version}`,
    run: report.runId,
    reproduce: report.reproduce,
  }).map(([name, value]) => `      <property${attributes({ name, value })}/>`);
  // JUnit allows properties only inside a suite. A suite without tests contains them, so that programs read them only once.
  const about = renderSuite('run', [], ['    <properties>', ...properties, '    </properties>']);
  // Omits `skipped`, because Jenkins' xUnit plugin does not accept this attribute on the root element.
  const { skipped: _skipped, ...all } = counts(report.results);
  const total = attributes({ name: `${titleOf(report)} conformance`, ...all });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${total}>\n${[about, ...suites].join('\n')}\n</testsuites>\n`;
}

function counts(results: CaseResult[]): Record<string, number | string> {
  const count = (...wanted: string[]): number => results.filter(({ verdict }) => wanted.includes(verdict)).length;
  return {
    tests: results.length,
    failures: count('fail'),
    errors: count('error'),
    skipped: count('skipped', 'not-supported', 'inconclusive'),
    time: (results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000).toFixed(3),
  };
}

function renderCase(suite: string, result: CaseResult): string {
  const open = `    <testcase${attributes({ name: result.id, classname: `${suite}.${result.requirement}`, time: (result.milliseconds / 1000).toFixed(3) })}`;
  const inside = renderOutcome(result);
  return inside === undefined ? `${open}/>` : `${open}>\n      ${inside}\n    </testcase>`;
}

function renderOutcome(result: CaseResult): string | undefined {
  const { verdict, reason = '', findings } = result;
  const text = encodeText(findings.map((finding) => describeFinding(finding).join('\n')).join('\n\n'));
  switch (verdict) {
    case 'pass':
      return undefined;
    case 'fail':
      return `<failure${attributes({ type: result.requirement, message: findings.map(({ expected, received }) => `expected ${expected}, received ${received}`).join('; ') })}>${text}</failure>`;
    case 'error':
      return `<error${attributes({ type: 'suite', message: reason.split('\n')[0] ?? '' })}>${encodeText(reason)}</error>`;
    case 'warn':
      return `<system-out>${text}</system-out>`;
    default:
      // Writes the reason twice, because Jenkins shows the message and GitLab shows the text.
      return `<skipped${attributes({ message: `${verdict}: ${reason}` })}>${encodeText(reason)}</skipped>`;
  }
}

/** Encodes the text of an element. GitLab and Jenkins interpret `[[ATTACHMENT|` as the path of a file to attach. */
const encodeText = (text: string): string => encodeXml(text.replaceAll('[[ATTACHMENT|', '[ [ATTACHMENT|'));

/** Describes a finding in lines for a build log. */
export function describeFinding(finding: CaseResult['findings'][number]): string[] {
  const { requirement, level, difference, expected, received, pointer } = finding;
  return [
    `${requirement} (${level})`,
    ...(difference === undefined ? [] : [`sent: ${showUnseen(difference)}`]),
    `expected: ${showUnseen(expected)}`,
    `received: ${showUnseen(received)}`,
    `contract: ${showUnseen(showPlace(pointer))}`,
    `reproduce: ${reproduceLine(finding)}`,
  ];
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${encodeXml(String(value))}"`)
    .join('');
}
