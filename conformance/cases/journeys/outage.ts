import type { Case, CaseContext, DeclareCases } from '../../src/case/case.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { sleep } from '../../src/places/places.ts';
import { expireInvoice } from '../../src/subject/expire-invoice.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { outlastsKey } from '../play/key-trial.ts';
import { featuresNeeded, judgeSeen, type Look, trials } from '../play/lasting.ts';
import { callbackTrials } from '../play/lasting-callbacks.ts';

/** The trials of a restart that also apply to an outage. */
const outlasting = [...trials, ...callbackTrials].filter(({ inOutage }) => inOutage !== undefined);

/** Prepares all trials, makes the store unavailable until an invoice has expired, and returns each trial's check. Runs once. */
function outlast(context: CaseContext): Promise<ReadonlyMap<string | undefined, PromiseSettledResult<Look>>> {
  const { subject, contract, features } = context;
  const outage = requireAbility(subject, 'outage', 'A part that can be taken away is needed');
  requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
  return subject.share('outage in which time passes', async () => {
    const tried = outlasting.filter((trial) =>
      featuresNeeded(contract, trial, trial.inOutage).every((feature) => features.has(feature)),
    );
    const looks = await Promise.allSettled(tried.map(({ prepare }) => prepare(context)));
    const clock = invoiceOf(await subject.create());
    try {
      await outage('store', true, subject.settings);
      await expireInvoice(subject, clock).catch((error: Error) => {
        if (error instanceof CaseSkipped) throw error;
        const needed = 'advanceTime is needed while the store is away.';
        throw new CaseSkipped(`${needed} It failed: ${error.message}`, 'advanceTime without the store');
      });
      // Gives a deployment that looks for due events at intervals the time to look once before the outage ends.
      await sleep(Math.min(2 * (context.listener?.slowest() ?? 0), 1000));
    } finally {
      await outage('store', false, subject.settings);
    }
    const isOver = outlastsKey(contract, clock);
    return new Map(looks.map((look, at) => [tried[at]?.id, isOver && tried[at]?.id === 'key' ? keyIsOver : look]));
  });
}

const keyIsOver: PromiseRejectedResult = {
  status: 'rejected',
  reason: new CaseSkipped('An invoice lives as long as a key is kept, so the key may be forgotten by then.'),
};

/** Cases in which the store is unavailable while something falls due. The deployment must catch up once the store is back. */
export const outageCases: DeclareCases = (contract) =>
  outlasting.map((trial): Case => {
    const { id, inOutage = '' } = trial;
    return {
      id: `journeys/outage/${id}`,
      title: trial.title.replace(/a restart,?/g, 'an outage of the store in which a lifetime passes,'),
      requirement: inOutage,
      features: [...new Set([...featuresNeeded(contract, trial, inOutage), 'problem-details'])],
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      alone: true,
      async run(context) {
        const look = (await outlast(context)).get(id);
        if (look === undefined) return [];
        if (look.status === 'rejected') throw look.reason;
        return judgeSeen(contract, inOutage, 'an outage of the store, in which a lifetime passed', await look.value());
      },
    };
  });
