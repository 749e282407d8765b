import { onReply, onRequest } from '../../faults/changes/change-step.ts';
import type { Invoice } from '../../servers/full/memory.ts';
import { editFields, type Fields, headerOf, isInvoice, type Message, type Reply } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { full } from '../../servers/full/steps.ts';
import { addCompletedAt, addMaskedAddress, addRevision, addTraceOfRefusals, renameReturnUrl } from '../changes/add-shown.ts';
import { type DrilledChange, refuseField } from './drill.ts';

const form = /^[A-Za-z0-9-]{1,60}$/;
/** Sets the X-Trace header of each response. For a refusal, `refused` returns the header's value. */
const tracing = (refused = (sent: string, _reply: Reply): string | undefined => sent): FullChanges =>
  onReply((reply, message) => {
    const given = headerOf(message, 'x-trace') ?? '';
    const sent = form.test(given) ? given : crypto.randomUUID();
    const trace = reply.status < 300 ? sent : refused(sent, reply);
    if (trace === undefined) delete reply.headers['X-Trace'];
    else reply.headers['X-Trace'] = trace;
  });
const own = (): string => crypto.randomUUID();
const except =
  (...statuses: number[]) =>
  (sent: string, { status }: Reply): string =>
    statuses.includes(status) ? own() : sent;

const trace: DrilledChange = {
  name: 'a header that refusals repeat',
  change: addTraceOfRefusals,
  cases: /trace/i,
  again: /^create-payment\/(authentication|body|media-type|scopes|rate-limit|idempotency)/,
  right: tracing(),
  wrong: {
    'trace-of-refusal': {
      'sends none with a refusal': tracing(() => undefined),
      'makes one of its own for a refusal': tracing(own),
      'makes one before it knows the token': tracing(except(401, 403)),
      'makes one for a wrong body': tracing(except(422)),
      'makes one where the body is not JSON': tracing(except(400)),
      'makes one for a body that is too large': tracing(except(413)),
      'makes one where too many come': tracing(except(429)),
      'writes it in small letters in a refusal': tracing((sent) => sent.toLowerCase()),
      'cuts it at 40 in a refusal': tracing((sent) => sent.slice(0, 40)),
    },
  },
};

const masked = (email: string): string => email.replace(/^(.)[^@]*(@.*)$/, '$1***$2');
/** Replaces the address with the result of `change` if `maySee` returns false for the token. */
const masking = (
  maySee: (scopes: string[], message: Message, reply: Reply) => boolean,
  change: (email: string) => unknown = masked,
): FullChanges =>
  onReply((reply, message, memory) => {
    const token = memory.tokens.get(headerOf(message, 'authorization')?.split(' ')[1] ?? '');
    const { payerEmail } = (reply.body ?? {}) as Fields;
    if (!isInvoice(reply) || !token || typeof payerEmail !== 'string' || maySee(token.scopes, message, reply)) return;
    reply.body = { ...(reply.body as Fields), payerEmail: change(payerEmail) };
  });
const mayRead = (scopes: string[]): boolean => scopes.includes('payers:read');

const mask: DrilledChange = {
  name: 'a field that is masked without a scope',
  change: addMaskedAddress,
  cases: /payer/i,
  right: masking(mayRead),
  wrong: {
    'invoice-payer-scope': {
      'shows it whole': {},
      'shows nothing of it': masking(mayRead, () => null),
      'masks the domain too': masking(mayRead, (email) => `${email[0]}***@***`),
      'shows two characters': masking(mayRead, (email) => email.replace(/^(..?)[^@]*(@.*)$/, '$1***$2')),
      'shows how long it is': masking(mayRead, (email) => email.replace(/(?<=^.+)[^@](?=.*@)/g, '*')),
      'shows it whole in all but a fetch': masking((scopes, { path }) => mayRead(scopes) || !path.endsWith('/fetch')),
      'shows it whole to who creates': masking((scopes, { path }) => mayRead(scopes) || path.endsWith('/create')),
      'shows it whole at a replay': masking(
        (scopes, _message, { headers }) => mayRead(scopes) || headers['Idempotent-Replayed'] !== undefined,
      ),
      'masks it in small letters': masking(mayRead, (email) => masked(email).toLowerCase()),
    },
    'invoice-payeremail': {
      'masks it for everybody': masking(() => false),
    },
  },
};

