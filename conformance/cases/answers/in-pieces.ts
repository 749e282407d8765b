import type { DeclareCases } from '../../src/case/case.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';

/** Cases for a body that does not come in one piece. */
export const inPiecesCases: DeclareCases = (contract) => [...chunkedCases(contract), ...inTwoPiecesCases(contract)];

/** Cases for a body whose length is not announced. */
const chunkedCases: DeclareCases = (contract) => [
  {
    id: 'answers/chunked',
    title: 'A create gets the same response whether its body comes in chunks or with a Content-Length',
    requirement: 'create-answers-invoice',
    // Only a deployment that claims `limits` promises to accept a body without a Content-Length.
    features: ['limits'],
    operations: ['create-payment'],
    async run({ subject }) {
      const spec = subject.requestOf('createPayment', subject.createBody);
      const exchange = await subject.send({ ...spec, headers: [...spec.headers, ['Transfer-Encoding', 'chunked']] });
      if (exchange.answer && isSuccess(exchange.answer)) return [];
      return broken(contract, 'create-answers-invoice', {
        member: 'Transfer-Encoding',
        difference: 'Transfer-Encoding: absent → chunked',
        ...insteadOf('a success, as with Content-Length', exchange),
      });
    },
  },
];

/**
 * The pause between the pieces, in milliseconds. The server reads them separately, and does not yet give up.
 */
const pause = 100;

/** Cases for a body that arrives in two pieces, as the network delivers every long body. */
const inTwoPiecesCases: DeclareCases = (contract) => [
  {
    id: 'answers/in-two-pieces',
    title: 'A create whose body arrives in two pieces is accepted like one that arrives at once',
    requirement: 'create-answers-invoice',
    operations: ['create-payment'],
    async run({ subject }) {
      const exchange = await subject.send({ ...subject.requestOf('createPayment', subject.createBody), pause });
      if (exchange.answer && isSuccess(exchange.answer)) return [];
      return broken(contract, 'create-answers-invoice', {
        difference: `the second half of the body: at once → ${pause} ms later`,
        ...insteadOf('a success, as for the same body at once', exchange),
      });
    },
  },
];
