import type { DeclareCases } from '../../src/case/case.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { sharedCreate, sharedFetch } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { hasMark, tokenMark } from '../../src/text/marks.ts';
import { sharedRefusal } from '../play/create-with.ts';

/** Cases which check that no response repeats the token. */
export const noTokenToldCases: DeclareCases = (contract) => [
  {
    id: 'answers/no-token-told',
    title: 'No response holds the token that was sent, success or refusal, mistyped or not',
    requirement: 'token-never-told',
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject }) {
      for (const exchange of [
        await sharedCreate(subject),
        await sharedFetch(subject),
        await sharedRefusal(subject),
        await mistyped(subject),
      ]) {
        // The record masks tokens, so the mask in a response shows that it repeats one.
        const text = `${exchange.answer?.headers.map(([, value]) => value).join('\n')}\n${exchange.answer?.text}`;
        if (!hasMark(text)) continue;
        const about = { expected: 'no token', received: 'the token, masked here as $TOKEN', exchanges: [exchange] };
        return broken(contract, 'token-never-told', about);
      }
      return [];
    },
  },
];

/** Sends the token with more characters after it. It is so close to the right one that a response must not repeat it. */
function mistyped(subject: Subject): Promise<Exchange> {
  const request = subject.requestOf('fetchPayment', { invoiceId: 'no-such-invoice' });
  request.headers = request.headers.map(([name, value]) => [name, value.replace(tokenMark, `${tokenMark}.and.more`)]);
  return subject.send(request);
}
