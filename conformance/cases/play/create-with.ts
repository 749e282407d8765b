import { type Exchange, responseObject } from '../../src/http/exchange.ts';
import { sharedCreate, sharedFetch } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';

/** A callbackUrl that leads nowhere: the host is reserved for documentation. */
export const knownCallbackUrl = 'https://example.com/payment-callbacks';

/** The returnUrl that every deployment must accept. */
export const knownReturnUrl = 'https://example.com/thanks?order=1042&from=a%20shop';

/** Returns the run's shared create of the smallest body with these fields beside it. */
export function createdWith(subject: Subject, sent: Record<string, unknown>): Promise<Exchange> {
  if (Object.keys(sent).length === 0) return sharedCreate(subject);
  return subject.share(`created with ${JSON.stringify(sent)}`, () => subject.create({ ...subject.createBody, ...sent }));
}

/** Returns the run's shared fetch of that invoice. */
export function fetchedWith(subject: Subject, sent: Record<string, unknown>): Promise<Exchange> {
  if (Object.keys(sent).length === 0) return sharedFetch(subject);
  return subject.share(`fetched with ${JSON.stringify(sent)}`, async () => {
    const created = await createdWith(subject, sent);
    return subject.fetch(created.answer && responseObject(created.answer)?.id);
  });
}
