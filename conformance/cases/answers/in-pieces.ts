import type { Case, DeclareCases } from '../../src/case/case.ts';
import { hasSucceeded, type RequestSpec } from '../../src/http/exchange.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';

/** Milliseconds between the pieces: enough for the server to read them separately, and too few for it to give up. */
const pause = 100;

/** Cases for a body that does not come in one piece. */
export const inPiecesCases: DeclareCases = (contract) => {
  const accepted = (about: Pick<Case, 'id' | 'title' | 'features'>, change: Partial<RequestSpec>, difference: string): Case => ({
    ...about,
    requirement: 'create-answers-invoice',
    operations: ['create-payment'],
    async run({ subject }) {
      const spec = subject.requestOf('createPayment', subject.createBody);
      const headers = [...spec.headers, ...(change.headers ?? [])];
      const exchange = await subject.send({ ...spec, ...change, headers });
      if (hasSucceeded(exchange)) return [];
      const about = { difference, ...insteadOf('a success, as for the body in one piece', exchange) };
      return broken(contract, 'create-answers-invoice', about);
    },
  });
  return [
    accepted(
      {
        id: 'answers/chunked',
        title: 'A create gets the same response whether its body comes in chunks or with a Content-Length',
        // Only a deployment that claims `limits` promises to accept a body without a Content-Length.
        features: ['limits'],
      },
      { headers: [['Transfer-Encoding', 'chunked']] },
      'Transfer-Encoding: absent → chunked',
    ),
    accepted(
      {
        id: 'answers/in-two-pieces',
        title: 'A create whose body arrives in two pieces is accepted like one that arrives at once',
      },
      { pause },
      `the second half of the body: at once → ${pause} ms later`,
    ),
  ];
};
