import type { DeclareCases } from '../../src/case/case.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { sharedRefusal } from '../play/refuse-create.ts';

// A frame of a stack in the manner of V8, the JVM, CPython, Go, PHP, .NET and Ruby.
const frame =
  /^\s*at .+[(:]\S*:\d+|\bat [\w$.]+\([\w$]+\.java:\d+\)|File "[^"]+", line \d+|\.go:\d+ \+0x|#\d+ \/\S+\.php\(\d+\)|\.rb:\d+:in /m;

/** No problem tells a secret. */
export const noSecretToldCases: DeclareCases = (contract) => [
  {
    id: 'answers/no-secret-told',
    title: 'No problem holds a stack trace, or the receipt that was sent or a part of it',
    requirement: 'problem-tells-no-secret',
    operations: ['create-payment', 'submit-receipt'],
    async run({ subject }) {
      const receipt = `${crypto.randomUUID()}-made-up-${crypto.randomUUID()}`;
      const { id } = invoiceOf(await sharedCreate(subject));
      const cutOff = { ...subject.requestOf('createPayment', {}), body: '{"cashTag": ' };
      for (const exchange of [
        await sharedRefusal(subject),
        await subject.submit(id, receipt),
        await subject.submit(id, receipt.padEnd(9000, 'x')),
        await subject.send(cutOff),
      ]) {
        const text = exchange.answer?.text ?? '';
        // A part of it is enough to find it elsewhere.
        const told = [receipt.slice(0, 18), receipt.slice(-18)].some((part) => text.includes(part))
          ? 'the receipt'
          : frame.test(text.replaceAll('\\n', '\n').replaceAll('\\"', '"'))
            ? 'a stack trace'
            : undefined;
        if (told === undefined) continue;
        return broken(contract, 'problem-tells-no-secret', {
          expected: 'no secret',
          received: `${told}: ${text.slice(0, 200)}`,
          exchanges: [exchange],
        });
      }
      return [];
    },
  },
];
