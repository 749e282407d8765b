import type { PlannedCase } from '../case/case.ts';
import { featuresOf } from '../contract/claimed-schema.ts';
import type { Contract, Requirement } from '../contract/contract.ts';
import type { Statement } from '../engine/list-statements.ts';
import { groupBy, groupLargest } from '../group-by.ts';
import type { CaseResult } from '../outcome/verdict.ts';

/** The number of statements that apply to a deployment, and the ones that no case has judged. */
export interface StatementCount {
  total: number;
  tried: number;
  untried: UntriedStatement[];
}

export interface UntriedStatement extends Pick<Statement, 'id' | 'text'> {
  /** Why no case judged the statement, as a sentence. */
  reason: string;
  /** The option, or the function of the adapter, that the statement's cases need and the user did not provide. */
  lacks?: string;
  /** Set if no request can prove the statement, so that no run can test it. */
  untestable?: true;
}

const judged = new Set(['pass', 'warn', 'fail']);

/** Counts the core statements and those of claimed features. A statement is tested if a case for it has a verdict in `judged`. */
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
  const held = statements.flatMap((statement) => {
    const requirement = requirements.get(statement.requirement);
    const isHeld = requirement && featuresOf(requirement).every((name) => claimed.includes(name));
    return isHeld ? [{ ...statement, requirement }] : [];
  });
  const untried = held.flatMap(({ id, requirement, text }): UntriedStatement[] => {
    const own = (cases.get(id) ?? []).flatMap(({ result }) => result ?? []);
    return own.some(({ verdict }) => judged.has(verdict)) ? [] : [{ id, text, ...sayWhy(own, requirement) }];
  });
  return { total: held.length, tried: held.length - untried.length, untried };
}

/** Returns why no case judged a statement. Includes the function or option that a case lacks, if the case names one. */
function sayWhy(results: readonly CaseResult[], { untestable }: Requirement): Omit<UntriedStatement, 'id' | 'text'> {
  if (results.length === 0 && untestable !== undefined) return { reason: untestable, untestable: true };
  if (results.length > 0 && results.every(({ verdict }) => verdict === 'not-supported'))
    return { reason: 'Only cases of a feature that is not claimed test it.', lacks: '--profile full' };
  const first = results.find(({ lacks }) => lacks !== undefined) ?? results[0];
  if (first === undefined) return { reason: 'No case is for it.' };
  const [reason = ''] = likeReason(first.reason ?? 'The suite itself broke.').split('\n');
  return { reason, ...(first.lacks !== undefined && { lacks: first.lacks }) };
}

/** Describes how many statements were tested, such as "598 of 612 statements tried". */
export function describeTried({ total, tried }: StatementCount): string {
  if (total === 1) return tried === 1 ? 'its one statement tried' : 'its only statement was not tried';
  return tried === total ? `all ${total} statements tried` : `${tried} of ${total} statements tried`;
}

/** Maximum number of reasons that are written out. */
const reasonsShown = 5;

/** Describes the statements that were not tested, grouped by what their cases need. Returns undefined if all were tested. */
export function describeUntried({ untried }: StatementCount): string | undefined {
  if (untried.length === 0) return undefined;
  const shown = groupLargest(untried, sayNeed).slice(0, reasonsShown);
  const rest = shown.reduce((left, [, { length }]) => left - length, untried.length);
  const parts = [...shown.map(([need, { length }]) => `${length} ${need}`), ...(rest > 0 ? [`${rest} for other reasons`] : [])];
  return `${untried.length} not: ${parts.join('; ')}.`;
}

function sayNeed({ lacks, untestable, reason }: UntriedStatement): string {
  if (untestable) return 'that no request can show';
  if (lacks === undefined) return `because: ${reason.replace(/\.$/, '')}`;
  if (lacks.startsWith('--')) return `because ${lacks} is missing`;
  return lacks === 'pay'
    ? 'because a way to pay is missing (--pay, or pay of --adapter)'
    : `because ${lacks} is missing in --adapter`;
}

/** Removes the parts in which reasons with the same cause differ: the request that failed, and random URLs. */
export function likeReason(reason: string): string {
  return reason
    .replace(/^[A-Z]+ \/\S*: /, '')
    .replace(/^[A-Z]+ \/\S* (?=still )/, 'A request ')
    .replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}\b/g, '/…');
}
