import { type Contract, requirementById } from '../contract/contract.ts';
import { placeOf } from '../contract/show-place.ts';
import { groupBy } from '../group-by.ts';
import type { CaseResult, Verdict } from '../outcome/verdict.ts';
import type { Found } from './group-causes.ts';
import type { Report, ReportedRequirement } from './report.ts';

/** The verdict on a requirement. It is `partly-tried` if some of its cases passed and others have no verdict. */
export type RequirementVerdict = Verdict | 'partly-tried';

/** All verdicts on requirements, from worst to best. */
export const requirementVerdicts: readonly RequirementVerdict[] = [
  'error',
  'fail',
  'warn',
  'inconclusive',
  'skipped',
  'partly-tried',
  'not-supported',
  'pass',
];

/** A requirement with the combined verdict of its cases. */
export interface JudgedRequirement extends ReportedRequirement {
  id: string;
  verdict: RequirementVerdict;
  /** Results of the cases that are about the requirement or also cover it. */
  results: CaseResult[];
  /** Findings about the requirement, each with the case that made the finding. */
  findings: Found[];
}

/** Listed first if violated: many other findings follow if two created invoices have the same id. */
const first = 'create-ids-distinct';

/** Determines the verdict on every requirement in the report, and sorts them, worst first. */
export function judgeRequirements(report: Report): JudgedRequirement[] {
  const covering = report.results.flatMap((result) =>
    [...new Set([result.requirement, ...(result.covers ?? [])])].map((id) => ({ id, result })),
  );
  const results = groupBy(covering, ({ id }) => id);
  const found = report.results.flatMap((result) => result.findings.map((finding) => ({ result, finding })));
  const findings = groupBy(found, ({ finding }) => finding.requirement);
  const judged = Object.entries(report.requirements).map(([id, requirement]): JudgedRequirement => {
    const own = { results: (results.get(id) ?? []).map(({ result }) => result), findings: findings.get(id) ?? [] };
    return { id, ...requirement, ...own, verdict: judge(id, own.results, own.findings, report.strict) };
  });
  const rank = ({ verdict }: JudgedRequirement): number => requirementVerdicts.indexOf(verdict);
  const place = ({ id }: JudgedRequirement): number => (id === first ? 0 : 1);
  return judged.sort((one, other) => rank(one) - rank(other) || place(one) - place(other));
}

function judge(id: string, results: CaseResult[], findings: Found[], strict: boolean): RequirementVerdict {
  const told = results.flatMap((result) => verdictOn(id, result) ?? []);
  const some = (verdict: Verdict): boolean => told.includes(verdict);
  if (some('error')) return 'error';
  if (findings.length > 0) return strict || findings.some(({ finding }) => finding.level === 'MUST') ? 'fail' : 'warn';
  if (results.length > 0 && told.length === 0) return 'skipped';
  if (told.length > 0 && told.every((verdict) => verdict === 'not-supported')) return 'not-supported';
  if (!some('inconclusive') && !some('skipped')) return 'pass';
  if (some('pass')) return 'partly-tried';
  return some('inconclusive') ? 'inconclusive' : 'skipped';
}

/** Returns a case's verdict on a requirement without findings; undefined if the case found another requirement violated. */
function verdictOn(id: string, { requirement, verdict }: CaseResult): Verdict | undefined {
  if (verdict !== 'fail' && verdict !== 'warn') return verdict;
  return requirement === id ? 'pass' : undefined;
}

export function reportRequirements(contract: Contract, ids: Iterable<string>): Record<string, ReportedRequirement> {
  return Object.fromEntries(
    [...new Set(ids)].map((id) => {
      const { level, support, feature, text, source, pointer } = requirementById(contract, id);
      const sourceTitle = contract.sources.get(source.split(' ')[0] ?? '');
      const optional = { ...(feature !== undefined && { feature }), ...(sourceTitle !== undefined && { sourceTitle }) };
      return [id, { level, support, text, source, pointer: placeOf(contract, pointer), ...optional }];
    }),
  );
}
