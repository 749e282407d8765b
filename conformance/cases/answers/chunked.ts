import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';

/** Cases for a body whose length is not announced. */
export const chunkedCases: DeclareCases = (contract) => [
  {
    id: 'answers/chunked',
    title: 'A create whose body comes in chunks gets the response of one whose length was told',
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
        expected: 'a success, as with Content-Length',
        received: `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`,
        exchanges: [exchange],
      });
    },
  },
];
