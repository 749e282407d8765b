import { groupBy } from '../group-by.ts';
import type { Finding } from '../outcome/finding.ts';

/**
 * Keeps the first finding for each requirement and field, with the number of others, because one cause should make one finding.
 */
export function firstOfEach(findings: readonly Finding[]): Finding[] {
  const groups = groupBy(findings, ({ requirement, member }) => `${requirement} ${member ?? ''}`);
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    return [more.length === 0 ? first : { ...first, received: `${first.received} (and ${more.length} more like it)` }];
  });
}
