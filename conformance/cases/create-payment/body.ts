import type { Case, DeclareCases } from '../../src/case/case.ts';
import { featuresOfProperty } from '../../src/contract/claimed-schema.ts';
import { type Contract, fieldRequirement, type Operation, operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { pointed } from '../../src/contract/follow-reference.ts';
import { sampleOf } from '../../src/contract/sample-of.ts';
import { hasSucceeded } from '../../src/http/exchange.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { deriveRefusals } from '../derive/refusals/refusals.ts';
import { knownCallbackUrl, sentValue } from '../derive/requests/sent-values.ts';
import { deriveValues } from '../derive/requests/values.ts';
import { acceptedValue, refusedValue } from '../derive/requests/written-value.ts';
import { createdWith } from '../play/create-with.ts';

/** Cases for the bodies of a create: those that are refused, each optional field, and values that a server may misread. */
export const bodyCases: DeclareCases = (contract) => {
  const create = operationById(contract, 'createPayment');
  return [
    ...deriveRefusals(contract, create, 'body'),
    ...acceptedFields(contract, create),
    {
      id: 'create-payment/body/too-large-in-bytes',
      title: `A create of more than ${contract.bodyLimit / 1024} KiB but fewer characters is refused for its size`,
      requirement: 'large-body-is-413',
      operations: ['create-payment'],
      features: ['problem-details'],
      async run({ subject }) {
        const count = Math.ceil(contract.bodyLimit / 3);
        const exchange = await subject.create({ ...subject.createBody, cashTag: '\u20ac'.repeat(count) });
        if (exchange.answer?.status === 413) return [];
        const difference = `cashTag: ${count} characters of three bytes`;
        return broken(contract, 'large-body-is-413', { difference, ...insteadOf('413 payload_too_large', exchange) });
      },
    },
    ...deriveValues(contract, create),
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
};

/** Declares a case for each optional field, with a value that no server has a reason to refuse. */
function acceptedFields(contract: Contract, { request, requestPointer }: Operation): Case[] {
  const optional = Object.entries(request.properties ?? {}).filter(([field]) => !request.required?.includes(field));
  const fields = optional.map(([field, schema]) => {
    const pointer = `${requestPointer}/properties/${pointed(field)}`;
    const value = field === 'callbackUrl' ? knownCallbackUrl : sentValue(schema, pointer);
    const requirement = fieldRequirement(contract, schema, pointer).id;
    return { field, pointer, value, requirement, features: featuresOfProperty(contract, schema) };
  });
  return fields.map(({ field, pointer, value, requirement, features }) => ({
    id: `create-payment/body/${field}/accepted`,
    title: `create-payment accepts ${field}`,
    derived: true,
    features,
    requirement,
    operations: ['create-payment'],
    async run({ subject }) {
      const alone = await createdWith(subject, { [field]: value });
      // Also sends the field with all others that belong to no feature, because the checks of two fields may interfere.
      const together = fields.filter((one) => one.field === field || one.features.length === 0);
      const all = Object.fromEntries(together.map((one) => [one.field, one.value]));
      const exchange = hasSucceeded(alone) ? await createdWith(subject, all) : alone;
      if (hasSucceeded(exchange)) return [];
      const received = `${exchange.answer?.status} with ${showValue(exchange.answer?.text)}`;
      const difference = `${field}: absent → ${showValue(value)}`;
      const about = { member: field, pointer, difference, expected: 'a 2xx status', received, exchanges: [exchange] };
      return broken(contract, requirement, about);
    },
  }));
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
