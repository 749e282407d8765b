import type { DeclareCases } from '../../src/case/case.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { echoedValues } from '../derive/sent-values.ts';
import { expectCalls, startCallbackPlay } from '../play/callback-play.ts';
import { findingsOf } from '../play/differ.ts';
import { paid, shares } from '../play/play.ts';

const query = 'order=1042&from=a%20Shop&b=%7e';

/** A callbackUrl with a query, beside every other field. */
export const asGivenCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/as-given',
    title: 'A white-labelled invoice with both URLs is called too, and at its whole callbackUrl',
    requirement: 'callback-at-each-change',
    operations: ['create-payment', 'submit-receipt'],
    async run(context) {
      const play = await startCallbackPlay(context);
      const { subject } = context;
      const body = { ...subject.createBody, ...echoedValues(contract, context.features) };
      const created = await subject.create({ ...body, callbackUrl: `${play.mailbox.url}?${query}` });
      if (!created.answer || !isSuccess(created.answer))
        throw new CaseInconclusive(`The create with every field was refused (${created.answer?.status}).`);
      const full = { ...play, invoice: invoiceOf(created), exchanges: [created] };
      await paid(full, shares(subject).whole);
      const [call] = await expectCalls(full, 1);
      if (call?.query === query) return [];
      const received = call ? `a call with the query ${call.query || '(none)'}` : 'no call';
      return findingsOf(contract, 'callback-at-each-change', full, { expected: `a call with the query ${query}`, received });
    },
  },
];
