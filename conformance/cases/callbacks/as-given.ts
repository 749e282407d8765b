import type { Call } from '../../src/callbacks/listener.ts';
import type { CaseContext, DeclareCases } from '../../src/case/case.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { echoedValues } from '../derive/sent-values.ts';
import { type CallbackPlay, expectCalls, startCallbackPlay } from '../play/callback-play.ts';
import { findingsOf } from '../play/differ.ts';
import { callbackSecret, isSignedWith, unsigned } from '../play/is-signed-with.ts';
import { paid, shares } from '../play/play.ts';

const query = 'order=1042&from=a%20Shop&b=%7e';

/** Pays an invoice with a query in its callbackUrl, beside every other field, and waits for its event. */
function playAsGiven(context: CaseContext): Promise<{ full: CallbackPlay; call: Call | undefined }> {
  const { contract, features, subject } = context;
  return subject.share('as given', async () => {
    const play = await startCallbackPlay(context);
    const body = { ...subject.createBody, ...echoedValues(contract, features) };
    const created = await subject.create({ ...body, callbackUrl: `${play.mailbox.url}?${query}` });
    if (!created.answer || !isSuccess(created.answer))
      throw new CaseInconclusive(`The create with every field was refused (${created.answer?.status}).`);
    const full = { ...play, invoice: invoiceOf(created), exchanges: [created] };
    await paid(full, shares(subject).whole);
    const [call] = await expectCalls(full, 1);
    return { full, call };
  });
}

/** An invoice with every field, and a query in its callbackUrl. */
export const asGivenCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/as-given',
    title: 'A white-labelled invoice with both URLs is called too, and at its whole callbackUrl',
    requirement: 'callback-at-each-change',
    operations: ['create-payment', 'submit-receipt'],
    async run(context) {
      const { full, call } = await playAsGiven(context);
      if (call?.query === query) return [];
      const received = call ? `a call with the query ${call.query || '(none)'}` : 'no call';
      return findingsOf(contract, 'callback-at-each-change', full, { expected: `a call with the query ${query}`, received });
    },
  },
  {
    id: 'callbacks/as-given/signature',
    title: 'The signature holds where the returnUrl has an ampersand, which some serialisers escape',
    requirement: 'callback-signed',
    operations: ['create-payment', 'submit-receipt'],
    async run(context) {
      const secret = callbackSecret(context);
      const { full, call } = await playAsGiven(context);
      // Another case says that no call came.
      if (!call || isSignedWith(secret, call)) return [];
      return findingsOf(contract, 'callback-signed', full, unsigned(secret, call));
    },
  },
];
