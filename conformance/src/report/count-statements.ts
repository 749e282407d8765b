import type { PlannedCase } from '../case/case.ts';
import { featuresOf } from '../contract/claimed-schema.ts';
import type { Contract, Requirement } from '../contract/contract.ts';
import type { Statement } from '../engine/list-statements.ts';
import { groupBy } from '../group-by.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { likeReason } from './like-reason.ts';

/** The statements of the contract that a deployment is held to, and those of them that no case came to judge. */
export interface StatementCount {
  total: number;
  tried: number;
  untried: UntriedStatement[];
}

/** A statement that nothing is known of after the run. */
export interface UntriedStatement {
  /** `requirement/clause`, or the id of the requirement. */
  id: string;
  text: string;
  /** A sentence on why no case that is for it came to a verdict. */
  reason: string;
  /** The function of the adapter, or the option, that would let its cases run. */
  lacks?: string;
  /** Set where no request can show it: no run tries it. */
  untestable?: true;
}

const judged = new Set(['pass', 'warn', 'fail']);

/** Counts the statements of core and of the claimed features. One is tried where a case that is for it came to pass or fail. */
export function countStatements(
  { requirements }: Contract,
  statements: readonly Statement[],
  planned: readonly PlannedCase[],
  results: readonly CaseResult[],
  claimed: readonly string[],
): StatementCount {
  const byId = new Map(results.map((result) => [result.id, result]));
  const cases = groupBy(
    planned.flatMap(({ id, tries }) => tries.map((statement) => ({ statement, result: byId.get(id) }))),
    ({ statement }) => statement,
  );
  const held = statements.filter(({ requirement }) => isClaimed(requirements.get(requirement), claimed));
  const untried = held.flatMap(({ id, requirement, text }): UntriedStatement[] => {
    const own = (cases.get(id) ?? []).flatMap(({ result }) => result ?? []);
    if (own.some(({ verdict }) => judged.has(verdict))) return [];
    return [{ id, text, ...sayWhy(own, requirements.get(requirement)) }];
  });
  return { total: held.length, tried: held.length - untried.length, untried };
}

const isClaimed = (requirement: Requirement | undefined, claimed: readonly string[]): boolean =>
  requirement !== undefined && featuresOf(requirement).every((name) => claimed.includes(name));

/** Says why no case told anything: the reason that most of them share, one that says what is missing before others. */
function sayWhy(
  results: readonly CaseResult[],
  requirement: Requirement | undefined,
): Pick<UntriedStatement, 'reason' | 'lacks' | 'untestable'> {
  if (results.length === 0 && requirement?.untestable !== undefined) return { reason: requirement.untestable, untestable: true };
  if (results.length > 0 && results.every(({ verdict }) => verdict === 'not-supported'))
    return { reason: 'Only cases of a feature that is not claimed are for it.', lacks: '--profile full' };
  const lacking = results.find(({ lacks }) => lacks !== undefined);
  const [first] = lacking ? [lacking] : results;
  return {
    reason:
      first === undefined ? 'No case is for it.' : (likeReason(first.reason ?? 'The suite itself broke.').split('\n')[0] ?? ''),
    ...(lacking?.lacks !== undefined && { lacks: lacking.lacks }),
  };
}

/** Describes how many of the statements were tried, such as "598 of 612 statements tried". */
export function describeTried({ total, tried }: StatementCount): string {
  if (total === 1) return tried === 1 ? 'its one statement tried' : 'its one statement not tried';
  return tried === total ? `all ${total} statements tried` : `${tried} of ${total} statements tried`;
}

/** Reasons that are said in full; the others are counted together. */
const reasonsShown = 5;

/** Describes the statements that were not tried, by what would let them be; undefined where there are none. */
export function describeUntried({ untried }: StatementCount): string | undefined {
  if (untried.length === 0) return undefined;
  const reasons = [...groupBy(untried, sayNeed)].map(([need, all]) => ({ need, count: all.length }));
  const sorted = reasons.sort((one, other) => other.count - one.count);
  const shown = sorted.slice(0, reasonsShown);
  const rest = sorted.slice(reasonsShown).reduce((sum, { count }) => sum + count, 0);
  const parts = [...shown.map(({ need, count }) => `${count} ${need}`), ...(rest > 0 ? [`${rest} for other reasons`] : [])];
  return `${untried.length} not: ${parts.join('; ')}.`;
}

/** Says what the cases of a statement would need, after a number of statements. */
function sayNeed({ lacks, untestable, reason }: UntriedStatement): string {
  if (untestable) return 'that no request can show';
  if (lacks === undefined) return `because: ${reason.replace(/\.$/, '')}`;
  if (lacks.startsWith('--')) return `because ${lacks} is missing`;
  return lacks === 'pay'
    ? 'because a way to pay is missing (--pay, or pay of --adapter)'
    : `because ${lacks} is missing in --adapter`;
}