const add = (invoice: Invoice, step = 1): void => {
  invoice.shown.revision = Number(invoice.shown.revision) + step;
};
/** Counts the changes of each invoice. `counted` is called after a payment is counted, and `expired` after the expiry. */
const counting = ({
  counted = (invoice: Invoice): void => add(invoice),
  expired = (invoice: Invoice): void => add(invoice),
  ...more
}: { counted?(invoice: Invoice): void; expired?(invoice: Invoice): void } & FullChanges = {}): FullChanges => ({
  ...more,
  lifecycle: {
    count(invoice, receipt) {
      full.lifecycle.count(invoice, receipt);
      counted(invoice);
    },
    expire(invoice, now) {
      const isExpired = full.lifecycle.expire(invoice, now);
      if (isExpired) expired(invoice);
      return isExpired;
    },
    ...more.lifecycle,
  },
});
const fetches = (change: (invoice: Invoice) => void): FullChanges => ({
  find(id, account, memory) {
    const invoice = full.find(id, account, memory);
    if (invoice) change(invoice);
    return invoice;
  },
});

const revision: DrilledChange = {
  name: 'a number that counts changes',
  change: addRevision,
  cases: /revision/,
  again: /^lifecycle\/|restarted|record/,
  right: counting(),
  wrong: {
    'invoice-revision': {
      'counts from zero': onReply((reply) => {
        if (isInvoice(reply)) (reply.body as Fields).revision = 0;
      }),
      'begins at two': counting({
        reply(reply) {
          if (isInvoice(reply)) reply.body = { ...(reply.body as Fields), revision: Number((reply.body as Fields).revision) + 1 };
        },
      }),
      'counts nothing': counting({ counted() {}, expired() {} }),
      'counts no expiry': counting({ expired() {} }),
      'counts no second part': counting({
        counted: (invoice) => {
          if (invoice.shown.status !== 'UNDER_PAID' || invoice.counted.size < 2) add(invoice);
        },
      }),
      'counts a change twice': counting({ counted: (invoice) => add(invoice, 2) }),
      'counts reads': counting(fetches((invoice) => add(invoice))),
      'begins again when it expires': counting({
        expired: (invoice) => {
          invoice.shown.revision = 1;
        },
      }),
    },
    'fetch-reads-current-state': {
      'begins again at a restart': counting({
        restart({ invoices }) {
          for (const { shown } of invoices.values()) shown.revision = 1;
        },
      }),
    },
    'lifecycle-repeated-receipt': {
      'counts a repeated receipt': counting({
        lifecycle: {
          repeats(invoice, text) {
            const isRepeated = full.lifecycle.repeats(invoice, text);
            if (isRepeated) add(invoice);
            return isRepeated;
          },
        },
      }),
    },
  },
};

