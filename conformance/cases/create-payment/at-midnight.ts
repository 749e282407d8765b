import type { DeclareCases } from '../../src/case/case.ts';
import { checkField } from '../../src/checks/compare-field.ts';
import { operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken, insteadIn } from '../../src/outcome/finding.ts';
import { sleep } from '../../src/places/places.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { readTime } from '../../src/text/read-time.ts';

const day = 86_400_000;

/** How many milliseconds of the current second must be left, so that a create completes within it. */
const enough = 300;

/** Cases for the last and the first second of a day, where a wrong calculation gives hour 24 or second 60. */
export const atMidnightCases: DeclareCases = (contract) => [
  {
    id: 'create-payment/at-midnight',
    title: 'An invoice that is created in the last second of a day, or in the first, shows its times like any other',
    requirement: 'invoice-created-at',
    covers: ['invoice-created-at-form', 'invoice-expires-at', 'invoice-expires-at-form'],
    operations: ['create-payment'],
    features: ['invoice-format'],
    alone: true,
    async run({ subject, features }) {
      const advance = requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
      const before = readTime(invoiceOf(await subject.create()).createdAt);
      // Another case reports a value that is not a date.
      if (Number.isNaN(before)) return [];
      const began = performance.now();
      const ahead = () => day - (before % day) - (performance.now() - began);
      // The clock moves by whole seconds, so the case waits until enough of a second is left for a create.
      if (ahead() % 1000 < enough) await sleep((ahead() % 1000) + 50);
      await advance(Math.floor(ahead() / 1000), subject.settings);
      const late = await subject.create();
      await advance(1, subject.settings);
      const exchange = await subject.create();
      const operation = operationById(contract, 'createPayment');
      const wrong = [late, exchange].flatMap((one) =>
        ['createdAt', 'expiresAt'].flatMap((field) => checkField(contract, operation, field, one, features)),
      );
      const { createdAt } = invoiceOf(exchange);
      // A create one second later succeeded. So a refusal here means that the server cannot handle this time of day.
      const { answer: response } = late;
      if (response && !isSuccess(response) && ![429, 503].includes(response.status))
        return broken(contract, 'invoice-created-at', {
          member: 'createdAt',
          expected: 'a success in the last second of a day, as a second later',
          received: `${response.status} ${showValue(response.text)}`,
          exchanges: [late, exchange],
        });
      if (wrong.length > 0 || readTime(createdAt) > before) return wrong;
      const expected = `later than ${new Date(before).toISOString()}, as the clock was moved to the next day`;
      return broken(contract, 'invoice-created-at', insteadIn('createdAt', expected, createdAt, [exchange]));
    },
  },
];
