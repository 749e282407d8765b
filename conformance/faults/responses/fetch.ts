import { type CoreSteps, core } from '../../servers/core/steps.ts';
import { actionOf, type Fields, headerOf, isInvoice } from '../../servers/full/message.ts';
import { full } from '../../servers/full/steps.ts';
import { changeRendered } from '../changes/change-core.ts';
import { changeInvoice, rewriteInvoice } from '../changes/change-response.ts';
import { newestId } from '../changes/find-in-memory.ts';
import type { FaultTable } from '../fault.ts';

/** Looks an invoice up by what an id becomes. */
const findBy = (change: (id: string) => string): Partial<CoreSteps> => ({
  findInvoice: (call, body) => core.findInvoice(call, { ...body, invoiceId: change(String(body.invoiceId)) }),
});

/** Servers that respond to a fetch with another invoice, or with one that is out of date. */
export const responsesFetch: FaultTable = {
  'large-amount-not-found': {
    title: 'Fetch does not find an invoice of more than 30000',
    breaks: 'fetch-answers-invoice',
    coreSteps: {
      findInvoice(call, body) {
        const found = core.findInvoice(call, body);
        return found && found.amount > 30_000 ? undefined : found;
      },
    },
  },
  'every-tenth-not-stored': {
    title: 'Every tenth invoice is returned by create, and stored nowhere',
    breaks: 'fetch-answers-invoice',
    coreSteps: {
      findInvoice(call, body) {
        const found = core.findInvoice(call, body);
        return found && (call.store.invoices.indexOf(found) + 1) % 10 === 0 ? undefined : found;
      },
    },
  },
  // An invoice that is alone in the store is given as it is: the defect shows from the second create on.
  'another-invoice-fetched': {
    title: 'Fetch returns the newest other invoice',
    breaks: 'fetch-answers-invoice',
    field: 'id',
    coreSteps: {
      findInvoice(call, body) {
        const found = core.findInvoice(call, body);
        if (found === undefined || call.operation !== 'fetchPayment') return found;
        return call.store.invoices.findLast((other) => other !== found && other.account === call.account) ?? found;
      },
    },
  },
  'newest-for-unknown-id': {
    title: 'Fetch returns the newest invoice for any unknown id',
    breaks: 'fetch-answers-invoice',
    fullSteps: {
      find: (id, account, memory) => {
        const own = [...memory.invoices.values()].filter((invoice) => invoice.account === account);
        return own.find(({ shown }) => shown.id === id) ?? own.at(-1);
      },
    },
  },
  'each-fiftieth-hung-up': {
    title: 'Each fiftieth request ends in a closed connection',
    breaks: 'fetch-answers-invoice',
    fullSteps: () => {
      let count = 0;
      return {
        request() {
          if (++count % 50 === 0) throw new Error('The connection is closed.');
        },
      };
    },
  },
  'paid-invoice-gone': {
    title: 'A paid invoice is found no more',
    breaks: 'fetch-answers-invoice',
    fullSteps: {
      find: (id, account, memory) => {
        const invoice = memory.invoices.get(id);
        return invoice?.account === account && invoice.shown.status !== 'PAID' ? invoice : undefined;
      },
    },
  },
  'id-in-a-statement': {
    title: 'An id is written into a statement of SQL',
    breaks: 'fetch-answers-invoice',
    fullSteps: { find: (id, account, memory) => full.find(/' OR '/.test(id) ? newestId(memory) : id, account, memory) },
  },
  'json-in-json': {
    title: 'Fetch returns JSON written as a JSON text',
    breaks: 'fetch-answers-invoice',
    fullSteps: rewriteInvoice('fetch', (reply, text) => {
      reply.body = JSON.stringify(text);
    }),
  },
  'answer-truncated': {
    title: 'The response of fetch lacks its last character',
    breaks: 'fetch-answers-invoice',
    fullSteps: rewriteInvoice('fetch', (reply, text) => {
      reply.body = text.slice(0, -1);
    }),
  },
  'forgets-at-the-next-create': {
    title: 'Only the twenty newest invoices are kept',
    breaks: 'fetch-answers-invoice',
    fullSteps: {
      find: (id, account, memory) => {
        const invoice = memory.invoices.get(id);
        const place = [...memory.invoices.keys()].reverse().indexOf(id);
        return place < 20 && invoice?.account === account ? invoice : undefined;
      },
    },
  },
  'amount-changed-at-fetch': {
    title: 'Fetch returns `amount` a cent higher than create did',
    breaks: 'fetch-reads-what-was-created',
    field: 'amount',
    coreSteps: changeRendered((invoice) => ({ amount: Math.round(invoice.amount * 100 + 1) / 100 }), 'fetchPayment'),
  },
  'expires-at-moves': {
    title: '`expiresAt` is a second later at each fetch',
    breaks: 'fetch-reads-what-was-created',
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
    breaks: 'fetch-reads-what-was-created',
    field: 'note',
    coreSteps: () => {
      let reads = 0;
      return changeRendered((invoice) => ({ note: `${invoice.note}-${++reads}` }), 'fetchPayment');
    },
  },
  'fetch-tag-of-another': {
    title: 'Fetch returns another tag',
    breaks: 'fetch-reads-what-was-created',
    field: 'cashTag',
    fullSteps: changeInvoice(() => ({ cashTag: 'someoneelse' }), 'fetch'),
  },
  'fetch-turns-flag': {
    title: 'Fetch turns isWhiteLabel',
    breaks: 'fetch-reads-what-was-created',
    field: 'isWhiteLabel',
    fullSteps: changeInvoice((invoice) => ({ isWhiteLabel: !invoice.isWhiteLabel }), 'fetch'),
  },
  'fetch-makes-return-url': {
    title: 'Fetch makes a returnUrl up where there was none',
    breaks: 'fetch-reads-what-was-created',
    field: 'returnUrl',
    fullSteps: changeInvoice((invoice) => ({ returnUrl: invoice.returnUrl ?? 'https://example.com/' }), 'fetch'),
  },
  'fetch-id-in-capitals': {
    title: 'Fetch returns the id in capitals',
    breaks: 'fetch-reads-what-was-created',
    field: 'id',
    fullSteps: changeInvoice((invoice) => ({ id: String(invoice.id).toUpperCase() }), 'fetch'),
  },
  'fetch-moves-payment-url': {
    title: 'Fetch returns another paymentUrl',
    breaks: 'fetch-reads-what-was-created',
    field: 'paymentUrl',
    fullSteps: changeInvoice((invoice) => ({ paymentUrl: `${invoice.paymentUrl}?again` }), 'fetch'),
  },
  'fetch-time-in-another-zone': {
    title: 'Fetch returns createdAt an hour off',
    breaks: 'fetch-reads-what-was-created',
    field: 'createdAt',
    fullSteps: changeInvoice(
      (invoice) => ({ createdAt: new Date(Date.parse(String(invoice.createdAt)) + 3_600_000).toISOString() }),
      'fetch',
    ),
  },
  'reading-pays': {
    title: 'A second fetch changes the note',
    breaks: 'fetch-reads-what-was-created',
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
  'every-second-read-stale': {
    title: 'Every second fetch comes from a copy that is never brought up to date',
    breaks: 'fetch-reads-current-state',
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
    title: 'Fetch always returns what it returned for the invoice first',
    breaks: 'fetch-reads-current-state',
    fullSteps: () => {
      const first = new Map<unknown, Fields>();
      return changeInvoice((invoice) => {
        const cached = first.get(invoice.id) ?? invoice;
        first.set(invoice.id, cached);
        return cached;
      }, 'fetch');
    },
  },
  'status-stays-at-fetch': {
    title: 'Fetch shows status as it was at create, whatever was paid',
    breaks: 'fetch-reads-current-state',
    field: 'status',
    fullSteps: changeInvoice(() => ({ status: 'PENDING' }), 'fetch'),
  },
  'receipt-id-stays-at-fetch': {
    title: 'Fetch shows receiptId as it was at create, whatever was paid',
    breaks: 'fetch-reads-current-state',
    field: 'receiptId',
    fullSteps: changeInvoice(() => ({ receiptId: null }), 'fetch'),
  },
  'paid-amount-stays-at-fetch': {
    title: 'Fetch shows paidAmount as it was at create, whatever was paid',
    breaks: 'fetch-reads-current-state',
    field: 'paidAmount',
    fullSteps: changeInvoice(() => ({ paidAmount: null }), 'fetch'),
  },
  'payment-url-of-each-read': {
    title: 'paymentUrl is another at some reads',
    breaks: 'fetch-reads-what-was-created',
    field: 'paymentUrl',
    coreSteps: () => {
      let count = 0;
      return changeRendered(({ paymentUrl }) => ({ paymentUrl: ++count % 7 === 0 ? `${paymentUrl}?n=${count}` : paymentUrl }));
    },
  },
  'tenth-read-of-another': {
    title: 'The tenth read of an invoice shows the newest one',
    breaks: 'fetch-answers-invoice',
    coreSteps: () => {
      const reads = new Map<unknown, number>();
      return {
        findInvoice(call, body) {
          const count = (reads.get(body.invoiceId) ?? 0) + 1;
          if (call.operation === 'fetchPayment') reads.set(body.invoiceId, count);
          const found = core.findInvoice(call, body);
          return found && count === 10 ? call.store.invoices.at(-1) : found;
        },
      };
    },
  },
  'key-at-fetch-replays': {
    title: 'A fetch with the key of a create gets what the create got',
    breaks: 'fetch-answers-invoice',
    features: ['idempotency'],
    fullSteps: {
      reply(reply, message, memory) {
        const key = headerOf(message, 'idempotency-key');
        if (key === undefined || actionOf(message) !== 'fetch' || !isInvoice(reply)) return;
        const stored = [...memory.keys].find(([known]) => known.endsWith(` ${key}`))?.[1];
        if (stored) reply.body = stored.response;
      },
    },
  },
  'fetch-times-without-zone': {
    title: 'Fetch returns times without the Z that create gave them',
    breaks: 'fetch-reads-what-was-created',
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
    breaks: 'fetch-reads-what-was-created',
    fullSteps: changeInvoice(({ createdAt }) => ({ createdAt: String(createdAt).replace('Z', '123Z') }), 'create'),
  },
  'ids-without-unseen': {
    title: 'Letters that are not seen are dropped from an id before it is looked up',
    breaks: 'fetch-refuses-wrong-types',
    coreSteps: findBy((id) => id.replace(/[\u00ad\u200b\ufeff]/g, '')),
  },
  'ids-normalised': {
    title: 'Letters and digits of full width are taken for those of ASCII in an id',
    breaks: 'fetch-refuses-wrong-types',
    coreSteps: findBy((id) => id.normalize('NFKC')),
  },
  'latest-is-an-id': {
    title: 'The id latest stands for the newest invoice',
    breaks: 'fetch-refuses-wrong-types',
    coreSteps: {
      findInvoice: (call, body) => (body.invoiceId === 'latest' ? call.store.invoices.at(-1) : core.findInvoice(call, body)),
    },
  },
  'return-url-is-a-key': {
    title: 'A create changes the amount of an older invoice that has the same returnUrl',
    breaks: 'fetch-reads-what-was-created',
    coreSteps: {
      newInvoice(call, body, id) {
        const made = core.newInvoice(call, body, id);
        const same = call.store.invoices.findLast(({ returnUrl }) => returnUrl !== null && returnUrl === made.returnUrl);
        if (same) same.amount = made.amount;
        return made;
      },
    },
  },
  'callback-url-is-a-key': {
    title: 'A create changes the note of an older invoice that has the same callbackUrl',
    breaks: 'fetch-reads-what-was-created',
    coreSteps: {
      newInvoice(call, body, id) {
        const made = core.newInvoice(call, body, id);
        const same = call.store.invoices.findLast(
          ({ callbackUrl }) => callbackUrl !== undefined && callbackUrl === made.callbackUrl,
        );
        if (same) same.note = made.note;
        return made;
      },
    },
  },
  'change-lost-later': {
    title: 'A tenth of a second after a receipt was accepted the invoice is again as it was',
    breaks: 'fetch-reads-current-state',
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
    breaks: 'fetch-reads-current-state',
    field: 'receiptId',
    coreSteps: changeRendered(({ receiptId }) => (receiptId === null ? {} : { receiptId: `${receiptId}-1` }), 'fetchPayment'),
  },
  'callback-in-query-is-jsonp': {
    title: 'A query ?callback= wraps the invoice in a call of a function',
    breaks: 'fetch-answers-json',
    fullSteps: {
      reply(reply, message) {
        const name = new URLSearchParams(message.query).get('callback');
        if (isInvoice(reply) && name !== null) reply.body = `${name}(${JSON.stringify(reply.body)})`;
      },
    },
  },
  'fields-in-query-choose': {
    title: 'A query ?fields= leaves out all other fields',
    breaks: 'fetch-answers-invoice',
    fullSteps: {
      reply(reply, message) {
        const names = new URLSearchParams(message.query).get('fields')?.split(',');
        if (!isInvoice(reply) || names === undefined) return;
        reply.body = Object.fromEntries(Object.entries(reply.body as Fields).filter(([name]) => names.includes(name)));
      },
    },
  },
};
