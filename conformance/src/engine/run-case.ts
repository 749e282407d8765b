import type { CaseContext, PlannedCase } from '../case/case.ts';
import { isClaimed } from '../contract/claimed-schema.ts';
import type { Contract } from '../contract/contract.ts';
import type { DomainFacts } from '../contract/domain.ts';
import { placeOf } from '../contract/show-place.ts';
import { type Exchange, isSuccess, responseObject } from '../http/exchange.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import { broken, type Finding } from '../outcome/finding.ts';
import { type CaseResult, verdictOf } from '../outcome/verdict.ts';
import { aside } from '../places/places.ts';
import { askAgain } from '../subject/find-changed.ts';
import { sharedCreate } from '../subject/shared-exchanges.ts';
import { readTime } from '../text/read-time.ts';
import type { Recorder } from '../wire/recorder.ts';
import { namedTries } from './list-statements.ts';

/** Runs one case and returns its result. Never throws: a defect in the suite itself becomes the verdict `error`. */
export async function runCase(planned: PlannedCase, context: CaseContext, strict: boolean): Promise<CaseResult> {
  const { id, title, requirement, operations, file, level, support, feature, features = [], callbackWait = 0 } = planned;
  const { domain } = context.contract;
  const started = performance.now();
  const result = (rest: Pick<CaseResult, 'verdict'> & Partial<CaseResult>): CaseResult => ({
    ...{ id, title, requirement, operations, file, level, support, ...(feature !== undefined && { feature }) },
    ...namedTries(planned),
    findings: [],
    ...rest,
    milliseconds: Math.round(performance.now() - started),
  });

  const judge = async (error: unknown): Promise<Finding[]> => {
    const found = error instanceof CaseInconclusive ? await judgeSilence(planned, context, error) : undefined;
    if (found === undefined) throw error;
    return found;
  };
  const unclaimed = [feature ?? [], features].flat().find((name) => !context.features.has(name));
  if (unclaimed !== undefined) return result({ verdict: 'not-supported', reason: `The feature ${unclaimed} is not claimed.` });
  if (context.listener && context.listener.settings.wait < callbackWait * 1000) {
    const lacks = `--callback-wait ${callbackWait}`;
    const reason = `It may wait ${callbackWait} s for a callback: add ${lacks} to include it.`;
    return result({ verdict: 'skipped', reason, lacks, optional: true });
  }
  try {
    const tryOnce = async (): Promise<Finding[]> => {
      const found = await context.subject.wire.within(id, () => planned.run(context).catch(judge));
      // Leaves out findings about features that the deployment does not claim, whichever case found them.
      return found.filter((finding) => isClaimed(context.contract, finding.requirement, context.features));
    };
    let findings = await tryOnce();
    if (findings.length > 0 && domain && outlivesInvoice(id, domain, context.subject.wire.record)) {
      // Tries again. This time the case is quicker, because most other cases have ended.
      findings = await tryOnce();
      if (findings.length > 0)
        throw new CaseInconclusive('Its invoice expired before the case ended: give invoices a longer lifetime.');
    }
    const placed = findings.map((finding) => ({ ...finding, pointer: placeOf(context.contract, finding.pointer) }));
    return result({ verdict: verdictOf(findings, strict), findings: placed });
  } catch (error) {
    if (error instanceof CaseSkipped) {
      const { message: reason, lacks } = error;
      return result({ verdict: 'skipped', reason, ...(lacks !== undefined && { lacks }) });
    }
    if (error instanceof CaseInconclusive) return result({ verdict: 'inconclusive', reason: error.message });
    return result({ verdict: 'error', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

/** An invoice may expire this many milliseconds earlier than its times say, because they may be in whole seconds. */
const slack = 1000;

/**
 * Returns whether an invoice may have expired before the end of the case, or of the exchanges that it shares with other cases.
 * That may be the cause of a finding, because invoices may live for only a few seconds, or responses may take that long.
 */
export function outlivesInvoice(
  id: string,
  { times }: Pick<DomainFacts, 'times'>,
  recorder: Pick<Recorder, 'all' | 'scopesOf'> | undefined,
): boolean {
  return (recorder?.scopesOf(id) ?? []).some((scope) => {
    const exchanges = recorder?.all.flatMap(({ scope: of, exchange }) => (of === scope ? (exchange ?? []) : [])) ?? [];
    const last = exchanges.at(-1);
    // An exchange that cases share may have ended long before this case.
    const end = scope === id || !last ? Date.now() : Date.parse(last.startedAt) + last.milliseconds;
    return exchanges.some(({ answer: response, startedAt }) => {
      if (!response || !isSuccess(response)) return false;
      const invoice = responseObject(response) ?? {};
      const lifetime = readTime(invoice[times.expires]) - readTime(invoice[times.created]);
      return lifetime > 0 && end - Date.parse(startedAt) >= Math.max(lifetime - slack, lifetime / 2);
    });
  });
}

/** Number of bytes beyond which a server may stop reading a body and close the connection, so that its response is lost. */
const large = 32 * 1024;

/** A server that checks Content-Length responds within this many milliseconds, before it has received the body. */
const head = 1000;

/** Fraction of the time-out in which the control request must get its response. Otherwise the deployment is slow as a whole. */
const soon = 0.25;

/**
 * Judges a request that got no response, which may be the network's fault. The deployment fails if two more attempts get no
 * response either, while a different request gets one. Otherwise, returns undefined.
 */
async function judgeSilence(
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
    received: `none, three times, while another request got a response: ${unanswered.failure}`,
    exchanges: [unanswered],
  });
}

/** Returns whether a server must read the whole body even if it ignores Content-Length: the body is at most a byte too long. */
function isReadWhole({ request }: Exchange, { bodyLimit }: Contract, features: CaseContext['features']): boolean {
  const isTold = !request.headers.some(([name]) => name === 'Transfer-Encoding');
  return isTold && features.has('limits') && Buffer.byteLength(request.body ?? '') <= bodyLimit + 1;
}

/** Fetches the first invoice as the control request. Returns whether it gets a response within this many milliseconds. */
async function isThere(subject: CaseContext['subject'], within: number): Promise<boolean> {
  const responded = ({ answer: response, milliseconds }: Exchange): boolean => response !== undefined && milliseconds <= within;
  const created = await sharedCreate(subject).catch(() => undefined);
  const asked = created ? askAgain(subject, created) : subject.fetch('no-such-invoice');
  return asked.then(responded, (error: unknown) => {
    // Repeated 429s or gateway errors are responses too.
    if (error instanceof CaseInconclusive) return error.unanswered === undefined;
    throw error;
  });
}
