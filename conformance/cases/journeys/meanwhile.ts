import { receiptFor, shares } from '../../payments/pay.ts';
import { stateWhenPaid } from '../../payments/ways.ts';
import type { CaseContext, DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { withKey } from '../../src/http/json-request.ts';
import { read, startPlay } from '../../src/subject/play.ts';
import { duringOutage } from '../../src/subject/require-ability.ts';
import { isRefused, sendAll } from '../play/exhaust-limit.ts';
import { type Look, lastingCases, onceStill, type Trial, trials } from '../play/lasting.ts';

/** How many keys to use (enough for a store of a hundred keys to drop older ones), and how many requests to send at once. */
const [manyKeys, atOnce] = [120, 30];

/** Creates invoices with many different keys, once per run. Stops early if a rate limit refuses a request. */
function useManyKeys({ subject, features }: CaseContext): Promise<void> {
  return subject.share('many keys', async () => {
    const spec = subject.requestOf('createPayment', subject.createBody);
    const keyed = () => withKey(spec, crypto.randomUUID());
    for (let used = 0; features.has('idempotency') && used < manyKeys; used += atOnce)
      if ((await sendAll(subject, atOnce, keyed)).some(isRefused)) return;
  });
}

/** Submits a receipt during a verifier outage. The returned function checks later whether the receipt was counted after all. */
async function refuseWhileAway({ contract, subject }: CaseContext): Promise<Look> {
  const play = await startPlay(subject);
  const { outage } = subject.wire.adapter;
  if (!outage) return async () => ({ exchanges: play.exchanges, expected: '' });
  const { whole } = shares(subject);
  const webReceipt = await receiptFor(play, whole);
  // A second invoice whose receipt is never submitted. If it changes too, the deployment learns of payments by other means.
  const control = await startPlay(subject);
  await receiptFor(control, whole);
  const spec = subject.requestOf('submitReceipt', { invoiceId: play.invoice.id, webReceipt });
  play.exchanges.push(await duringOutage(subject, 'verifier', () => subject.sendOnce(spec)));
  return async () => {
    const [{ status }, { status: unpaid }] = [await read(play), await read(control)];
    const isRefused = play.exchanges.some(({ answer: response }) => response && response.status >= 500);
    // The refused receipt was counted if its invoice is paid and the other is not. Both may have expired in the meantime.
    const isPaid = status === stateWhenPaid(contract) && unpaid !== status;
    const received = isRefused && isPaid ? `status: ${showValue(status)}` : undefined;
    const expected = `status: ${showValue(unpaid)}, because the receipt was refused with 503`;
    return { exchanges: play.exchanges, breaks: 'lifecycle-verifier-away', expected, received };
  };
}

/** Adds another preparation and another check to a trial, before its own. */
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

/** Cases for data that must survive many requests of other cases. They reveal a store that keeps only its latest entries. */
export const meanwhileCases: DeclareCases = (contract) =>
  lastingCases(
    contract,
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
