import { setTimeout } from 'node:timers/promises';
import { onReply } from '../../faults/changes/change-step.ts';
import type { Invoice, Memory } from '../../servers/full/memory.ts';
import { type Fields, isInvoice } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addEdits, addNumber } from '../changes/add-numbers.ts';
import type { DrilledChange } from './drill.ts';
import { accountOf, perServer } from './kind-changes.ts';

const countedBy = perServer(() => new Map<string, number>());
interface Numbering {
  keyOf(account: string): string;
  /** Returns the number of the next invoice. */
  next(last: number): number;
  /** Returns the number to show. */
  show(number: unknown, last: number, isReplay: boolean): unknown;
  /** Returns whether a create that was refused or replayed uses a number. */
  isUsed(status: number, isReplay: boolean): boolean;
  restart(counted: Map<string, number>, memory: Memory): void;
}
const rightNumbering: Numbering = {
  keyOf: (account) => account,
  next: (last) => last + 1,
  show: (number) => number,
  isUsed: () => false,
  restart() {},
};
/** Numbers the invoices of each account. */
const numbering = (changes: Partial<Numbering> = {}): FullChanges => {
  const steps = { ...rightNumbering, ...changes };
  return {
    restart: (memory) => steps.restart(countedBy(memory), memory),
    ...onReply((reply, message, memory) => {
      const counted = countedBy(memory);
      const key = steps.keyOf(accountOf(message, memory));
      const last = counted.get(key) ?? 0;
      const isReplay = reply.headers['Idempotent-Replayed'] !== undefined;
      const isCreate = message.path.endsWith('/create');
      if (isCreate && (reply.status !== 201 || isReplay) && steps.isUsed(reply.status, isReplay)) counted.set(key, last + 1);
      if (!isInvoice(reply)) return;
      const body = reply.body as Fields;
      const { shown } = memory.invoices.get(String(body.id)) as Invoice;
      if (!numbered.has(shown)) {
        numbered.add(shown);
        shown.number = steps.next(last);
        counted.set(key, Number(shown.number));
      }
      reply.body = { ...body, number: steps.show(shown.number, counted.get(key) ?? 0, isReplay) };
    }),
  };
};
const numbered = new WeakSet<object>();
/** Reads the last number some milliseconds before it uses the next one. */
const slowly = (right: FullChanges): FullChanges => ({
  ...right,
  async reply(reply, message, memory) {
    const counted = countedBy(memory);
    const key = accountOf(message, memory);
    const last = counted.get(key) ?? 0;
    if (isInvoice(reply)) await setTimeout(20);
    const now = counted.get(key) ?? 0;
    counted.set(key, last);
    await right.reply?.(reply, message, memory);
    counted.set(key, Math.max(now, counted.get(key) ?? 0));
  },
});

const numbers: DrilledChange = {
  name: 'a number that rises by one within an account',
  change: addNumber,
  cases: /number|record|restart|idempotency/,
  again: /restarted/,
  right: numbering(),
  wrong: {
    'invoice-number': {
      'has one number for all': numbering({ next: () => 1 }),
      'takes random numbers': numbering({ next: () => 1 + Math.floor(Math.random() * 1e9) }),
      'counts down': numbering({ next: (last) => (last === 0 ? 1e6 : last - 1) }),
      'counts in tens': numbering({ next: (last) => last + 10 }),
      'numbers the invoices of every account together': numbering({ keyOf: () => 'all' }),
      'uses a number for a refused create': numbering({ isUsed: (_status, isReplay) => !isReplay }),
      'uses a number for a wrong body': numbering({ isUsed: (status) => status === 422 }),
      'uses a number for a replay': numbering({ isUsed: (_status, isReplay) => isReplay }),
      'begins again at a restart': numbering({ restart: (counted) => counted.clear() }),
      'gives two creates at once one number': slowly(numbering()),
    },
    'idempotency-replays': {
      'shows the last number at a replay': numbering({ show: (number, last, isReplay) => (isReplay ? last : number) }),
    },
    'fetch-reads-what-was-created': {
      'shows the number of the last invoice': numbering({ show: (_number, last) => last }),
    },
  },
};

