import { groupBy } from '../group-by.ts';
import { describeVerdict } from '../report/describe-verdict.ts';
import { words } from '../report/html/words.ts';
import { type JudgedRequirement, judgeRequirements, type RequirementVerdict } from '../report/judge-requirements.ts';
import type { Report, ReportedRequirement } from '../report/report.ts';
import { choosePaint, type Paint, showUnseen } from '../text/encode-output.ts';

/** The verdict on a requirement in one report, or `absent` if the report does not contain the requirement. */
type Standing = RequirementVerdict | 'absent';

/** A requirement and the verdicts on it, one for each report. */
export interface ComparedRequirement extends ReportedRequirement {
  id: string;
  standings: Standing[];
}

/** The requirements of one feature, or of core. */
export interface ComparedFeature {
  /** Name of the feature, or `core`. */
  name: string;
  requirements: ComparedRequirement[];
}

/** A requirement whose verdict differs from that in the previous report. */
export interface Change {
  id: string;
  from: Standing;
  to: Standing;
}

export interface Step {
  at: number;
  /** Requirements that were violated before and are not violated now. */
  fixed: Change[];
  /** Requirements that were met before and are violated now. */
  broke: Change[];
  /** Requirements that are violated now and were not tested before. */
  found: Change[];
  /** All other changes. For example, the new run no longer tests a requirement. */
  others: Change[];
}

export interface Comparison {
  reports: Report[];
  features: ComparedFeature[];
  steps: Step[];
}

/** Compares reports by requirement and by feature. The reports stay in the given order. */
export function compareReports(reports: Report[]): Comparison {
  const judged = reports.map((report) => new Map(judgeRequirements(report).map((one) => [one.id, one])));
  const ids = [...new Set(reports.flatMap((report) => Object.keys(report.requirements)))];
  const requirements = ids.map((id) => compareRequirement(id, judged));
  const ofFeature = groupBy(requirements, ({ feature = 'core' }) => feature);
  const names = new Set(['core', ...ofFeature.keys()]);
  return {
    reports,
    features: [...names].map((name) => ({ name, requirements: ofFeature.get(name) ?? [] })),
    steps: reports.slice(1).map((_, index) => stepTo(index + 1, requirements)),
  };
}

function compareRequirement(id: string, judged: ReadonlyMap<string, JudgedRequirement>[]): ComparedRequirement {
  // Uses the text of the latest report that contains the requirement.
  const found = judged.findLast((one) => one.has(id))?.get(id);
  if (found === undefined) throw new Error(`No report has the requirement ${id}.`);
  const { results: _results, findings: _findings, verdict: _verdict, ...about } = found;
  return { ...about, standings: judged.map((one) => one.get(id)?.verdict ?? 'absent') };
}

function stepTo(at: number, requirements: readonly ComparedRequirement[]): Step {
  const changes = requirements.flatMap(({ id, standings }): Change[] => {
    const [from, to] = [standings[at - 1] ?? 'absent', standings[at] ?? 'absent'];
    return from === to ? [] : [{ id, from, to }];
  });
  const kindOf = ({ from, to }: Change): 'broke' | 'found' | 'fixed' | 'others' => {
    if (isBroken(to) && !isBroken(from)) return from === 'pass' || from === 'partly-tried' ? 'broke' : 'found';
    return isBroken(from) && to === 'pass' ? 'fixed' : 'others';
  };
  const of = (kind: ReturnType<typeof kindOf>): Change[] => changes.filter((change) => kindOf(change) === kind);
  return { at, broke: of('broke'), found: of('found'), fixed: of('fixed'), others: of('others') };
}

/** Returns whether a verdict means that the requirement is violated. */
export const isBroken = (standing: Standing): boolean => ['fail', 'warn', 'error'].includes(standing);

/** Returns whether a requirement that was met in an earlier report is violated in the last one. */
export function hasRegressed({ features }: Comparison): boolean {
  return features.some(({ requirements }) =>
    requirements.some(({ standings }) => standings.at(-1) === 'fail' && standings.slice(0, -1).includes('pass')),
  );
}

/** Returns a distinct name for each report: its deployment, its date, or both. */
export function nameReports(reports: readonly Report[]): string[] {
  const dates = reports.map(({ startedAt }) => startedAt.slice(0, 10));
  const times = reports.map(({ startedAt }) => startedAt.slice(0, 16).replace('T', ' '));
  const subjects = reports.map(({ subject }) => subject.replace(/^https?:\/\//, ''));
  const isOne = new Set(subjects).size === 1;
  const candidates = [
    ...(isOne ? [dates, times] : [subjects]),
    subjects.map((subject, at) => `${subject}, ${dates[at]}`),
    subjects.map((subject, at) => `${subject}, ${times[at]}`),
  ];
  const distinct = candidates.find((names) => new Set(names).size === names.length);
  return distinct ?? times.map((time, at) => `${at + 1}: ${subjects[at]}, ${time}`);
}

/** Maximum number of changes of one kind whose ids are listed. */
const shown = 10;

/** Renders a comparison for a terminal: each report, and what broke and what was fixed between one report and the next. */
export function renderSummary(comparison: Comparison, colour: boolean): string {
  const paint = choosePaint(colour);
  const names = nameReports(comparison.reports);
  const width = Math.max(...names.map((name) => name.length));
  const lines = comparison.reports.map((report, at) =>
    showUnseen(`${(names[at] ?? '').padEnd(width)}  ${describeVerdict(report)}; contract ${report.contract.version}`),
  );
  for (const { at, broke, found, fixed, others } of comparison.steps) {
    lines.push('', showUnseen(`From ${names[at - 1]} to ${names[at]}:`));
    lines.push(...renderChanges(paint('red', 'broke'), broke), ...renderChanges(paint('green', 'fixed'), fixed));
    lines.push(...renderChanges(paint('red', 'found broken'), found), ...renderChanges('other changes', others));
    if ([broke, found, fixed, others].every(({ length }) => length === 0)) lines.push('  nothing changed');
  }
  return `${lines.join('\n')}\n`;
}

function renderChanges(word: ReturnType<Paint>, changes: readonly Change[]): string[] {
  if (changes.length === 0) return [];
  const say = ({ id, from, to }: Change) => `    ${showUnseen(id)}  (${nameStanding(from)}, now ${nameStanding(to)})`;
  const more = changes.length > shown ? [`    and ${changes.length - shown} more: the page has them`] : [];
  return [`  ${changes.length} ${word}`, ...changes.slice(0, shown).map(say), ...more];
}

export const nameStanding = (standing: Standing): string =>
  standing === 'absent' ? 'not there' : words[standing].one.toLowerCase();
