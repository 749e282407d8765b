import type { Case, DeclareCases } from '../../src/case/case.ts';
import { type Contract, fieldRequirement, operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { deriveAccepted } from '../derive/accepted.ts';
import { deriveRefusals } from '../derive/refusals.ts';
import { createdWith, knownCallbackUrl, knownReturnUrl } from '../play/create-with.ts';
import { smallestCreate } from '../play/smallest-create.ts';

/** Optional fields, each with a value that no server has a reason to refuse: the host is reserved for documentation. */
const optional = { isWhiteLabel: true, callbackUrl: knownCallbackUrl, returnUrl: knownReturnUrl };

/** Bodies of a create: those that are refused, and those at the inner edge of a limit. */
export const bodyCases: DeclareCases = (contract) => [
  ...deriveRefusals(contract, 'createPayment', 'body'),
  ...Object.entries(optional).map(([field, value]) => acceptedField(contract, field, value)),
  deriveAccepted(contract, {
    id: 'create-payment/body/largest',
    title: 'A create of 32 KiB is accepted',
    requirement: 'large-body-is-413',
    request(subject) {
      const request = smallestCreate(subject);
      return { ...request, body: (request.body ?? '').padEnd(32 * 1024) };
    },
  }),
  {
    id: 'create-payment/body/too-large-in-chunks',
    title: 'A create of more than 32 KiB whose length is not told is refused',
    requirement: 'large-body-is-413',
    operations: ['create-payment'],
    async run({ subject, features }) {
      const request = smallestCreate(subject);
      const exchange = await subject.send({
        ...request,
        headers: [...request.headers, ['Transfer-Encoding', 'chunked']],
        body: (request.body ?? '').padEnd(33 * 1024),
      });
      const status = exchange.answer?.status ?? 0;
      if (status === 413 || (!features.has('problem-details') && status >= 400 && status < 500)) return [];
      const received = `${status} ${showValue(exchange.answer?.text)}`;
      return broken(contract, 'large-body-is-413', { expected: '413 payload_too_large', received, exchanges: [exchange] });
    },
  },
  {
    id: 'create-payment/body/too-large-in-bytes',
    title: 'A create of more than 32 KiB, and of fewer characters, is refused for its size',
    requirement: 'large-body-is-413',
    operations: ['create-payment'],
    features: ['problem-details'],
    async run({ subject }) {
      const cashTag = '\u20ac'.repeat(11_000);
      const exchange = await subject.create({ ...subject.createBody, cashTag });
      if (exchange.answer?.status === 413) return [];
      const received = `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`;
      const about = { difference: 'cashTag: 11,000 characters of three bytes', expected: '413 payload_too_large', received };
      return broken(contract, 'large-body-is-413', { ...about, exchanges: [exchange] });
    },
  },
  deriveAccepted(contract, {
    id: 'create-payment/body/in-chunks',
    title: 'A create whose length is not told is accepted',
    requirement: 'large-body-is-413',
    request(subject) {
      const request = smallestCreate(subject);
      return { ...request, headers: [...request.headers, ['Transfer-Encoding', 'chunked']] };
    },
  }),
];

function acceptedField(contract: Contract, field: string, value: unknown): Case {
  const create = operationById(contract, 'createPayment');
  const pointer = `${create.requestPointer}/properties/${field}`;
  const requirement = fieldRequirement(contract, create.request.properties?.[field] ?? {}, pointer).id;
  return {
    id: `create-payment/body/${field}/accepted`,
    title: `create-payment accepts ${field}`,
    requirement,
    operations: ['create-payment'],
    async run({ subject }) {
      const exchange = await createdWith(subject, { [field]: value });
      if (exchange.answer && isSuccess(exchange.answer)) return [];
      const received = `${exchange.answer?.status} with ${showValue(exchange.answer?.text)}`;
      const difference = `${field}: absent → ${showValue(value)}`;
      const about = { member: field, pointer, difference, expected: 'a 2xx status', received, exchanges: [exchange] };
      return broken(contract, requirement, about);
    },
  };
}