const names = ['reference', 'memo'];
type Edit = (shown: Fields, body: Fields, invoice: Invoice) => void;
const set: Edit = (shown, body) => {
  for (const name of names) if (name in body) shown[name] = body[name];
};
/** Carries out updates of an invoice with `edit`. */
const editing = (edit: Edit = set, more: FullChanges = {}): FullChanges => ({
  ...more,
  examine(operation, body, invoice) {
    if (operation === 'editPayment' && invoice) edit(invoice.shown, body, invoice);
  },
});
const edits = new WeakMap<object, Fields>();
/** Stores updates separately, so that the invoice stays unchanged. `isShown` returns whether a response shows them. */
const editingApart = (isShown: (path: string) => boolean, more: FullChanges = {}): FullChanges => ({
  ...editing((shown, body) => void edits.set(shown, { ...edits.get(shown), ...body }), more),
  reply(reply, { path }, { invoices }) {
    const { shown } = invoices.get(String((reply.body as Fields | undefined)?.id)) ?? {};
    if (!shown || !isInvoice(reply) || !isShown(path)) return;
    const { invoiceId: _, ...edited } = edits.get(shown) ?? {};
    reply.body = { ...(reply.body as Fields), ...edited };
  },
});
const isFetch = (path: string): boolean => path.endsWith('/fetch');

const editions: DrilledChange = {
  name: 'two texts that create sets and an update changes',
  change: addEdits,
  cases: /edit|reference|memo|record|restart|idempotency/,
  again: /restarted/,
  right: editing(),
  wrong: {
    'invoice-reference': {
      'changes nothing': editing(() => {}),
      'removes what the update leaves out': editing((shown, body) => {
        for (const name of names) shown[name] = body[name] ?? null;
      }),
      'keeps what null removes': editing((shown, body) => {
        for (const name of names) shown[name] = body[name] ?? shown[name];
      }),
      'sets only what create left out': editing((shown, body) => {
        for (const name of names) if (name in body) shown[name] ??= body[name];
      }),
      'changes what create set, and adds nothing': editing((shown, body) => {
        for (const name of names) if (name in body && shown[name] !== null) shown[name] = body[name];
      }),
      'takes the first of two updates': editing((shown, body, invoice) => {
        if (!edits.has(shown)) set(shown, body, invoice);
        edits.set(shown, body);
      }),
      'shows the update in its own response only': editingApart((path) => !isFetch(path) && !path.endsWith('/submit')),
      'shows the old text in the response of the update': editingApart((path) => isFetch(path) || path.endsWith('/submit')),
      'trims it in an update': editing((shown, body) => {
        for (const name of names)
          if (name in body) shown[name] = typeof body[name] === 'string' ? body[name].trim() || null : body[name];
      }),
      'loses the updates at a restart': editingApart(() => true, {
        restart({ invoices }) {
          for (const { shown } of invoices.values()) edits.delete(shown);
        },
      }),
      'updates only the memo': editing((shown, body) => {
        if ('memo' in body) shown.memo = body.memo;
      }),
      'undoes the update at a replay of the create': {
        ...editing(),
        reply(reply, _message, { invoices }) {
          const { shown } = invoices.get(String((reply.body as Fields | undefined)?.id)) ?? {};
          const { reference, memo } = (reply.body ?? {}) as Fields;
          if (shown && reply.headers['Idempotent-Replayed']) Object.assign(shown, { reference, memo });
        },
      },
    },
    'invoice-memo': {
      'takes the memo for the reference': editing((shown, body) => {
        if ('memo' in body) shown.reference = body.memo;
        else if ('reference' in body) shown.reference = body.reference;
      }),
    },
  },
};

/** Changes that number invoices, and that update what create has set. */
export const numberChanges: readonly DrilledChange[] = [numbers, editions];
