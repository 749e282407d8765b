import type { Operation } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';

/** Statuses by which a request is refused for its form. */
const ofForm = [400, 415, 422];

/**
 * Skips the case where a request that is as documented was refused for something that a plain document cannot say: that the same
 * stands there already, who may ask, what is there.
 * @throws CaseSkipped
 */
export function excuseRefusal({ plain, method, path }: Operation, { answer: response }: Exchange): void {
  if (!plain || ofForm.includes(response?.status ?? 0)) return;
  throw new CaseSkipped(
    `${method} ${path} returned ${response?.status ?? 'nothing'} to a request that is as documented: what it asks beside that, the document does not say.`,
  );
}
