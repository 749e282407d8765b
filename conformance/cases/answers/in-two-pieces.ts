import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';

/**
 * The pause between the pieces, in milliseconds: long enough for the server to read them separately, too short for it to give up.
 */
const pause = 100;

/** Cases for a body that arrives in two pieces, as the network delivers every long body. */
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
