import type { CaseContext } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { withHeader } from '../../src/http/json-request.ts';
import { duringOutage } from '../../src/subject/require-ability.ts';
import { stateWhenPaid } from '../../src/subject/ways-into.ts';
import { isRefused, sendAll } from '../play/exhaust-limit.ts';
import { lastingCases, onceStill, type Trial, trials } from '../play/lasting.ts';
import { read, receiptFor, shares, startPlay } from '../play/play.ts';

/**
 * How many keys a run uses in addition to those of its cases, and how many of them at a time. They displace older keys from a
 * store that keeps only the last hundred.
 */
const [manyKeys, atOnce] = [120, 30];

/** Creates invoices with many keys, once in a run, until a limit is reached. */
function useManyKeys({ subject, features }: CaseContext): Promise<void> {
  return subject.share('many keys', async () => {
    const spec = subject.requestOf('createPayment', subject.createBody);
    const keyed = () => withHeader(spec, 'Idempotency-Key', crypto.randomUUID());
    for (let used = 0; features.has('idempotency') && used < manyKeys; used += atOnce)
      if ((await sendAll(subject, atOnce, keyed)).some(isRefused)) return;
  });
}

/** Submits a receipt while the verifier is away. Returns a function that checks whether it was counted later nevertheless. */
async function refuseWhileAway({ contract, subject }: CaseContext): ReturnType<Trial['prepare']> {
  const play = await startPlay(subject);
  const { outage } = subject.wire.adapter;
  if (!outage) return async () => ({ exchanges: play.exchanges, expected: '' });
  const { whole } = shares(subject);
  const webReceipt = await receiptFor(play, whole);
  // Nobody submits the receipt of this invoice. If it changes too, the deployment learns of payments in another way.
  const control = await startPlay(subject);
  await receiptFor(control, whole);
  const spec = subject.requestOf('submitReceipt', { invoiceId: play.invoice.id, webReceipt });
  play.exchanges.push(await duringOutage(subject, 'verifier', () => subject.sendOnce(spec)));
  return async () => {
    const [{ status }, { status: unpaid }] = [await read(play), await read(control)];
    const isRefused = play.exchanges.some(({ answer: response }) => response && response.status >= 500);
    // Both invoices may have expired by now, but only a payment makes their statuses differ for good.
    const isPaid = status === stateWhenPaid(contract) && unpaid !== status;
    const received = isRefused && isPaid ? `status: ${showValue(status)}` : undefined;
    const expected = `status: ${showValue(unpaid)}, because the receipt was refused with 503`;
    return { exchanges: play.exchanges, breaks: 'lifecycle-verifier-away', expected, received };
  };
}

/** Adds a second check to a trial. */
const alsoLooking = (trial: Trial, more: Trial['prepare']): Trial => ({
  ...trial,
  async prepare(context) {
    const looks = [await more(context), await trial.prepare(context)];
    return async () => {
      const [first, second] = [await looks[0]?.(), await looks[1]?.()];
      return (first?.received === undefined ? second : first) ?? { exchanges: [], expected: '' };
    };
  },
});

/**
 * Cases which check that whatever existed before the other cases still exists after them. The run's many requests would displace
 * it from a store that keeps only the latest entries.
 */
export const meanwhileCases = lastingCases(
  'meanwhile',
  trials
    .filter(({ id }) => ['key', 'receipt', 'token'].includes(id))
    .map((trial) => (trial.id === 'receipt' ? alsoLooking(trial, refuseWhileAway) : trial)),
  {
    when: 'the other requests of a run',
    async happen(context) {
      await useManyKeys(context);
      await onceStill('the end of the others', async () => {});
    },
  },
);
