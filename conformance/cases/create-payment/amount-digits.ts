import type { Case, DeclareCases } from '../../src/case/case.ts';
import { numberText, significant } from '../../src/checks/number-text.ts';
import { operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, isSuccess } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { judgeRefusedValue, refusedValueCovers } from '../derive/requests/judge-refused-value.ts';
import { firstWrong } from '../play/first-wrong.ts';

/** Amounts in cents on which calculations with binary numbers fail: products, quotients and remainders that are not whole. */
const traps = ((): number[] => {
  const isTrap = (cents: number): boolean => {
    const amount = cents / 100;
    return [amount * 100, amount / 0.01, (amount * 1000) / 10, amount * 10_000 * 0.01].some((one) => !Number.isInteger(one));
  };
  const starts = [1, 500, 4000, 100_000, 13_107_200, 50_000_001, 99_999_900];
  return starts.flatMap((start) =>
    Array.from({ length: 99 }, (_, at) => start + at)
      .filter(isTrap)
      .slice(0, 8),
  );
})();

/** Spellings of amounts of whole cents, with their values. */
const spellings = Object.entries({
  ...{ '1e1': 10, '2E2': 200, '1e+1': 10, '1E+2': 100, '0.1e1': 1, '100e-2': 1, '1E-2': 0.01, '1.10': 1.1, '10.0': 10 },
  ...{ '12.340000': 12.34, '0.0125e3': 12.5, '99999999e-2': 999_999.99, '5e0': 5, '1.15e2': 115, '700e-2': 7, '0.070': 0.07 },
  ...{ '8.20e+0': 8.2, '1.0000000000000000000000': 1 },
});

/** Amounts that no double of whole cents is nearest to; some are the next one. */
const tooFine = [
  ...['0.011', '1.001', '999999.989', '12.3400001', '0.30000000000000004', '64.10000000000001', '1.0000000000000002'],
  ...['0.010000000000000002', '1.005e0', '12345e-3', '8.200000000000001'],
];

/** Amounts of whole cents as clients write them whose doubles have 17 digits: rounded, cut off, with an exponent, or with all digits. */
const doubles: [json: string, value: number][] = [
  ...[999_999.99, 263_094.29, 4097.11, 19.99, 0.07].map((value): [string, number] => [value.toPrecision(17), value]),
  ...([
    ['9.9999998999999999e+05', 999_999.99],
    ['12.339999999999999', 12.34],
    ['8.1999999999999993', 8.2],
  ] as const),
  ['12.339999999999999857891452847979962825775146484375', 12.34],
].filter((pair): pair is [string, number] => pair.length === 2);

/** The digits of amounts: every spelling of cents, and nothing finer, of those within the bounds. */
export const amountDigitsCases: DeclareCases = (contract) => {
  const { minimum = -Infinity, maximum = Infinity } = operationById(contract, 'createPayment').request.properties?.amount ?? {};
  const isWithin = (amount: number): boolean => Number(minimum) <= amount && amount <= Number(maximum);
  const cents = traps.filter((one) => isWithin(one / 100));
  const accepted = (id: string, title: string, requirement: string, samples: readonly [string, number][]): Case => ({
    id: `create-payment/amount-digits/${id}`,
    title,
    requirement,
    covers: ['invoice-amount-exact'],
    operations: ['create-payment'],
    run: ({ subject }) =>
      firstWrong(samples, async ([json, value]) => {
        const exchange = await createWith(subject, json);
        const about = { member: 'amount', difference: `amount: ${json}`, exchanges: [exchange] };
        const { answer: response } = exchange;
        if (!response || !isSuccess(response)) {
          const received = `${response?.status} ${showValue(response?.text)}`;
          return broken(contract, requirement, { ...about, expected: 'a success', received });
        }
        const shown = numberText(response.text, 'amount');
        // A number may be right and show the noise of a binary one in further digits, as it was sent here.
        const isExact = json.length > 16 || significant(shown ?? '') === significant(String(value));
        if (shown === undefined || (Number(shown) === value && isExact)) return [];
        return broken(contract, 'invoice-amount-exact', { ...about, expected: `amount: ${value}`, received: `amount: ${shown}` });
      }),
  });
  return [
    accepted(
      'cents',
      `create-payment takes ${cents.length} amounts of whole cents on which binary calculations fail, and returns the same digits`,
      'create-amount-precision',
      cents.map((one) => [String(one / 100), one / 100]),
    ),
    accepted(
      'spellings',
      'create-payment takes amounts with exponents and zeros by their value',
      'create-amount-any-spelling/exponents',
      spellings.filter(([, value]) => isWithin(value)),
    ),
    accepted(
      'doubles',
      'create-payment takes an amount that is written with all digits of its double, as the amount that this double is of',
      'create-amount-nearest-double',
      doubles.filter(([, value]) => isWithin(value)),
    ),
    {
      id: 'create-payment/amount-digits/too-fine',
      title: 'create-payment refuses amounts that are finer than cents by any digit',
      requirement: 'create-amount-precision',
      covers: refusedValueCovers(operationById(contract, 'createPayment')),
      operations: ['create-payment'],
      run: ({ subject, features }) =>
        firstWrong(
          tooFine.filter((json) => isWithin(Number(json))),
          async (json) => {
            const about = {
              requirement: 'create-amount-precision',
              member: 'amount',
              difference: `amount: ${json}`,
              code: 'amount_precision',
            };
            return judgeRefusedValue(
              contract,
              operationById(contract, 'createPayment'),
              features,
              about,
              await createWith(subject, json),
            );
          },
        ),
    },
  ];
};

function createWith(subject: Subject, json: string): Promise<Exchange> {
  const body = { ...subject.createBody, amount: '@' };
  const request = subject.requestOf('createPayment', body);
  return subject.send({ ...request, body: JSON.stringify(body).replace('"@"', () => json) });
}
