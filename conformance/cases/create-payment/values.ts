import type { Case } from '../../src/case/case.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import { type Contract, type Operation, operationById } from '../../src/contract/contract.ts';
import { deriveValues } from '../derive/requests/values.ts';
import { acceptedValue, refusedValue, type WrittenValue } from '../derive/requests/written-value.ts';

const acceptedAmounts: WrittenValue[] = [
  { id: 'a-tenth', json: '0.1', requirement: 'invoice-amount-exact' },
  { id: 'a-price', json: '19.99', requirement: 'invoice-amount-exact' },
  // 1.15 * 100 is 114.99999999999999 in binary, and 8.2 % 0.01 is not 0: tests by a quotient fail here.
  { id: 'binary-trap', json: '1.15', requirement: 'invoice-amount-exact' },
  // In 32 bits it is 131072.06.
  { id: 'large-with-cents', json: '131072.07', requirement: 'invoice-amount-exact' },
  // What each usual mistake changes: 32 bits, 17 digits, cents that are cut off, text.
  { id: 'every-mistake', json: '263094.29', requirement: 'invoice-amount-exact' },
  { id: 'trailing-zeros', json: '15.00', requirement: 'create-amount-any-spelling/zeros', echoed: '15' },
  { id: 'more-zeros-than-cents', json: '15.0000', requirement: 'create-amount-any-spelling/zeros', echoed: '15' },
  { id: 'exponent-with-sign', json: '1.5E+1', requirement: 'create-amount-any-spelling/exponents', echoed: '15' },
  { id: 'exponent-below', json: '150e-1', requirement: 'create-amount-any-spelling/exponents', echoed: '15' },
  { id: 'exponent', json: '1.5e1', requirement: 'create-amount-any-spelling/exponents', echoed: '15' },
];

const refusedAmounts: WrittenValue[] = [
  { id: 'three-decimals', json: '1.005', requirement: 'create-amount-precision' },
  { id: 'one-thousandth-over', json: '10.001', requirement: 'create-amount-precision' },
  { id: 'decimals-in-exponent', json: '1005e-3', requirement: 'create-amount-precision' },
  { id: 'next-double', json: '10.000000000000002', requirement: 'create-amount-precision' },
];

const outOfRange: WrittenValue[] = [
  { id: 'zero-below', json: '-0', requirement: 'create-amount-bounds', code: 'amount_out_of_range' },
  { id: 'zero-with-decimals', json: '0.00', requirement: 'create-amount-bounds', code: 'amount_out_of_range' },
  { id: 'zero-with-exponent', json: '0e9', requirement: 'create-amount-bounds', code: 'amount_out_of_range' },
  // Beyond 64 bits, beyond the range of binary numbers, and smaller than they can tell from zero.
  { id: 'beyond-integers', json: '1e30', requirement: 'create-amount-bounds', code: 'amount_out_of_range' },
  { id: 'beyond-all', json: '1e400', requirement: 'create-amount-bounds' },
  {
    id: 'next-to-nothing',
    json: '1e-30',
    requirement: 'create-amount-bounds',
    // A deployment may count its decimals as well.
    code: ['amount_out_of_range', 'amount_precision'],
  },
];

/** Values at the bounds and by the grammars of the contract, and amounts and URLs whose spelling a server may mistake. */
export function valuesCases(contract: Contract): Case[] {
  const create = operationById(contract, 'createPayment');
  const isAllowed = compileSchema(create.request.properties?.amount ?? {});
  return [
    ...deriveValues(contract, create.id),
    ...acceptedAmounts
      .filter(({ json }) => isAllowed(Number(json)))
      .map((value) => acceptedValue(contract, create, 'amount', value)),
    ...refusedAmounts.map((value) => refusedValue(create, 'amount', { ...value, code: 'amount_precision' })),
    ...outOfRange.map((value) => refusedValue(create, 'amount', value)),
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

/** Texts and numbers that a coercing server takes for a value of each type. */
const coercedTo: Record<string, unknown[]> = {
  number: ['12.34', ' 12.34 ', true],
  boolean: [1, 0, 'true', 'false', '', 'on'],
  string: [7],
};

/** Returns values that a coercing server would accept for a field; of texts, those that are required. */
function coerced({ request }: Operation): { field: string; value: unknown }[] {
  return Object.entries(request.properties ?? {}).flatMap(([field, schema]) => {
    const [type] = [schema.type].flat().filter((one) => one !== 'null');
    if (type === 'string' && !request.required?.includes(field)) return [];
    return (coercedTo[String(type)] ?? []).map((value) => ({ field, value }));
  });
}
