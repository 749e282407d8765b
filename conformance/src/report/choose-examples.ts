import { groupBy } from '../group-by.ts';
import { describeSymptom } from './describe-symptom.ts';
import type { Found } from './group-causes.ts';

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
