import { sendReceipt } from '../../payments/pay.ts';
import type { DeclareCases } from '../../src/case/case.ts';
import { findSecret } from '../../src/checks/find-secret.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import { invoiceOf, sharedCreate, sharedFetch } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { hasMark, tokenMark } from '../../src/text/marks.ts';
import { sharedRefusal } from '../play/create-with.ts';

export const noSecretToldCases: DeclareCases = (contract) => [
  {
    id: 'answers/no-secret-told',
    title: 'No problem contains a stack trace or any part of the receipt that was sent',
    requirement: 'problem-tells-no-secret/receipt',
    tries: ['problem-tells-no-secret/stack-trace'],
    operations: ['create-payment', 'submit-receipt'],
    async run({ subject }) {
      const receipt = `${crypto.randomUUID()}-made-up-${crypto.randomUUID()}`;
      const { id } = invoiceOf(await sharedCreate(subject));
      const cutOff = { ...subject.requestOf('createPayment', {}), body: '{"cashTag": ' };
      const exchanges = [
        await sharedRefusal(subject),
        await sendReceipt(subject, id, receipt),
        await sendReceipt(subject, id, receipt.padEnd(9000, 'x')),
        await subject.send(subject.requestOf('submitReceipt', { invoiceId: id, webReceipt: [receipt] })),
        await subject.send(cutOff),
      ];
      return exchanges.flatMap((exchange) => judgeNoSecret(contract, exchange, receipt)).slice(0, 1);
    },
  },
  {
    id: 'answers/no-token-told',
    title: 'No success and no refusal contains the token that was sent, even if it was mistyped',
    requirement: 'token-never-told',
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject }) {
      const usual = [await sharedCreate(subject), await sharedFetch(subject), await sharedRefusal(subject)];
      // The record masks tokens, so a mask in a response shows that the response repeats a token.
      const telling = [...usual, await mistyped(subject)].find(({ answer }) =>
        hasMark(`${answer?.headers.map(([, value]) => value).join('\n')}\n${answer?.text}`),
      );
      if (telling === undefined) return [];
      const about = { expected: 'no token', received: 'the token, masked here as $TOKEN', exchanges: [telling] };
      return broken(contract, 'token-never-told', about);
    },
  },
];

/** Checks that a response contains neither a stack trace nor a part of this receipt. */
export function judgeNoSecret(contract: Contract, exchange: Exchange, receipt: string | undefined): Finding[] {
  const { text = '' } = exchange.answer ?? {};
  const told = findSecret(text, receipt);
  if (told === undefined) return [];
  const about = { expected: 'no secret', received: `${told}: ${text.slice(0, 200)}` };
  return broken(contract, 'problem-tells-no-secret', { ...about, exchanges: [exchange] });
}

/** Sends the token with characters appended. A response that repeats this text discloses the token. */
function mistyped(subject: Subject): Promise<Exchange> {
  const request = subject.requestOf('fetchPayment', { invoiceId: 'no-such-invoice' });
  request.headers = request.headers.map(([name, value]) => [name, value.replace(tokenMark, `${tokenMark}.and.more`)]);
  return subject.send(request);
}
