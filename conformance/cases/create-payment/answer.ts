import { endsInId } from '../../payments/check-payment-urls.ts';
import type { DeclareCases } from '../../src/case/case.ts';
import { checkField } from '../../src/checks/compare-field.ts';
import { operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, isSuccess, responseHeader } from '../../src/http/exchange.ts';
import { broken, insteadIn, insteadOf } from '../../src/outcome/finding.ts';
import { sleep } from '../../src/places/places.ts';
import { repeatedIn } from '../../src/record/check-responses.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { invoiceOf, sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { readHttpDate, readTime } from '../../src/text/read-time.ts';
import { knownCallbackUrl } from '../derive/requests/sent-values.ts';
import { deriveResponses } from '../derive/responses/responses.ts';
import { judgeNoCallbackUrl } from '../play/callback-play.ts';
import { createdWith } from '../play/create-with.ts';

/** A difference of more than `zone` milliseconds means a wrong time zone. No time zone explains more than `widestZone`. */
const [zone, widestZone] = [14 * 60_000, 15 * 3_600_000];

const day = 86_400_000;

/** Milliseconds that must be left of the current second, so that a create completes within it. */
const enough = 300;

/** Cases for the response to a create: its fields, differences between creates, and the first and last second of a day. */
export const answerCases: DeclareCases = (contract) => {
  const create = operationById(contract, 'createPayment');
  const { expiresAt } = create.response.properties ?? {};
  if (!expiresAt)
    throw new Error(
      'The invoice has no expiresAt. Remove its cases from cases/create-payment/answer.ts, or rename the field there.',
    );
  const { longest } = expiresAt['x-lifetime'] as { longest: number };
  return [
    ...deriveResponses(contract, create),
    {
      id: 'create-payment/answer/id/distinct',
      title: 'Eight creates of the same body, six of them at once, give eight ids',
      requirement: 'create-ids-distinct',
      operations: ['create-payment'],
      alone: true,
      async run({ subject }) {
        const exchanges = [
          await subject.create(),
          await subject.create(),
          ...(await Promise.all([1, 2, 3, 4, 5, 6].map(() => subject.create()))),
        ];
        return repeatedIn(contract, 'create-ids-distinct', {
          field: 'id',
          pointer: `${create.responsePointer}/properties/id`,
          what: 'id: a different one in each of eight responses',
          values: exchanges.map((exchange) => [invoiceOf(exchange).id, exchange]),
        });
      },
    },
    {
      id: 'create-payment/answer/note/unique',
      title: 'Four invoices, three of them created at once, have four notes',
      requirement: 'invoice-note-unique',
      operations: ['create-payment'],
      async run({ subject }) {
        const exchanges = [await sharedCreate(subject), ...(await Promise.all([1, 2, 3].map(() => subject.create())))];
        const values = exchanges.map((exchange): [unknown, Exchange] => [invoiceOf(exchange).note, exchange]);
        return repeatedIn(contract, 'invoice-note-unique', { field: 'note', values, what: 'note: four different ones' });
      },
    },
    {
      id: 'create-payment/answer/createdAt/later',
      title: 'An invoice that is created a second later has a later createdAt',
      requirement: 'invoice-created-at',
      operations: ['create-payment'],
      features: ['invoice-format'],
      waits: true,
      async run({ subject }) {
        const first = await subject.create();
        await sleep(1100);
        const second = await subject.create();
        const times = [first, second].map((exchange) => invoiceOf(exchange).createdAt);
        const [one, other] = times.map((time) => readTime(time)) as [number, number];
        // Another case reports a value that is not a date.
        if (!(other <= one)) return [];
        const wrong = insteadIn('createdAt', `later than ${showValue(times[0])}`, times[1], [first, second]);
        return broken(contract, 'invoice-created-at', wrong);
      },
    },
    {
      id: 'create-payment/answer/createdAt/in-utc',
      title: 'createdAt is the time of the create in UTC, not that of a zone behind it',
      requirement: 'invoice-created-at-form',
      operations: ['create-payment'],
      async run({ subject }) {
        const exchange = await subject.create();
        const { createdAt } = invoiceOf(exchange);
        // Compares createdAt with the Date of the response if there is one, because this machine's clock may be wrong.
        const said = readHttpDate((exchange.answer && responseHeader(exchange.answer, 'date')) ?? '');
        const now = said ?? Date.parse(exchange.startedAt);
        const behind = now - readTime(createdAt);
        // The deployment's clock may differ from ours by years, whereas a wrong time zone makes a difference of hours.
        if (said === undefined && behind > widestZone) return [];
        // A later time is fine: an earlier run may have moved a sandbox's clock ahead. Another case reports an unreadable one.
        if (!(behind > zone)) return [];
        const wrong = insteadIn('createdAt', `the time in UTC, about ${new Date(now).toISOString()}`, createdAt, [exchange]);
        return broken(contract, 'invoice-created-at-form', wrong);
      },
    },
    {
      id: 'create-payment/answer/paymentUrl/form',
      title: 'paymentUrl ends in /pay/ and the id',
      requirement: 'invoice-payment-url-form',
      operations: ['create-payment'],
      async run({ subject }) {
        const exchange = await sharedCreate(subject);
        const { id, paymentUrl } = invoiceOf(exchange);
        if (endsInId(String(paymentUrl), String(id))) return [];
        return broken(contract, 'invoice-payment-url-form', insteadIn('paymentUrl', `…/pay/${id}`, paymentUrl, [exchange]));
      },
    },
    {
      id: 'create-payment/answer/expiresAt/lifetime',
      title: `An invoice lives at most ${longest / 3600} hours`,
      derived: true,
      requirement: 'invoice-lifetime/longest',
      operations: ['create-payment'],
      async run({ subject }) {
        const exchange = await sharedCreate(subject);
        const { createdAt, expiresAt } = invoiceOf(exchange);
        const lifetime = readTime(expiresAt) - readTime(createdAt);
        if (lifetime > 0 && lifetime <= longest * 1000) return [];
        const expected = `at most ${longest / 3600} hours after ${showValue(createdAt)}`;
        return broken(contract, 'invoice-lifetime', insteadIn('expiresAt', expected, expiresAt, [exchange]));
      },
    },
    {
      id: 'create-payment/answer/returnUrl/when-sent',
      title: 'The response of create-payment has an absolute returnUrl if the create sent one',
      requirement: 'invoice-return-url',
      covers: ['invoice-return-url-length'],
      operations: ['create-payment'],
      async run({ subject, features }) {
        const exchange = await createdWith(subject, { returnUrl: 'https://example.com/thanks?order=1042&from=a%20shop' });
        invoiceOf(exchange);
        return checkField(contract, create, 'returnUrl', exchange, features);
      },
    },
    {
      id: 'create-payment/answer/no-callback-url',
      title: 'The response of create-payment never holds callbackUrl',
      requirement: 'invoice-without-callback-url',
      operations: ['create-payment'],
      run: async ({ subject }) => judgeNoCallbackUrl(contract, await createdWith(subject, { callbackUrl: knownCallbackUrl })),
    },
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
        const wrong = [late, exchange].flatMap((one) =>
          ['createdAt', 'expiresAt'].flatMap((field) => checkField(contract, create, field, one, features)),
        );
        const { createdAt } = invoiceOf(exchange);
        // A create one second later succeeded. So a refusal here means that the server cannot handle this time of day.
        const { answer: response } = late;
        if (response && !isSuccess(response) && ![429, 503].includes(response.status))
          return broken(contract, 'invoice-created-at', {
            ...insteadOf('a success in the last second of a day, as a second later', late),
            member: 'createdAt',
            exchanges: [late, exchange],
          });
        if (wrong.length > 0 || readTime(createdAt) > before) return wrong;
        const expected = `later than ${new Date(before).toISOString()}, as the clock was moved to the next day`;
        return broken(contract, 'invoice-created-at', insteadIn('createdAt', expected, createdAt, [exchange]));
      },
    },
  ];
};