const names = ['returnUrl', 'redirectUrl'] as const;
/** Accepts both names of a field. `fill` sets the missing one, and `isTaken` returns whether two given values are accepted. */
const naming = ({
  fill = (fields: Fields): void => {
    const [old, now] = names.map((name) => fields[name] ?? undefined);
    if (old !== undefined || now !== undefined) Object.assign(fields, { returnUrl: old ?? now, redirectUrl: now ?? old });
  },
  isTaken = (one: unknown, other: unknown) => one === other,
  ...more
}: { fill?(fields: Fields): void; isTaken?(one: unknown, other: unknown): boolean } & FullChanges = {}): FullChanges => ({
  ...onRequest((message) => {
    if (message.path.endsWith('/create')) editFields(message, fill);
  }),
  examine(operation, { returnUrl, redirectUrl }) {
    if (operation !== 'createPayment' || returnUrl === undefined || redirectUrl === undefined) return;
    if (!isTaken(returnUrl, redirectUrl)) refuseField('redirectUrl');
  },
  ...more,
});
const renamed: DrilledChange = {
  name: 'a field with a new name beside its old one',
  change: renameReturnUrl,
  cases: /redirect|return|record|idempotency/i,
  right: naming(),
  wrong: {
    'create-redirect-same': {
      'takes the new one of two': naming({ isTaken: () => true }),
      'compares hosts': naming({ isTaken: (one, other) => new URL(String(one)).host === new URL(String(other)).host }),
      'refuses both names': naming({
        fill() {},
        isTaken: () => false,
      }),
    },
    'invoice-redirecturl': {
      'shows the old name only': naming({
        fill(fields) {
          if (fields.redirectUrl) fields.returnUrl ??= fields.redirectUrl;
        },
      }),
      'knows the new name only': naming({ fill() {} }),
    },
    'invoice-return-url': {
      'shows the new name only': naming({
        fill(fields) {
          if (fields.returnUrl) fields.redirectUrl ??= fields.returnUrl;
        },
      }),
      'takes null for the old name before the new one': naming({
        fill(fields) {
          if (Object.hasOwn(fields, 'returnUrl')) fields.redirectUrl ??= fields.returnUrl;
          else if (fields.redirectUrl) fields.returnUrl = fields.redirectUrl;
        },
      }),
    },
  },
};

/** Shows what `of` returns as an invoice's completion time. `at` is the correct time; undefined until the invoice is PAID. */
const completing = (of: (shown: Fields, at: string | undefined, now: string) => unknown): FullChanges => {
  const since = new WeakMap<Fields, string>();
  return onReply((reply, _message, memory) => {
    const show = (stored: Fields, shown = stored): unknown => {
      const now = new Date(memory.now()).toISOString();
      if (stored.status === 'PAID' && !since.has(stored)) since.set(stored, now);
      return of(shown, since.get(stored), now);
    };
    for (const { shown } of memory.invoices.values())
      Object.defineProperty(shown, 'completedAt', { get: () => show(shown), enumerable: true, configurable: true });
    if (!isInvoice(reply)) return;
    const { completedAt: _, ...body } = reply.body as Fields;
    const { shown = {} } = memory.invoices.get(String(body.id)) ?? {};
    reply.body = JSON.parse(JSON.stringify({ ...body, completedAt: show(shown, body) }));
  });
};
const alsoIn = (status: string): FullChanges =>
  completing((shown, at, now) => (shown.status === status ? now : shown.status === 'PAID' ? at : undefined));

const completion: DrilledChange = {
  name: 'a field of one state',
  change: addCompletedAt,
  cases: /completed|record|paid$/i,
  again: /^lifecycle\/(PENDING|UNDER_PAID)\/|^submit-receipt\/(as-created|fetched-after)/,
  right: completing(({ status }, at) => (status === 'PAID' ? at : undefined)),
  wrong: {
    'invoice-completed-when-paid': {
      'leaves it out': completing(() => undefined),
      'shows it in UNDER_PAID too': alsoIn('UNDER_PAID'),
      'shows it in FAILED too': alsoIn('FAILED'),
      'shows it in EXPIRED too': alsoIn('EXPIRED'),
    },
    'invoice-completed-at': {
      'shows null before': completing(({ status }, at) => (status === 'PAID' ? at : null)),
      'shows a time in another zone': completing(({ status }, at) =>
        status === 'PAID' && at ? new Date(Date.parse(at) + 7_200_000).toISOString() : undefined,
      ),
      'shows the end of its life': completing(({ status, expiresAt }) => (status === 'PAID' ? expiresAt : undefined)),
    },
    'idempotency-replays': {
      'moves it at each read': completing(({ status }, _at, now) => (status === 'PAID' ? now : undefined)),
    },
  },
};

/** Changes to what responses show. */
export const shownChanges: readonly DrilledChange[] = [trace, mask, revision, renamed, completion];
