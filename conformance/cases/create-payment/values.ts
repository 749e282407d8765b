import type { Case } from '../../src/case/case.ts';
import { type Contract, type Operation, operationById } from '../../src/contract/contract.ts';
import { sampleOf } from '../../src/contract/sample-of.ts';
import { deriveValues } from '../derive/requests/values.ts';
import { acceptedValue, refusedValue } from '../derive/requests/written-value.ts';

/** Cases for values at the contract's bounds, for texts that match its grammars, and for URLs that a server may misread. */
export function valuesCases(contract: Contract): Case[] {
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

/** Texts and numbers that a coercing server accepts as a value of each type. */
const coercedTo: Record<string, unknown[]> = {
  number: ['12.34', ' 12.34 ', true],
  boolean: [1, 0, 'true', 'false', '', 'on'],
  string: [7],
};

/** Returns values that a coercing server would accept for a field. Tries texts only for required fields. */
function coerced({ request }: Operation): { field: string; value: unknown }[] {
  return Object.entries(request.properties ?? {}).flatMap(([field, schema]) => {
    const [type] = [schema.type].flat().filter((one) => one !== 'null');
    if (type === 'string' && !request.required?.includes(field)) return [];
    const asText = type === 'integer' ? [String(sampleOf(schema, field))] : [];
    return [...(coercedTo[String(type)] ?? []), ...asText].map((value) => ({ field, value }));
  });
}
