import type { CaseContext, PlannedCase } from '../case/case.ts';
import { isClaimed } from '../contract/claimed-schema.ts';
import { placeOf } from '../contract/show-place.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import type { Finding } from '../outcome/finding.ts';
import { type CaseResult, verdictOf } from '../outcome/verdict.ts';
import { judgeSilence } from './judge-silence.ts';
import { namedTries } from './list-statements.ts';
import { outlivesInvoice } from './outlives-invoice.ts';

/** Says why a case is skipped that needs to wait longer for a callback than the run allows. */
const sayTooLong = (seconds: number): string =>
  `It may wait ${seconds} s for a callback: --callback-wait ${seconds} includes it.`;

/** Runs one case and returns its result. Never throws: a defect in the suite itself gets the verdict `error`. */
export async function runCase(planned: PlannedCase, context: CaseContext, strict: boolean): Promise<CaseResult> {
  const {
    run,
    needs: _needs,
    covers: _covers,
    tries: _tries,
    features = [],
    alone: _alone,
    waits: _waits,
    disturbs: _disturbs,
    restarts: _restarts,
    callbackWait = 0,
    movesClock: _movesClock,
    keepsTime: _keepsTime,
    derived: _derived,
    proves: _proves,
    judgesRecord: _judgesRecord,
    takesEither: _takesEither,
    ...about
  } = planned;
  const started = performance.now();
  const result = (rest: Pick<CaseResult, 'verdict'> & Partial<CaseResult>): CaseResult => ({
    ...about,
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
  const unclaimed = [about.feature ?? [], features].flat().find((feature) => !context.features.has(feature));
  if (unclaimed !== undefined) return result({ verdict: 'not-supported', reason: `The feature ${unclaimed} is not claimed.` });
  if (context.listener && context.listener.settings.wait < callbackWait * 1000) {
    const lacks = `--callback-wait ${callbackWait}`;
    return result({ verdict: 'skipped', reason: sayTooLong(callbackWait), lacks, optional: true });
  }
  try {
    const tryOnce = async (): Promise<Finding[]> => {
      const found = await context.subject.wire.within(about.id, () => run(context).catch(judge));
      // A deployment is not held to features that it does not claim, whichever case finds them broken.
      return found.filter(({ requirement }) => isClaimed(context.contract, requirement, context.features));
    };
    let findings = await tryOnce();
    if (findings.length > 0 && !context.contract.plain && outlivesInvoice(about.id, context.subject.wire.record)) {
      // Tries once more. Most other cases have ended by now, so this run is quicker.
      findings = await tryOnce();
      if (findings.length > 0)
        throw new CaseInconclusive(
          'Its invoice reached the end of its lifetime before the case did: give invoices a longer one.',
        );
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
