import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';

/** Milliseconds: no server reads a body so late that both pieces are there, and none gives up so early. */
const pause = 100;

/** A body that the network delivers in two pieces, as it does with any that is long. */
export const inTwoPiecesCases: DeclareCases = (contract) => [
  {
    id: 'answers/in-two-pieces',
    title: 'A create whose body arrives in two pieces gets the response of one that arrives at once',
    requirement: 'create-answers-invoice',
    operations: ['create-payment'],
    async run({ subject }) {
      const exchange = await subject.send({ ...subject.requestOf('createPayment', subject.createBody), pause });
      if (exchange.answer && isSuccess(exchange.answer)) return [];
      return broken(contract, 'create-answers-invoice', {
        difference: `the second half of the body: at once → ${pause} ms later`,
        expected: 'a success, as for the same body at once',
        received: `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`,
        exchanges: [exchange],
      });
    },
  },
];
