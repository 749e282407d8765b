import { groupBy } from '../group-by.ts';
import type { Finding } from '../outcome/finding.ts';

/**
 * Keeps only the first finding about each requirement and field, because one cause should lead to one finding. The
 * `received` of the kept one also states how many were left out, with an example if some seem to show a different defect.
 */
export function firstOfEach(findings: readonly Finding[]): Finding[] {
  const groups = groupBy(findings, ({ requirement, member }) => `${requirement} ${member ?? ''}`);
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    if (more.length === 0) return [first];
    const otherwise = more.filter((one) => shapeOf(one) !== shapeOf(first));
    const like = more.length - otherwise.length;
    const said = [
      ...(like > 0 ? [`and ${like} more like it`] : []),
      ...(otherwise.length > 0 ? [`and ${otherwise.length} otherwise, such as: ${otherwise[0]?.received}`] : []),
    ];
    return [{ ...first, received: `${first.received} (${said.join(', ')})` }];
  });
}

/** Returns the received value of a finding without parts that differ from response to response. */
const shapeOf = ({ received }: Finding): string =>
  received
    .replace(/"[^"]*"/g, '…')
    .split(' ')
    .map((word) => (/\d/.test(word) ? '…' : word))
    .join(' ');
