import type { Contract } from '../reader/read-contract.ts';
import { type Change, recordChanges } from './record-changes.ts';

/** Compares what every implementation is held to: clients cannot count on what is promised no longer, or less firmly. */
export function compareRequirements(before: Contract, after: Contract, changes: Change[]): void {
  const record = recordChanges(changes, 'x-requirements', 'service');
  const [then, now] = [before, after].map(({ requirements }) => new Map(requirements.map((each) => [each.id, each])));
  for (const [id, old] of then ?? []) {
    const still = now?.get(id);
    if (!still) record.breaking(id, 'is gone');
    else if (old.level === 'MUST' && still.level !== 'MUST') record.breaking(id, `was MUST, is ${still.level}`);
    else if (old.support === 'core' && still.support !== 'core') record.breaking(id, `was core, is ${still.support}`);
  }
  for (const id of now?.keys() ?? []) if (!then?.has(id)) record.harmless(id, 'is new');
}
