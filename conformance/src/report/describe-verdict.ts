import { describeTried } from './count-statements.ts';
import { judgeRequirements } from './judge-requirements.ts';
import type { JudgedTraffic, Report } from './report.ts';

/** Describes the verdict on a run. The sentence has no subject: "is not conformant: 3 requirements broke". */
export function describeVerdict(report: Report): string {
  const broken = judgeRequirements(report).filter(({ verdict }) => verdict === 'fail').length;
  const requirements = `${broken} ${broken === 1 ? 'requirement' : 'requirements'}`;
  const failures = report.results.filter(({ verdict }) => verdict === 'fail');
  const known = failures.every((result) => result.known) ? ', which is known' : '';
  if (report.judged && report.verdict !== 'nothing proven') return describeTraffic(report, report.judged, requirements);
  if (report.selected && (report.verdict === 'conformant' || report.verdict === 'partial')) return describeChosen(report);
  switch (report.verdict) {
    case 'conformant':
      return `conforms to ${describeClaims(report)}${sayTried(report)}`;
    case 'partial':
      return `conforms to ${describeClaims(report)}, as far as it was tried (partial: some cases proved nothing)${sayTried(report)}`;
    case 'nothing proven':
      return 'is not judged: nothing is proven';
    case 'not conformant':
      if (report.counts.fail === 0) return 'is not judged: the suite itself broke';
      return `is not conformant: ${requirements} broke${known}`;
  }
}

const sayTried = ({ statements }: Report): string => (statements ? `: ${describeTried(statements)}` : '');

function describeTraffic({ counts }: Report, { exchanges }: JudgedTraffic, requirements: string): string {
  const many = `${exchanges} recorded ${exchanges === 1 ? 'exchange' : 'exchanges'}`;
  return counts.fail > 0
    ? `is not conformant: it broke ${requirements} in ${many}`
    : `broke no requirement in ${many}, which does not prove conformance`;
}

/** Describes what the deployment claims, such as "core and lifecycle". */
export function describeClaims({ profile, features, contract }: Pick<Report, 'profile' | 'features'> & Partial<Report>): string {
  if (contract?.title !== undefined && features.length === 0) return `${contract.title} ${contract.version}`;
  if (profile === 'full') return 'core and every feature';
  if (features.length === 0) return 'core';
  return features.length > 4 ? `core and ${features.length} features` : `core and ${features.join(', ')}`;
}

/** Describes, in one line, what made a long run long. Returns no line for a short run. */
export function describeWaits({ waits = [], milliseconds, traffic, results }: Report): string[] {
  if (waits.length === 0) return [];
  const inSeconds = (time: number): string => `${Math.round(time / 1000)} s`;
  const listed = waits.map((wait) => `${inSeconds(wait.milliseconds)} for ${wait.for}`);
  const slowest = [...results].sort((one, other) => other.milliseconds - one.milliseconds)[0];
  const longest = slowest ? `; the longest case was ${slowest.id}, with ${inSeconds(slowest.milliseconds)}` : '';
  return [
    `Of its ${inSeconds(milliseconds)} it waited, side by side, ${listed.join(', ')}, with ${traffic.requests} requests${longest}.`,
  ];
}

/** Describes the result of a run of selected cases, which says nothing about the other cases. */
function describeChosen({ counts, results }: Report): string {
  const held = results.length - counts['not-supported'];
  const passed = counts.pass + counts.warn;
  const which = held === 1 ? 'the one case that was selected' : `the ${held} cases that were selected`;
  return `passes ${passed < held ? `${passed} of ` : ''}${which}, which is not a verdict on the deployment`;
}
