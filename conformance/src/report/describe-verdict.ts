import { judgeRequirements } from './judge-requirements.ts';
import type { Report } from './report.ts';

/** Describes the verdict on a run in a sentence without its subject, such as "is not conformant: 3 requirements broke". */
export function describeVerdict(report: Report): string {
  const broken = judgeRequirements(report).filter(({ verdict }) => verdict === 'fail').length;
  const failures = report.results.filter(({ verdict }) => verdict === 'fail');
  const known = failures.every((result) => result.known) ? ', which is known' : '';
  switch (report.verdict) {
    case 'conformant':
      return 'is conformant';
    case 'partial':
      return 'is conformant as far as it was tried (partial: some cases proved nothing)';
    case 'nothing proven':
      return 'is not judged: nothing is proven';
    case 'not conformant':
      if (report.counts.fail === 0) return 'is not judged: the suite itself broke';
      return `is not conformant: ${broken} ${broken === 1 ? 'requirement' : 'requirements'} broke${known}`;
  }
}
