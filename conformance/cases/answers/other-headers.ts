import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import { broken } from '../../src/outcome/make-finding.ts';

/** Headers that some clients and proxies send with every request, and that mean nothing to a server of this contract. */
const others: [string, string][] = [
  ['Date', 'Tue, 01 Jan 2030 00:00:00 GMT'],
  ['From', 'shop@example.com'],
  ['Expect', '100-continue'],
  ['Accept-Language', 'de, en;q=0.5'],
  ['Traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
];

/** Headers that the contract does not know. */
export const otherHeadersCases: DeclareCases = (contract) => [
  {
    id: 'answers/other-headers',
    title: 'A create with headers that HTTP knows and the contract does not gets the response of one without them',
    requirement: 'create-answers-invoice',
    operations: ['create-payment'],
    async run({ subject }) {
      const spec = jsonRequest(subject.pathOf('createPayment'), subject.createBody);
      const exchange = await subject.send({ ...spec, headers: [...spec.headers, ...others] });
      if (exchange.answer && isSuccess(exchange.answer)) return [];
      return broken(contract, 'create-answers-invoice', {
        member: 'headers',
        difference: `${others.map(([name]) => name).join(', ')}: absent → present`,
        expected: 'a success, as without them',
        received: `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`,
        exchanges: [exchange],
      });
    },
  },
];
