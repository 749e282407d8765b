import type { CaseResult } from '../engine/verdict.ts';
import type { RunVerdict } from './report.ts';

/** What the verdict on a run rests on. */
export interface RunOutcome {
  results: CaseResult[];
  /** Slugs of the operations that the run had to reach. */
  operations: string[];
  /** Slugs of those that answered with success at least once. */
  succeeded: ReadonlySet<string>;
}

/**
 * The verdict on the whole, and why. A core case that told nothing makes it partial. A run in which no core case
 * told anything, or in which an operation never gave a success, proves nothing: that would be a pass without a test.
 */
export function judgeRun({ results, operations, succeeded }: RunOutcome): { verdict: RunVerdict; reasons: string[] } {
  const count = (verdict: CaseResult['verdict']): number => results.filter((result) => result.verdict === verdict).length;
  const broke = count('error') > 0 ? [`In ${count('error')} cases the suite itself broke.`] : [];
  if (count('fail') > 0 || count('error') > 0) return { verdict: 'not conformant', reasons: broke };

  const core = results.filter(({ support }) => support === 'core');
  if (!core.some(({ verdict }) => verdict === 'pass' || verdict === 'warn')) {
    const reason = core.length === 0 ? 'No core case was selected.' : 'No core case could tell anything.';
    return { verdict: 'nothing proven', reasons: [reason] };
  }
  const silent = operations.filter((slug) => !succeeded.has(slug));
  if (silent.length > 0) return { verdict: 'nothing proven', reasons: silent.map((slug) => sayWhy(slug, operations)) };

  const untold = core.filter(({ verdict }) => verdict === 'skipped' || verdict === 'inconclusive').length;
  if (untold > 0) return { verdict: 'partial', reasons: [`${untold} core cases told nothing.`] };
  return { verdict: 'conformant', reasons: [] };
}

function sayWhy(slug: string, operations: string[]): string {
  const others = operations.filter((other) => other !== slug).map((other) => `--operation ${other}`);
  const pay = slug === 'submit-receipt' ? ' Say how to pay with --pay or --adapter.' : '';
  const leave = others.length > 0 ? ` To check the others alone: ${others.join(' ')}.` : '';
  return `${slug} never gave a success, so nothing it refused proves anything.${pay}${leave}`;
}
