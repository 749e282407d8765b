import { groupBy } from '../group-by.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Finding } from '../outcome/finding.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { describeSymptom } from './describe-symptom.ts';
import type { Report } from './report.ts';

export interface Found {
  result: CaseResult;
  finding: Finding;
}

/** Findings that a single defect of the deployment probably explains. */
export interface Cause {
  /** The defect in words, with code in backticks. */
  title: string;
  found: Found[];
  /** Ids of the broken requirements, in the order of the findings. */
  requirements: string[];
}

/**
 * Groups the findings by their likely cause, the most frequent first. Findings with the same symptom form a group, and a group
 * joins a larger one if all its findings come from the same exchanges and are about the same fields.
 */
export function groupCauses(report: Report): Cause[] {
  const all = report.results.flatMap((result) => result.findings.map((finding): Found => ({ result, finding })));
  const groups = [...groupBy(all, ({ finding }) => describeSymptom(finding).key).values()].sort(
    (one, other) => other.length - one.length,
  );
  const causes: Found[][] = [];
  for (const group of groups) {
    const wider = causes.find((candidate) => isWithin(group, candidate));
    if (wider) wider.push(...group);
    else causes.push([...group]);
  }
  return causes
    .map((found) => ({
      title: titleOf(found),
      found,
      requirements: [...new Set(found.map(({ finding }) => finding.requirement))],
    }))
    .sort((one, other) => other.found.length - one.found.length);
}

/** Returns whether every finding of a group also belongs to an exchange and field of another group. */
function isWithin(group: readonly Found[], other: readonly Found[]): boolean {
  const seen = new Set(other.map(keyOf));
  return group.every((found) => seen.has(keyOf(found)));
}

function keyOf({ finding }: Found): string {
  const last = finding.exchanges.at(-1);
  return last ? `${identify(last)} ${finding.member ?? ''}` : `${finding.requirement} ${finding.expected}`;
}

const identify = ({ url, request, startedAt }: Exchange): string => `${startedAt} ${request.method} ${url} ${request.body}`;

function titleOf([first, ...more]: readonly Found[]): string {
  if (first === undefined) return '';
  const { key, title } = describeSymptom(first.finding);
  const fields = new Set([first, ...more].flatMap(({ finding }) => finding.member ?? []));
  if (key === 'accepted field') {
    const named = [...fields].map((field) => `\`${field}\``);
    const shown = named.slice(0, 4).join(', ');
    return `Wrong values are accepted: ${shown}${named.length > 4 ? ` and ${named.length - 4} more` : ''}`;
  }
  return title;
}

/** Maximum number of requests that a reader can follow without effort. */
const fewRequests = 3;

/** An example of a defect, with the other findings of the same kind. */
export interface Example {
  example: Found;
  more: Found[];
}

/**
 * Chooses the findings of a requirement to show: for each symptom, a finding that few requests reproduce.
 * @param most number of examples; all remaining findings are added to the last one
 */
export function chooseExamples(found: readonly Found[], most: number): Example[] {
  const groups = [...groupBy(found, ({ finding }) => describeSymptom(finding).key).values()].map(shortestFirst);
  groups.sort((one, other) => other.more.length - one.more.length);
  const [shown, rest] = [groups.slice(0, most), groups.slice(most)];
  shown.at(-1)?.more.push(...rest.flatMap(({ example, more }) => [example, ...more]));
  return shown;
}

/** Takes the first finding that few requests show, or else the one with the fewest requests. */
function shortestFirst(found: Found[]): Example {
  const length = ({ finding }: Found): number => finding.exchanges.length || Number.POSITIVE_INFINITY;
  const fewest = found.reduce((best, one) => (length(best) <= length(one) ? best : one));
  const example = found.find((one) => length(one) <= fewRequests) ?? fewest;
  return { example, more: found.filter((one) => one !== example) };
}
