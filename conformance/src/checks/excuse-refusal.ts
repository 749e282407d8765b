import type { Operation } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';

/** Statuses that refuse a request because of its form. */
const ofForm = [400, 415, 422];

/**
 * Skips the case where a documented request was refused for something that a plain document cannot state: a conflict with what
 * exists, missing permissions, or a missing object.
 * @throws CaseSkipped
 */
export function excuseRefusal({ plain, method, path }: Operation, { answer: response }: Exchange): void {
  if (!plain || ofForm.includes(response?.status ?? 0)) return;
  throw new CaseSkipped(
    `${method} ${path} returned ${response?.status ?? 'nothing'} to a request that is as documented: what it asks beside that, the document does not say.`,
  );
}
