import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import { makeFinding } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { sharedCreate, sharedFetch } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';

// A frame of a stack in the manner of V8, the JVM, CPython, Go, PHP, .NET and Ruby.
const frame =
  /^\s*at .+[(:]\S*:\d+|\bat [\w$.]+\([\w$]+\.java:\d+\)|File "[^"]+", line \d+|\.go:\d+ \+0x|#\d+ \/\S+\.php\(\d+\)|\.rb:\d+:in /m;

/** Where answers could tell what they must not. */
export function secretCases(contract: Contract): Case[] {
  return [
    {
      id: 'answers/no-token-told',
      title: 'No answer holds the token that was sent, success or refusal, mistyped or not',
      requirement: 'token-never-told',
      operations: ['create-payment', 'fetch-payment'],
      async run({ subject }) {
        for (const exchange of [
          await sharedCreate(subject),
          await sharedFetch(subject),
          await refused(subject),
          await mistyped(subject),
        ]) {
          // What is recorded has the token masked, so the mask tells of it.
          const text = `${exchange.answer?.headers.map(([, value]) => value).join('\n')}\n${exchange.answer?.text}`;
          if (!text.includes('$TOKEN')) continue;
          const about = { expected: 'no token', received: 'the token, masked here as $TOKEN', exchanges: [exchange] };
          return [makeFinding(contract, 'token-never-told', about)];
        }
        return [];
      },
    },
    {
      id: 'answers/no-secret-told',
      title: 'No problem holds a stack trace or the receipt that was sent',
      requirement: 'problem-tells-no-secret',
      operations: ['create-payment', 'submit-receipt'],
      async run({ subject }) {
        const receipt = `made-up-receipt-${crypto.randomUUID()}`;
        const { id } = invoiceOf(await sharedCreate(subject));
        const cutOff = { ...jsonRequest(subject.pathOf('createPayment'), {}), body: '{"cashTag": ' };
        for (const exchange of [
          await refused(subject),
          await subject.submit(id, receipt),
          await subject.submit(id, receipt.padEnd(9000, 'x')),
          await subject.send(cutOff),
        ]) {
          const text = exchange.answer?.text ?? '';
          const told = text.includes(receipt)
            ? 'the receipt'
            : frame.test(text.replaceAll('\\n', '\n').replaceAll('\\"', '"'))
              ? 'a stack trace'
              : undefined;
          if (told === undefined) continue;
          return [
            makeFinding(contract, 'problem-tells-no-secret', {
              expected: 'no secret',
              received: `${told}: ${text.slice(0, 200)}`,
              exchanges: [exchange],
            }),
          ];
        }
        return [];
      },
    },
  ];
}

/** What a token with more behind it is answered: it is close enough to the right one to be kept secret. */
function mistyped(subject: Subject): Promise<Exchange> {
  const request = jsonRequest(subject.pathOf('fetchPayment'), { invoiceId: 'no-such-invoice' });
  request.headers = request.headers.map(([name, value]) => [name, value.replace('$TOKEN', '$TOKEN.and.more')]);
  return subject.send(request);
}

function refused(subject: Subject): Promise<Exchange> {
  return subject.share('refused', () => subject.create({}));
}
