import { type Contract, requirementById } from '../contract/contract.ts';
import { placeOf } from '../contract/show-place.ts';
import type { ReportedRequirement } from './report.ts';

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
