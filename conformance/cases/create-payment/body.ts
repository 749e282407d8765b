import type { Case, DeclareCases } from '../../src/case/case.ts';
import { featuresOfProperty } from '../../src/contract/claimed-schema.ts';
import { type Contract, fieldRequirement, type Operation, operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { pointed } from '../../src/contract/follow-reference.ts';
import { sampleOf } from '../../src/contract/sample-of.ts';
import { hasSucceeded } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/finding.ts';
import { deriveRefusals } from '../derive/refusals/refusals.ts';
import { knownCallbackUrl, sentValue } from '../derive/requests/sent-values.ts';
import { deriveValues } from '../derive/requests/values.ts';
import { acceptedValue, refusedValue } from '../derive/requests/written-value.ts';
import { createdWith } from '../play/create-with.ts';

/** Cases for the bodies of a create: those that are refused, and each optional field. */
export const bodyCases: DeclareCases = (contract) => [
  ...deriveRefusals(contract, 'createPayment', 'body'),
  ...optionalFields(contract).map(([field, value], _at, all) => acceptedField(contract, field, value, all)),
  {
    id: 'create-payment/body/too-large-in-bytes',
    title: `A create of more than ${contract.bodyLimit / 1024} KiB but fewer characters is refused for its size`,
    requirement: 'large-body-is-413',
    operations: ['create-payment'],
    features: ['problem-details'],
    async run({ subject }) {
      const count = Math.ceil(contract.bodyLimit / 3);
      const cashTag = '\u20ac'.repeat(count);
      const exchange = await subject.create({ ...subject.createBody, cashTag });
      if (exchange.answer?.status === 413) return [];
      const received = `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`;
      const about = { difference: `cashTag: ${count} characters of three bytes`, expected: '413 payload_too_large', received };
      return broken(contract, 'large-body-is-413', { ...about, exchanges: [exchange] });
    },
  },
  ...valuesCases(contract),
];

/** Returns the optional fields, each with a value that no server has a reason to refuse. */
function optionalFields(contract: Contract): [field: string, value: unknown][] {
  const { request, requestPointer } = operationById(contract, 'createPayment');
  return Object.entries(request.properties ?? {}).flatMap(([field, schema]): [string, unknown][] => {
    if (request.required?.includes(field)) return [];
    const value =
      field === 'callbackUrl' ? knownCallbackUrl : sentValue(schema, `${requestPointer}/properties/${pointed(field)}`);
    return [[field, value]];
  });
}

function acceptedField(contract: Contract, field: string, value: unknown, beside: [field: string, value: unknown][]): Case {
  const create = operationById(contract, 'createPayment');
  const pointer = `${create.requestPointer}/properties/${pointed(field)}`;
  const schema = create.request.properties?.[field] ?? {};
  const requirement = fieldRequirement(contract, schema, pointer).id;
  const features = featuresOfProperty(contract, schema);
  // Leaves out the other fields that belong to a feature, because a deployment that does not claim the feature need not know
  // them.
  const together = beside.filter(
    ([name]) => name === field || featuresOfProperty(contract, create.request.properties?.[name] ?? {}).length === 0,
  );
  return {
    id: `create-payment/body/${field}/accepted`,
    title: `create-payment accepts ${field}`,
    derived: true,
    features,
    requirement,
    operations: ['create-payment'],
    async run({ subject }) {
      const alone = await createdWith(subject, { [field]: value });
      // Sends the field with all others too, because a server's check of one field may interfere with its check of another.
      const exchange = hasSucceeded(alone) ? await createdWith(subject, Object.fromEntries(together)) : alone;
      if (hasSucceeded(exchange)) return [];
      const received = `${exchange.answer?.status} with ${showValue(exchange.answer?.text)}`;
      const difference = `${field}: absent → ${showValue(value)}`;
      const about = { member: field, pointer, difference, expected: 'a 2xx status', received, exchanges: [exchange] };
      return broken(contract, requirement, about);
    },
  };
}

/** Cases for values at the contract's bounds, for strings that match its grammars, and for URLs that a server may misread. */
function valuesCases(contract: Contract): Case[] {
  const create = operationById(contract, 'createPayment');
  return [
    ...deriveValues(contract, create.id),
    ...coerced(create).map(({ field, value }) =>
      refusedValue(create, field, {
        id: `coerced/${typeof value}-${encodeURIComponent(String(value).trim()) || 'empty'}${String(value).startsWith(' ') ? '-with-spaces' : ''}`,
        json: JSON.stringify(value),
        requirement: 'create-never-coerces',
        code: 'type',
        derived: true,
      }),
    ),
    acceptedValue(contract, create, 'returnUrl', {
      id: 'as-spelled',
      json: JSON.stringify('https://Shop.Example.com?order=1042&from=%7ea#paid'),
      requirement: 'invoice-return-url',
      features: ['limits'],
    }),
  ];
}

/** For each type, values of other types that a coercing server converts to it. */
const coercedTo: Record<string, unknown[]> = {
  number: ['12.34', ' 12.34 ', true],
  boolean: [1, 0, 'true', 'false', '', 'on'],
  string: [7],
};

/** Returns values that a coercing server would accept for a field. Leaves out optional strings. */
function coerced({ request }: Operation): { field: string; value: unknown }[] {
  return Object.entries(request.properties ?? {}).flatMap(([field, schema]) => {
    const [type] = [schema.type].flat().filter((one) => one !== 'null');
    if (type === 'string' && !request.required?.includes(field)) return [];
    const asText = type === 'integer' ? [String(sampleOf(schema, field))] : [];
    return [...(coercedTo[String(type)] ?? []), ...asText].map((value) => ({ field, value }));
  });
}
