import type { CaseContext, PlannedCase } from '../case/case.ts';
import type { Contract } from '../contract/contract.ts';
import { type Exchange, responseObject } from '../http/exchange.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import type { Finding } from '../outcome/finding.ts';
import { broken } from '../outcome/make-finding.ts';
import { aside } from '../places/places.ts';
import { sharedCreate } from '../subject/shared-exchanges.ts';

/** A body of this size may be left half read, and its connection closed: the response is lost then. */
const large = 32 * 1024;

/** Milliseconds in which a server that goes by the length of a body has responded, before any of it is sent. */
const head = 1000;

/** The part of a time-out in which the control request has to be responded to: a slow deployment says nothing of one request. */
const soon = 0.25;

/**
 * Judges a request that got no response: sent twice more it gets none either, while another request is responded to. Once
 * may be the network's doing. Returns undefined where that cannot be told.
 */
export async function judgeSilence(
  { requirement }: PlannedCase,
  { contract, subject, features }: CaseContext,
  error: CaseInconclusive,
): Promise<Finding[] | undefined> {
  const { unanswered, again } = error;
  if (unanswered === undefined || again === undefined) return undefined;
  const isLarge = Buffer.byteLength(unanswered.request.body ?? '') > large;
  if (isLarge && !isReadWhole(unanswered, contract, features)) return undefined;
  const change = isLarge ? { headFirst: head } : {};
  const more = await aside(() => Promise.all([again(change), again(change)]));
  const { timeout } = subject.settings;
  const within = unanswered.milliseconds < timeout * 0.9 ? timeout : timeout * soon;
  if (more.some(({ answer: response }) => response !== undefined) || !(await isThere(subject, within))) return undefined;
  return broken(contract, requirement, {
    expected: 'a response',
    received: `none, three times, while another request is responded to: ${unanswered.failure}`,
    exchanges: [unanswered],
  });
}

/**
 * Tells if a server that does not go by the length reads a large body to its end: it is one byte beyond the limit, which only
 * the last byte shows.
 */
function isReadWhole({ request }: Exchange, { bodyLimit }: Contract, features: CaseContext['features']): boolean {
  const isTold = !request.headers.some(([name]) => name === 'Transfer-Encoding');
  return isTold && features.has('limits') && Buffer.byteLength(request.body ?? '') <= bodyLimit + 1;
}

/** Sends the control request, a fetch of the first invoice: any response within these milliseconds will do. */
async function isThere(subject: CaseContext['subject'], within: number): Promise<boolean> {
  const responded = ({ answer: response, milliseconds }: Exchange): boolean => response !== undefined && milliseconds <= within;
  const created = await sharedCreate(subject).catch(() => undefined);
  const invoice = created?.answer && responseObject(created.answer);
  const asked =
    subject.contract.plain && created ? subject.send(created.request) : subject.fetch(invoice?.id ?? 'no-such-invoice');
  return asked.then(responded, (error: unknown) => {
    // A 429 or a gateway's response without end is one all the same.
    if (error instanceof CaseInconclusive) return error.unanswered === undefined;
    throw error;
  });
}
