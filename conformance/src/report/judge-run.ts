import { groupBy, groupLargest } from '../group-by.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { likeReason } from './count-statements.ts';
import type { RunVerdict } from './report.ts';

/** Up to this number of inconclusive cases of a feature are tolerated, even if they are more than one in ten. */
const fewOfFeature = 3;

/** Problems outside the cases. Each of them prevents the run from passing. */
export interface Beside {
  /** Why the deployment no longer responded after the last case. Absent if the deployment still responded. */
  gone?: string | undefined;
  /** An error that was thrown outside any case. */
  stray?: string | undefined;
  /** One sentence about each condition that was no longer met at the end of the run, for example about an expired token. */
  conditions?: readonly string[];
}

/** Everything on which the verdict on a run depends. */
export interface RunOutcome extends Beside {
  results: CaseResult[];
  /** Slugs of the operations that the run must have tested. */
  operations: string[];
  /** True if cases were selected. The verdict is then not about the deployment as a whole, but only about these cases. */
  chosen?: boolean;
  /** Slugs of the operations that responded with a success at least once. */
  succeeded: ReadonlySet<string>;
  /** Advice to show if the operation with this slug never succeeded. */
  advice?: { slug: string; text: string };
  /** Slugs of the operations that have left a request without a response, and have never refused one. */
  mute: ReadonlySet<string>;
}

/**
 * Returns the verdict on the whole run, with reasons. It is `partial` if cases were selected, or if a claimed case has no verdict
 * and is not `optional`. It is `nothing proven` if there was a problem outside the cases, or if the run tested too little, for
 * example because an operation never succeeded.
 */
export function judgeRun(outcome: RunOutcome): { verdict: RunVerdict; reasons: string[] } {
  const { results, operations, chosen = false, succeeded, mute } = outcome;
  const count = (verdict: CaseResult['verdict']): number => results.filter((result) => result.verdict === verdict).length;
  const broke = count('error') > 0 ? [`In ${count('error')} cases, the suite has a defect.`] : [];
  const beside = sayBeside(outcome);
  if (count('fail') > 0 || count('error') > 0) return { verdict: 'not conformant', reasons: [...broke, ...beside] };

  const held = chosen ? results : results.filter(({ support }) => support === 'core');
  const obstacles = [
    held.some(({ verdict }) => verdict === 'pass' || verdict === 'warn') ? [] : [sayEmpty(held, chosen)],
    operations.filter((slug) => !succeeded.has(slug)).map((slug) => sayWhy(slug, operations, outcome.advice)),
    operations
      .filter((slug) => mute.has(slug))
      .map((slug) => `${slug} gave no response to any request that it had to refuse. Look for errors in the deployment's log.`),
    sayBlind(results).filter((one) => !beside.some((said) => one.endsWith(said))),
  ];
  const [first = []] = obstacles.filter((reasons) => reasons.length > 0);
  if (first.length > 0 || beside.length > 0) return { verdict: 'nothing proven', reasons: [...first, ...beside] };

  const untold = results.filter(({ verdict, optional }) => !optional && (verdict === 'skipped' || verdict === 'inconclusive'));
  const ofCore = untold.filter(({ support }) => support === 'core').length;
  const reasons = [
    ...sayUntold(ofCore, 'core case', 'core cases'),
    ...sayUntold(untold.length - ofCore, 'case of the claimed features', 'cases of the claimed features'),
  ];
  if (reasons.length > 0 || chosen) return { verdict: 'partial', reasons };
  return { verdict: 'conformant', reasons: [] };
}

function sayEmpty(held: CaseResult[], chosen: boolean): string {
  if (!chosen) return 'No core case could be judged.';
  return held.every(({ verdict }) => verdict === 'not-supported')
    ? 'The selected cases belong to features that are not claimed: add them with --features, or use --profile full.'
    : 'No selected case could be judged.';
}

export function sayBeside({ gone, stray, conditions = [] }: Beside): string[] {
  const reasons = [...conditions];
  if (gone !== undefined)
    reasons.push(
      `The deployment no longer responds: ${gone}. A request of this run may have crashed it: look for the last ones in its log.`,
    );
  if (stray !== undefined) reasons.push(`Something failed outside the cases, in the adapter or in the suite: ${stray}`);
  return reasons;
}

/** Returns reasons if too many of the core cases or of a feature's cases were inconclusive, or if most cases were not judged. */
function sayBlind(results: CaseResult[]): string[] {
  const demanded = results.filter(({ verdict, optional }) => !optional && verdict !== 'not-supported');
  const features = groupBy(demanded, ({ support, feature = '' }) => (support === 'core' ? 'core' : feature));
  const blind = [...features].flatMap(([feature, cases]) => sayUnjudged(feature, cases));
  if (blind.length > 0) return blind;
  const told = demanded.filter(({ verdict }) => verdict === 'pass' || verdict === 'warn');
  if (told.length * 2 >= demanded.length) return [];
  return [`Only ${told.length} of ${demanded.length} cases could be judged: most of what is claimed was not tried.`];
}

function sayUnjudged(feature: string, cases: readonly CaseResult[]): string[] {
  const inconclusive = cases.filter(({ verdict }) => verdict === 'inconclusive');
  if (inconclusive.length <= Math.max(cases.length / 10, feature === 'core' ? 0 : fewOfFeature)) return [];
  const [[reason, same] = ['', []]] = groupLargest(inconclusive, ({ reason = '' }) => likeReason(reason));
  return [
    `${inconclusive.length} of ${cases.length} ${feature} cases could not be judged, too many for a verdict. In ${same.length} of them: ${reason}`,
  ];
}

function sayWhy(slug: string, operations: string[], advice: RunOutcome['advice']): string {
  const others = operations.filter((other) => other !== slug).map((other) => `--operation ${other}`);
  const help = advice?.slug === slug ? ` ${advice.text}` : '';
  const leave = others.length > 0 ? ` To check only the other operations: ${others.join(' ')}.` : '';
  return `${slug} never succeeded, so its refusals prove nothing.${help}${leave}`;
}

function sayUntold(count: number, one: string, several: string): string[] {
  return count > 0 ? [`${count} ${count === 1 ? one : several} proved nothing.`] : [];
}
