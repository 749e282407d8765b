import { judgeRequirements } from './judge-requirements.ts';
import type { JudgedTraffic, Report } from './report.ts';

/** Describes the verdict on a run in a sentence without its subject, such as "is not conformant: 3 requirements broke". */
export function describeVerdict(report: Report): string {
  const broken = judgeRequirements(report).filter(({ verdict }) => verdict === 'fail').length;
  const failures = report.results.filter(({ verdict }) => verdict === 'fail');
  const known = failures.every((result) => result.known) ? ', which is known' : '';
  if (report.judged && report.verdict !== 'nothing proven') return describeTraffic(report, report.judged, broken);
  switch (report.verdict) {
    case 'conformant':
      return `conforms to ${describeScope(report)}`;
    case 'partial':
      return `conforms to ${describeScope(report)}, as far as it was tried (partial: some cases proved nothing)`;
    case 'nothing proven':
      return 'is not judged: nothing is proven';
    case 'not conformant':
      if (report.counts.fail === 0) return 'is not judged: the suite itself broke';
      return `is not conformant: ${broken} ${broken === 1 ? 'requirement' : 'requirements'} broke${known}`;
  }
}

function describeTraffic({ counts }: Report, { exchanges }: JudgedTraffic, broken: number): string {
  const many = `${exchanges} recorded ${exchanges === 1 ? 'exchange' : 'exchanges'}`;
  const requirements = `${broken} ${broken === 1 ? 'requirement' : 'requirements'}`;
  return counts.fail > 0
    ? `is not conformant: it broke ${requirements} in ${many}`
    : `broke no requirement in ${many}, which is no proof of conformance`;
}

/** Describes everything that the deployment was held to, such as "core and lifecycle". */
export function describeClaims({ profile, features }: Pick<Report, 'profile' | 'features'>): string {
  if (profile === 'full') return 'core and every feature';
  if (features.length === 0) return 'core';
  return features.length > 4 ? `core and ${features.length} features` : `core and ${features.join(', ')}`;
}

function describeScope(report: Report): string {
  if (report.selected === undefined) return describeClaims(report);
  const count = report.results.length - report.counts['not-supported'];
  return `${describeClaims(report)} in the ${count === 1 ? 'one case' : `${count} cases`} that ${count === 1 ? 'was' : 'were'} selected`;
}
