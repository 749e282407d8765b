import type { DeclareCases } from '../../src/case/case.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { refusedAlthough } from '../derive/requests/judge-refused-value.ts';
import { mintToken } from '../play/mint-token.ts';
import { shares } from '../play/play.ts';

/** Cases that use a test token for a live invoice. */
export const liveInvoiceCases: DeclareCases = (contract) => [
  {
    id: 'authentication/live-invoice',
    title: 'A test token does not see a live invoice, nor submits for it',
    requirement: 'test-tokens-apart/test-sees-no-live',
    operations: ['create-payment', 'fetch-payment', 'submit-receipt'],
    async run({ subject }) {
      const live = await mintToken(subject, { live: true });
      const created = await live.create();
      // Without a live invoice there is nothing to judge.
      if (created.answer?.status === 401 || created.answer?.status === 403) return [];
      const invoice = invoiceOf(created);
      const exchanges = [await subject.fetch(invoice.id)];
      const { whole } = shares(subject);
      // Many adapters cannot pay a live invoice with a test token.
      const receipt = await subject.pay({ invoice, amount: whole / 100, outcome: 'completed' }).catch(() => null);
      if (receipt !== null) exchanges.push(await subject.submit(invoice.id, receipt));
      const taken = exchanges.find(({ answer: response }) => response && isSuccess(response));
      return taken ? broken(contract, 'test-tokens-apart', refusedAlthough('no success', taken)) : [];
    },
  },
];
