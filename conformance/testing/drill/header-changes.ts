import { onReply } from '../../faults/changes/change-step.ts';
import type { Invoice } from '../../servers/full/memory.ts';
import { type Fields, headerOf, isInvoice, type Message } from '../../servers/full/message.ts';
import { Problem } from '../../servers/full/problem.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { full } from '../../servers/full/steps.ts';
import { addAnyMatch, addFixedFee, addTrace } from '../changes/add-limits.ts';
import type { DrilledChange } from './drill.ts';
import { cents, show } from './kind-changes.ts';

const feeOf = (amount: number, currency: unknown, round = (value: number) => Math.floor(value + 0.5)): number => {
  const thousandths = amount * 29;
  return currency === 'JPY' ? round((30_00_000 + thousandths) / 100_000) : round((30_000 + thousandths) / 1000) / 100;
};
const charging = (make: (amount: number, currency: unknown) => number): FullChanges =>
  show((body) => {
    body.fee = make(cents(body.amount), body.currency);
  });
const fee: DrilledChange = {
  name: 'a fee with a fixed part, rounded by currency',
  change: addFixedFee,
  cases: /fee|currency|record/,
  right: charging(feeOf),
  wrong: {
    'invoice-fee': {
      'leaves the fixed part out': charging((amount) => Math.round((amount * 29) / 1000) / 100),
      'rounds down': charging((amount, unit) => feeOf(amount, unit, Math.floor)),
      'rounds up': charging((amount, unit) => feeOf(amount, unit, Math.ceil)),
      'rounds yen to hundredths': charging((amount, unit) =>
        unit === 'JPY' ? Math.round(3000 + amount * 0.029) / 100 : feeOf(amount, unit),
      ),
      'rounds dollars to whole ones': charging((amount, unit) =>
        unit === 'JPY' ? feeOf(amount, unit) : Math.round((30 + amount * 0.029) / 100),
      ),
      'takes a part of the fixed part': charging((amount, unit) =>
        unit === 'JPY' ? Math.round((amount / 100 + 30) * 0.029) : Math.round((amount + 30) * 0.029) / 100,
      ),
      'takes 30 hundredths of a yen': charging((amount, unit) =>
        unit === 'JPY' ? Math.round(0.3 + (amount / 100) * 0.029) : feeOf(amount, unit),
      ),
      'adds in binary': charging((amount, unit) =>
        unit === 'JPY' ? feeOf(amount, unit) : Math.round((0.3 + (amount / 100) * 0.029) * 100) / 100,
      ),
      'rounds yen down': charging((amount, unit) => feeOf(amount, unit, unit === 'JPY' ? Math.floor : undefined)),
    },
  },
};

const updates = new WeakMap<object, number>();
const tagOf = ({ shown }: Invoice): string => `"${shown.status}-${updates.get(shown) ?? 0}"`;
const matching = (
  isSame = (sent: string, now: string): boolean => sent === '*' || sent === now,
  {
    problem = 'precondition_failed',
    step = (_sent: string) => 1,
    change = (_sent: string) => true,
    ...more
  }: { problem?: string; step?(sent: string): number; change?(sent: string): boolean } & FullChanges = {},
): FullChanges => ({
  ...more,
  examine(operation, { title = null, 'If-Match': sent }, invoice) {
    if (operation !== 'updateTitle' || !invoice) return;
    if (!isSame(String(sent), tagOf(invoice))) throw new Problem(problem);
    if (change(String(sent))) invoice.shown.title = title;
    updates.set(invoice.shown, (updates.get(invoice.shown) ?? 0) + step(String(sent)));
  },
  reply(reply, _message, { invoices }) {
    const invoice = invoices.get(String((reply.body as Fields | undefined)?.id));
    if (invoice) reply.headers.ETag = tagOf(invoice);
  },
});
/** Lets a request with `*` find the invoices of every account. */
const forAny = (): FullChanges => {
  let isAny = false;
  return {
    request(message) {
      isAny = headerOf(message, 'if-match') === '*';
    },
    find: (id, account, memory) => (isAny ? memory.invoices.get(id) : full.find(id, account, memory)),
  };
};
const anyMatch: DrilledChange = {
  name: 'an update with any ETag',
  change: addAnyMatch,
  cases: /title|etag/i,
  right: matching(),
  wrong: {
    'title-if-match': {
      'takes * for an ETag': matching((sent, now) => sent === now),
      'takes every ETag': matching(() => true),
      'changes nothing with *': matching(undefined, { change: (sent) => sent !== '*' }),
      'keeps the ETag with *': matching(undefined, { step: (sent) => Number(sent !== '*') }),
      'takes * in quotes': matching((sent, now) => sent.includes('*') || sent === now),
      'takes * for an ETag of a new invoice only': matching((sent, now) => sent === now || (sent === '*' && now.endsWith('-0"'))),
    },
    'title-foreign': {
      'finds the invoices of every account with *': { ...matching(), ...forAny() },
    },
  },
};

const tracing = (traceOf: (sent: string | undefined, message: Message, isReplay: boolean) => string | undefined): FullChanges => {
  return onReply((reply, message) => {
    if (!message.path.endsWith('/create') || !isInvoice(reply)) return;
    const trace = traceOf(headerOf(message, 'x-trace'), message, reply.headers['Idempotent-Replayed'] !== undefined);
    if (trace === undefined) delete reply.headers['X-Trace'];
    else reply.headers['X-Trace'] = trace;
  });
};
const own = (): string => crypto.randomUUID();
const trace: DrilledChange = {
  name: 'a header that comes back',
  change: addTrace,
  cases: /trace/i,
  right: tracing((sent = own()) => sent),
  wrong: {
    'trace-is-sent-back': {
      'makes one of its own': tracing(own),
      'sends one for all': {},
      'writes it in small letters': tracing((sent = own()) => sent.toLowerCase()),
      'cuts it at 40': tracing((sent = own()) => sent.slice(0, 40)),
      'makes one at a replay': tracing((sent = own(), _message, isReplay) => (isReplay ? own() : sent)),
      'sends none where none was sent': tracing((sent) => sent),
    },
  },
};

/** Changes that add a rounded fee or a rule for a header of the request. */
export const headerChanges: readonly DrilledChange[] = [fee, anyMatch, trace];
