import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, isSuccess, responseObject } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { sleep } from '../../src/places/places.ts';
import { changingFields } from '../play/changing-fields.ts';
import { paid, readUntil, shares, startPlay } from '../play/play.ts';

/** Reads after which a copy that lags behind has caught up. */
const patience = 20;

/** Clients send Idempotency-Key with every call, and only create takes it. */
export const withKeyCases: DeclareCases = (contract) => [
  {
    id: 'fetch-payment/with-key',
    title: 'A fetch with the Idempotency-Key of an earlier fetch reads the invoice as it is now',
    requirement: 'fetch-reads-current-state',
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    features: ['idempotency', 'lifecycle'],
    waits: true,
    async run({ subject }) {
      const play = await startPlay(subject);
      const spec = subject.requestOf('fetchPayment', { invoiceId: play.invoice.id });
      const keyed = { ...spec, headers: [...spec.headers, ['Idempotency-Key', crypto.randomUUID()] as [string, string]] };
      const first = await subject.send(keyed);
      await paid(play, shares(subject).whole);
      const now = await readUntil(play, { status: 'PAID' });
      if (now.status !== 'PAID') throw new CaseInconclusive('The invoice could not be brought to PAID. Another case says why.');
      let last: Exchange | undefined;
      for (let count = 0; count < patience; count++) {
        last = await subject.send(keyed);
        const shown = last.answer && isSuccess(last.answer) ? responseObject(last.answer) : undefined;
        // A refusal says nothing wrong of the invoice.
        if (shown === undefined || changingFields.every((field) => shown[field] === now[field])) return [];
        await sleep(100);
      }
      return broken(contract, 'fetch-reads-current-state', {
        member: 'Idempotency-Key',
        expected: `status: ${showValue(now.status)}, as a fetch without the key returns`,
        received: showValue(last?.answer?.text),
        exchanges: [first, ...play.exchanges, ...(last ? [last] : [])],
      });
    },
  },
];
