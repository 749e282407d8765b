import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../../src/callbacks/listener.ts';
import type { CaseContext, DeclareCases } from '../../src/case/case.ts';
import { operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { echoedValues } from '../derive/requests/sent-values.ts';
import {
  type CallbackPlay,
  eventOf,
  expectCalls,
  findingsOf,
  madeOdd,
  startCallbackPlay,
  targetIn,
  targetOf,
} from '../play/callback-play.ts';
import { callbackSecret, doubtSecret, isSignedWith, unsigned } from '../play/is-signed-with.ts';
import { paid, readUntil, shares } from '../play/play.ts';

/**
 * Creates an invoice with every optional field and an unusual callbackUrl, pays it, and waits for its event. The host of
 * `callbackUrl` is this machine's name or, if the deployment refuses that, its IP address.
 */
function playAsGiven(context: CaseContext): Promise<{ full: CallbackPlay; call: Call | undefined; callbackUrl: string }> {
  const { contract, features, subject } = context;
  return subject.share('as given', async () => {
    const play = await startCallbackPlay(context);
    const tag = String(subject.createBody.cashTag);
    // Tags are case-insensitive, but a response repeats the tag in the letter case in which it was sent.
    const cashTag = features.has('cash-tag-grammar') ? tag.replace(/[a-z]/, (letter) => letter.toUpperCase()) : tag;
    const url = madeOdd(play.mailbox.url, play.listener);
    const body = { ...subject.createBody, cashTag, ...echoedValues(contract, features), callbackUrl: nameOf(url) };
    const { returnUrl }: Record<string, unknown> = body;
    // Uses capitals in the scheme and the host, because a program that parses the URL would write it back in lower case.
    const capitals = (start: string): string => start.toUpperCase();
    const withFragment = typeof returnUrl === 'string' && { returnUrl: `${returnUrl.replace(/^\w+:..\w/, capitals)}#top` };
    let status: number | undefined;
    // A deployment may refuse this machine's name as a host. It may also refuse a URL with a fragment, unless it claims the
    // feature that allows one.
    for (const sent of [{ ...body, ...withFragment }, body, { ...body, callbackUrl: url }]) {
      const created = await subject.create(sent);
      status = created.answer?.status;
      if (!created.answer || !isSuccess(created.answer)) continue;
      const full = { ...play, invoice: invoiceOf(created), exchanges: [created] };
      await paid(full, shares(subject).whole);
      const [call] = await expectCalls(full, 1);
      return { full, call, callbackUrl: sent.callbackUrl };
    }
    throw new CaseInconclusive(`The create with every field was refused (${status}).`);
  });
}

/** Replaces this machine's address in a URL with the machine's name. */
const nameOf = (url: string): string => url.replace('//127.0.0.1:', '//localhost:');

export const asGivenCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/as-given',
    title: 'The complete callbackUrl is called for a white-label invoice with both URLs, also on localhost',
    requirement: 'callback-at-each-change/whole-url',
    operations: ['create-payment', 'submit-receipt'],
    async run(context) {
      const { full, call, callbackUrl } = await playAsGiven(context);
      const [called, wanted] = [call && targetIn(call, full.listener), targetOf(callbackUrl, full.listener)];
      if (called === wanted) return [];
      const received = call ? `a call of ${called || 'no query'}` : 'no call';
      const expected = `a call of ${wanted}`;
      return findingsOf(contract, 'callback-at-each-change', full, { expected, received });
    },
  },
  {
    id: 'callbacks/as-given/data',
    title: 'data shows every field that create received as fetch shows it, including the letter case of the tag',
    requirement: 'event-data-is-the-invoice/as-sent',
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    derived: true,
    async run(context) {
      const { full, call } = await playAsGiven(context);
      // Another case reports that no call came.
      if (!call) return [];
      const told = (eventOf(call).data ?? {}) as Record<string, unknown>;
      const fields = Object.keys(operationById(contract, 'fetchPayment').response.properties ?? {});
      const now = await readUntil(full, Object.fromEntries(fields.map((field) => [field, told[field]])));
      const wrong = fields.find((field) => !isDeepStrictEqual(told[field], now[field]));
      const said = wrong && {
        expected: `data.${wrong}: ${showValue(now[wrong])}`,
        received: `data.${wrong}: ${showValue(told[wrong])}`,
      };
      return findingsOf(contract, 'event-data-is-the-invoice', full, said || undefined);
    },
  },
  {
    id: 'callbacks/as-given/signature',
    title: 'The signature verifies if the returnUrl has an ampersand, which some serialisers escape',
    requirement: 'callback-signed/bytes',
    operations: ['create-payment', 'submit-receipt'],
    async run(context) {
      const secret = callbackSecret(context);
      const { full, call } = await playAsGiven(context);
      // Another case reports that no call came.
      if (!call || isSignedWith(secret, call)) return [];
      doubtSecret(context, secret);
      return findingsOf(contract, 'callback-signed', full, unsigned(secret, call));
    },
  },
];
