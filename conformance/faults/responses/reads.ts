import { core } from '../../servers/core/steps.ts';
import { everyFeature } from '../../servers/full/every-feature.ts';
import { actionOf, type Fields, headerOf, isInvoice } from '../../servers/full/message.ts';
import { changeRendered, inCore } from '../changes/change-core.ts';
import { atRestart } from '../changes/change-lifecycle.ts';
import { changeInvoice } from '../changes/change-response.ts';
import { onReply } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers whose fetch returns outdated or altered data of the right invoice. */
export const responsesReads: FaultTable = sharing({ breaks: 'fetch-reads-what-was-created' })({
  'amount-changed-at-fetch': {
    title: 'Fetch returns `amount` a cent higher than create did',
    field: 'amount',
    coreSteps: changeRendered((invoice) => ({ amount: Math.round(invoice.amount * 100 + 1) / 100 }), 'fetchPayment'),
  },
  'payment-url-of-the-asked-host': {
    title: 'paymentUrl has the host that a fetch names',
    field: 'paymentUrl',
    fullSteps: onReply((reply, message) => {
      const host = headerOf(message, 'host') ?? '';
      if (!isInvoice(reply) || actionOf(message) !== 'fetch') return;
      const { paymentUrl, ...invoice } = reply.body as Fields;
      reply.body = { ...invoice, paymentUrl: String(paymentUrl).replace(/\/\/[^/]*/, `//${host}`) };
    }),
  },
  'expires-at-moves': {
    title: '`expiresAt` is a second later at each fetch',
    field: 'expiresAt',
    coreSteps: () => {
      let reads = 0;
      return changeRendered(
        (invoice) => ({ expiresAt: new Date(Date.parse(invoice.expiresAt) + 1000 * ++reads).toISOString() }),
        'fetchPayment',
      );
    },
  },
  'note-changes-at-each-read': {
    title: '`note` is another at each fetch',
    field: 'note',
    coreSteps: () => {
      let reads = 0;
      return changeRendered((invoice) => ({ note: `${invoice.note}-${++reads}` }), 'fetchPayment');
    },
  },
  ...sharing({ breaks: 'fetch-reads-current-state' })({
    'fetch-replayed-by-key': {
      title: 'Every response with an Idempotency-Key is stored, even that of a fetch',
      features: everyFeature,
      fullSteps: () => {
        const kept = new Map<string, unknown>();
        return onReply((reply, message) => {
          const key = `${headerOf(message, 'idempotency-key')} ${message.text}`;
          if (actionOf(message) !== 'fetch' || key.startsWith('undefined')) return;
          reply.body = kept.get(key) ?? reply.body;
          kept.set(key, reply.body);
        });
      },
    },
    'every-second-read-stale': {
      title: 'Every second fetch reads a copy that is never updated',
      fullSteps: () => {
        const reads = new Map<unknown, number>();
        return changeInvoice(({ id }) => {
          const count = (reads.get(id) ?? 0) + 1;
          reads.set(id, count);
          return count % 2 === 0 && { status: 'PENDING', receiptId: null, paidAmount: null };
        }, 'fetch');
      },
    },
    'fetch-cached': {
      title: 'Fetch always returns its first response for the invoice',
      fullSteps: () => {
        const first = new Map<unknown, Fields>();
        return changeInvoice((invoice) => {
          const cached = first.get(invoice.id) ?? invoice;
          first.set(invoice.id, cached);
          return cached;
        }, 'fetch');
      },
    },
    'fetch-cached-for-other-tokens': {
      title: 'Fetch always returns its first response for the invoice to a token other than the first',
      features: everyFeature,
      fullSteps: () => {
        const kept = new Map<string, unknown>();
        return onReply((reply, message, { tokens }) => {
          const token = headerOf(message, 'authorization')?.slice('Bearer '.length) ?? '';
          if (actionOf(message) !== 'fetch' || reply.status !== 200 || token === tokens.keys().next().value) return;
          const key = `${token} ${message.text}`;
          reply.body = kept.get(key) ?? reply.body;
          kept.set(key, reply.body);
        });
      },
    },
    'status-stays-at-fetch': {
      title: 'Fetch shows status as it was at create, even after a payment',
      field: 'status',
      fullSteps: changeInvoice(() => ({ status: 'PENDING' }), 'fetch'),
    },
    'receipt-id-stays-at-fetch': {
      title: 'Fetch shows receiptId as it was at create, even after a payment',
      field: 'receiptId',
      fullSteps: changeInvoice(() => ({ receiptId: null }), 'fetch'),
    },
    'paid-amount-stays-at-fetch': {
      title: 'Fetch shows paidAmount as it was at create, even after a payment',
      field: 'paidAmount',
      fullSteps: changeInvoice(() => ({ paidAmount: null }), 'fetch'),
    },
    'change-lost-later': {
      title: 'A tenth of a second after an accepted receipt, the invoice is as it was before',
      coreSteps: () => {
        const changed = new WeakMap<object, number>();
        return {
          applyReceipt(invoice, body) {
            core.applyReceipt(invoice, body);
            changed.set(invoice, Date.now());
          },
          findInvoice(call, body) {
            const found = core.findInvoice(call, body);
            const since = found && Date.now() - (changed.get(found) ?? Date.now());
            if (found && since && since > 100) Object.assign(found, { status: 'PENDING', paidAmount: null, receiptId: null });
            return found;
          },
        };
      },
    },
    'receipt-of-its-own-at-fetch': {
      title: 'Fetch returns another receiptId than submit',
      field: 'receiptId',
      coreSteps: changeRendered(({ receiptId }) => (receiptId === null ? {} : { receiptId: `${receiptId}-1` }), 'fetchPayment'),
    },
    'receipt-id-lost-at-restart': {
      title: 'The receiptId of a part payment is kept only in memory',
      features: everyFeature,
      fullSteps: atRestart(({ shown }) => Object.assign(shown, { receiptId: null })),
    },
  }),
  'fetch-tag-of-another': {
    title: 'Fetch returns another tag',
    field: 'cashTag',
    fullSteps: changeInvoice(() => ({ cashTag: 'someoneelse' }), 'fetch'),
  },
  'fetch-turns-flag': {
    title: 'Fetch inverts isWhiteLabel',
    field: 'isWhiteLabel',
    fullSteps: changeInvoice((invoice) => ({ isWhiteLabel: !invoice.isWhiteLabel }), 'fetch'),
  },
  'fetch-makes-return-url': {
    title: 'Fetch makes up a missing returnUrl',
    field: 'returnUrl',
    fullSteps: changeInvoice((invoice) => ({ returnUrl: invoice.returnUrl ?? 'https://example.com/' }), 'fetch'),
  },
  'fetch-id-in-capitals': {
    title: 'Fetch returns the id in upper case',
    field: 'id',
    fullSteps: changeInvoice((invoice) => ({ id: String(invoice.id).toUpperCase() }), 'fetch'),
  },
  'fetch-moves-payment-url': {
    title: 'Fetch returns another paymentUrl',
    field: 'paymentUrl',
    fullSteps: changeInvoice((invoice) => ({ paymentUrl: `${invoice.paymentUrl}?again` }), 'fetch'),
  },
  'fetch-time-in-another-zone': {
    title: 'Fetch returns createdAt an hour off',
    field: 'createdAt',
    fullSteps: changeInvoice(
      (invoice) => ({ createdAt: new Date(Date.parse(String(invoice.createdAt)) + 3_600_000).toISOString() }),
      'fetch',
    ),
  },
  'reading-pays': {
    title: 'A second fetch changes the note',
    field: 'note',
    fullSteps: () => {
      const read = new Set<unknown>();
      return changeInvoice(({ id, note }) => {
        const isAgain = read.has(id);
        read.add(id);
        return isAgain && { note: `${note}-2` };
      }, 'fetch');
    },
  },
  'payment-url-of-each-read': {
    title: 'paymentUrl is another at some reads',
    field: 'paymentUrl',
    coreSteps: () => {
      let count = 0;
      return changeRendered(({ paymentUrl }) => ({ paymentUrl: ++count % 7 === 0 ? `${paymentUrl}?n=${count}` : paymentUrl }));
    },
  },
  'fetch-times-without-zone': {
    title: 'Fetch returns times without the Z that create gave them',
    fullSteps: changeInvoice(
      ({ createdAt, expiresAt }) => ({
        createdAt: String(createdAt).replace('Z', ''),
        expiresAt: String(expiresAt).replace('Z', ''),
      }),
      'fetch',
    ),
  },
  'fetch-times-less-exact': {
    title: 'Create returns times in microseconds, and fetch in milliseconds',
    fullSteps: changeInvoice(({ createdAt }) => ({ createdAt: String(createdAt).replace('Z', '123Z') }), 'create'),
  },
  'return-url-is-a-key': {
    title: 'A create changes the amount of an older invoice that has the same returnUrl',
    coreSteps: inCore('newInvoice', (call, body, id) => {
      const made = core.newInvoice(call, body, id);
      const same = call.store.invoices.findLast(({ returnUrl }) => returnUrl !== null && returnUrl === made.returnUrl);
      if (same) same.amount = made.amount;
      return made;
    }),
  },
  'callback-url-is-a-key': {
    title: 'A create changes the note of an older invoice that has the same callbackUrl',
    coreSteps: inCore('newInvoice', (call, body, id) => {
      const made = core.newInvoice(call, body, id);
      const same = call.store.invoices.findLast(
        ({ callbackUrl }) => callbackUrl !== undefined && callbackUrl === made.callbackUrl,
      );
      if (same) same.note = made.note;
      return made;
    }),
  },
});
