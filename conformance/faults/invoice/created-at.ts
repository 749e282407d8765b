import { changeRendered } from '../changes/change-core.ts';
import { changeInvoice } from '../changes/change-response.ts';
import { onReply } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

const twoHoursBehind = (time: unknown): string => new Date(Date.parse(String(time)) - 2 * 60 * 60_000).toISOString();

/** Servers that omit `createdAt`, or show a value that is recognizably wrong even without another value to compare it with. */
const wrongByItself = sharing({ breaks: 'invoice-created-at', field: 'createdAt' })({
  'created-at-as-epoch': {
    title: '`createdAt` is a number of seconds',
    coreSteps: changeRendered((invoice) => ({ createdAt: Math.floor(Date.parse(invoice.createdAt) / 1000) })),
  },
  'created-at-not-a-date': {
    title: '`createdAt` is not a date-time',
    coreSteps: changeRendered(() => ({ createdAt: 'yesterday' })),
  },
  'created-at-without-time': {
    title: '`createdAt` is a date without a time',
    coreSteps: changeRendered((invoice) => ({ createdAt: invoice.createdAt.slice(0, 10) })),
  },
  'created-at-with-space': {
    title: '`createdAt` has a space in place of the T',
    coreSteps: changeRendered((invoice) => ({ createdAt: invoice.createdAt.replace('T', ' ') })),
  },
  'submit-created-at-absent': {
    title: 'Submit returns no createdAt',
    fullSteps: changeInvoice(() => ({ createdAt: undefined }), 'submit'),
  },
  'created-at-impossible': {
    title: 'createdAt is 30 February',
    fullSteps: changeInvoice(() => ({ createdAt: '2026-02-30T10:00:00Z' })),
  },
  ...sharing({ breaks: 'invoice-created-at-form' })({
    'times-without-milliseconds': {
      title: 'Times have no milliseconds',
      fullSteps: changeInvoice((invoice) => ({
        createdAt: String(invoice.createdAt).replace(/\.\d+/, ''),
        expiresAt: String(invoice.expiresAt).replace(/\.\d+/, ''),
      })),
    },
    'times-of-another-zone': {
      title: 'Times are those of a zone two hours behind, with a Z',
      fullSteps: changeInvoice((invoice) => ({
        createdAt: twoHoursBehind(invoice.createdAt),
        expiresAt: twoHoursBehind(invoice.expiresAt),
      })),
    },
    'times-trimmed-at-times': {
      title: 'The fraction of createdAt lacks its trailing zeros',
      fullSteps: () => {
        let creates = 0;
        return changeInvoice(
          ({ createdAt }) => ++creates % 5 === 0 && { createdAt: String(createdAt).replace(/\d\dZ$/, 'Z') },
          'create',
        );
      },
    },
    'times-trimmed-at-fetch': {
      title: 'Fetch drops the trailing zeros of times',
      fullSteps: changeInvoice(({ createdAt }) => ({ createdAt: String(createdAt).replace(/0+Z$/, 'Z') }), 'fetch'),
    },
  }),
  'created-in-another-zone': {
    title: 'createdAt is local time, two hours ahead, with a Z',
    coreSteps: changeRendered(({ createdAt }) => ({ createdAt: new Date(Date.parse(createdAt) + 7_200_000).toISOString() })),
  },
  'created-when-the-first-was': {
    title: 'createdAt is the time of the first create, a minute long',
    features: ['invoice-format'],
    fullSteps: () => {
      let first: unknown;
      return changeInvoice(({ createdAt }) => {
        first ??= createdAt;
        return { createdAt: first };
      });
    },
  },
  'second-sixty': {
    title: 'A second is sometimes written as 60',
    coreSteps: () => {
      let count = 0;
      return changeRendered(({ createdAt }) => ({
        createdAt: ++count % 9 === 0 ? createdAt.replace(/T(\d\d):\d\d:\d\d/, 'T$1:10:60') : createdAt,
      }));
    },
  },
  'hour-24': {
    title: 'The hour after midnight is written as 24',
    features: ['invoice-format'],
    fullSteps: changeInvoice(({ createdAt }) => ({ createdAt: String(createdAt).replace('T00:', 'T24:') })),
  },
  'last-second-of-hour-24': {
    title: 'The last second of a day is written with the hour 24',
    features: ['invoice-format'],
    fullSteps: changeInvoice(({ createdAt }) => ({ createdAt: String(createdAt).replace('T23:59:59', 'T24:59:59') })),
  },
  'no-create-at-59': {
    title: 'A create in the last second of a day fails, because its time cannot be written',
    features: ['invoice-format'],
    fullSteps: onReply((reply) => {
      if (!JSON.stringify(reply.body).includes('T23:59:59')) return;
      reply.status = 500;
      reply.body = '{}';
    }),
  },
});

/** Servers with a wrong `createdAt`. */
export const invoiceCreatedAt: FaultTable = {
  ...wrongByItself,
  'created-when-started': {
    title: 'createdAt is when the server started',
    breaks: 'invoice-created-at',
    features: ['invoice-format'],
    fullSteps: () => {
      const createdAt = new Date().toISOString();
      return changeInvoice(() => ({ createdAt }));
    },
  },
};
