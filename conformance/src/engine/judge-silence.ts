import type { CaseContext, PlannedCase } from '../case/case.ts';
import type { Contract } from '../contract/contract.ts';
import { type Exchange, responseObject } from '../http/exchange.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import type { Finding } from '../outcome/finding.ts';
import { broken } from '../outcome/make-finding.ts';
import { aside } from '../places/places.ts';
import { sharedCreate } from '../subject/shared-exchanges.ts';

/** The size of a body in bytes above which a server may stop reading and close the connection, so that its response is lost. */
const large = 32 * 1024;

/** Milliseconds within which a server that checks Content-Length has responded, before any of the body is sent. */
const head = 1000;

/**
 * The part of the time-out within which the control request must get a response. Otherwise the whole deployment is slow, which
 * says nothing about one request.
 */
const soon = 0.25;

/**
 * Judges a request that got no response. It is a failure if two more attempts get none either while another request does get a
 * response; a single failure may be the network's. Returns undefined where this cannot be decided.
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
 * Returns whether a server that ignores Content-Length must read a large body to its end: where a body exceeds the limit by one
 * byte at most, only its last byte shows whether it does.
 */
function isReadWhole({ request }: Exchange, { bodyLimit }: Contract, features: CaseContext['features']): boolean {
  const isTold = !request.headers.some(([name]) => name === 'Transfer-Encoding');
  return isTold && features.has('limits') && Buffer.byteLength(request.body ?? '') <= bodyLimit + 1;
}

/** Sends the control request, a fetch of the first invoice. Any response within this many milliseconds counts. */
async function isThere(subject: CaseContext['subject'], within: number): Promise<boolean> {
  const responded = ({ answer: response, milliseconds }: Exchange): boolean => response !== undefined && milliseconds <= within;
  const created = await sharedCreate(subject).catch(() => undefined);
  const invoice = created?.answer && responseObject(created.answer);
  const asked =
    subject.contract.plain && created ? subject.send(created.request) : subject.fetch(invoice?.id ?? 'no-such-invoice');
  return asked.then(responded, (error: unknown) => {
    // An endless 429 or an endless gateway error is a response too.
    if (error instanceof CaseInconclusive) return error.unanswered === undefined;
    throw error;
  });
}
