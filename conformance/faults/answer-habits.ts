import type { Fault } from './fault.ts';
import { headerOf } from './model/message.ts';
import { faultless } from './model/model.ts';
import { changeInvoice, changeProblem, modelFault } from './model/model-fault.ts';

/** Servers that write an answer in a way of their own. */
export const answerHabitFaults: readonly Fault[] = [
  modelFault({ id: 'return-url-normalised', title: 'returnUrl comes back normalised', breaks: 'invoice-return-url' }, () =>
    changeInvoice((invoice) => {
      if (typeof invoice.returnUrl === 'string') invoice.returnUrl = new URL(invoice.returnUrl).href;
    }),
  ),
  modelFault(
    {
      id: 'pointers-not-escaped',
      title: 'Pointers hold names as they are',
      breaks: 'problem-names-members',
      features: ['problem-details', 'strict-requests'],
    },
    () =>
      changeProblem((problem) => {
        for (const item of (problem.errors ?? []) as { pointer: string }[])
          item.pointer = item.pointer.replaceAll('~1', '/').replaceAll('~0', '~');
      }, 'validation_failed'),
  ),
  modelFault(
    { id: 'one-member-named', title: 'errors names one member, however many are wrong', breaks: 'problem-names-members' },
    () =>
      changeProblem((problem) => {
        problem.errors = ((problem.errors ?? []) as unknown[]).slice(0, 1);
      }, 'validation_failed'),
  ),
  modelFault(
    {
      id: 'created-when-started',
      title: 'createdAt is when the server started',
      breaks: 'invoice-created-at',
      features: ['invoice-format'],
    },
    () => {
      const started = new Date().toISOString();
      return changeInvoice((invoice) => {
        invoice.createdAt = started;
      });
    },
  ),
  modelFault(
    { id: 'sent-members-lost-at-submit', title: 'Submit forgets isWhiteLabel and returnUrl', breaks: 'submit-answers-invoice' },
    () =>
      changeInvoice((invoice) => {
        Object.assign(invoice, { isWhiteLabel: false, returnUrl: null });
      }, 'submit'),
  ),
  modelFault(
    {
      id: 'callback-url-told-at-submit',
      title: 'Submit answers with callbackUrl where there is one',
      breaks: 'invoice-without-callback-url',
    },
    () =>
      changeInvoice((invoice, memory) => {
        const { callbackUrl } = memory.invoices.get(String(invoice.id)) ?? {};
        if (callbackUrl !== undefined) invoice.callbackUrl = callbackUrl;
      }, 'submit'),
  ),
  modelFault(
    {
      id: 'callback-url-told-once-paid',
      title: 'Fetch answers with callbackUrl once the invoice is paid',
      breaks: 'invoice-without-callback-url',
    },
    () =>
      changeInvoice((invoice, memory) => {
        const { callbackUrl } = memory.invoices.get(String(invoice.id)) ?? {};
        if (callbackUrl !== undefined && invoice.status === 'PAID') invoice.callbackUrl = callbackUrl;
      }, 'fetch'),
  ),
  ...Object.entries({ status: 'PENDING', receiptId: null, paidAmount: null }).map(([member, initial]) =>
    modelFault(
      {
        id: `${member.replace(/[A-Z]/g, '-$&').toLowerCase()}-stays-at-fetch`,
        title: `Fetch shows ${member} as it was at create, whatever was paid`,
        breaks: 'fetch-reads-current-state',
        field: member,
      },
      () =>
        changeInvoice((invoice) => {
          invoice[member] = initial;
        }, 'fetch'),
    ),
  ),
  modelFault(
    {
      id: 'every-second-read-stale',
      title: 'Every second fetch comes from a copy that is never brought up to date',
      breaks: 'fetch-reads-current-state',
    },
    () => {
      const reads = new Map<unknown, number>();
      return changeInvoice((invoice) => {
        const count = (reads.get(invoice.id) ?? 0) + 1;
        reads.set(invoice.id, count);
        if (count % 2 === 0) Object.assign(invoice, { status: 'PENDING', receiptId: null, paidAmount: null });
      }, 'fetch');
    },
  ),
  modelFault(
    {
      id: 'fetch-cached',
      title: 'Fetch answers for good what it answered for the invoice first',
      breaks: 'fetch-reads-current-state',
    },
    () => {
      const first = new Map<unknown, object>();
      return changeInvoice((invoice) => {
        const cached = first.get(invoice.id);
        if (cached) Object.assign(invoice, cached);
        else first.set(invoice.id, { ...invoice });
      }, 'fetch');
    },
  ),
  modelFault(
    {
      id: 'fetch-amount-left-to-pay',
      title: 'Fetch answers with what is left to pay as the amount',
      breaks: 'invoice-amount',
      field: 'amount',
    },
    () =>
      changeInvoice((invoice) => {
        invoice.amount = Math.max(0, Number(invoice.amount) - Number(invoice.paidAmount));
      }, 'fetch'),
  ),
  modelFault(
    {
      id: 'newest-for-unknown-id',
      title: 'Fetch answers any unknown id with the newest invoice',
      breaks: 'fetch-answers-invoice',
    },
    () => ({
      find: (id, account, memory) => {
        const own = [...memory.invoices.values()].filter((invoice) => invoice.account === account);
        return own.find(({ shown }) => shown.id === id) ?? own.at(-1);
      },
    }),
  ),
  modelFault({ id: 'paid-invoice-gone', title: 'A paid invoice is found no more', breaks: 'fetch-answers-invoice' }, () => ({
    find: (id, account, memory) => {
      const invoice = memory.invoices.get(id);
      return invoice?.account === account && invoice.shown.status !== 'PAID' ? invoice : undefined;
    },
  })),
  modelFault(
    {
      id: 'receipt-with-return-url-refused',
      title: 'Submit refuses the receipt of any invoice that has a returnUrl',
      breaks: 'submit-answers-invoice',
    },
    () => ({
      lifecycle: {
        unfit: (invoice, text, receipt, memory) =>
          invoice.shown.returnUrl === null ? faultless.lifecycle.unfit(invoice, text, receipt, memory) : 'receipt_invalid',
      },
    }),
  ),
  modelFault({ id: 'early-refusals-stored', title: 'A 401 or 405 may be stored', breaks: 'answers-not-stored' }, () => ({
    reply({ status, headers }) {
      if (status === 401 || status === 405) delete headers['Cache-Control'];
    },
  })),
  modelFault(
    { id: 'request-id-of-client', title: 'The X-Request-Id of a request comes back', breaks: 'request-id-on-every-answer' },
    () => ({
      reply(reply, message) {
        const given = headerOf(message, 'x-request-id');
        if (given !== undefined) reply.headers['X-Request-Id'] = given;
      },
    }),
  ),
  modelFault({ id: 'patch-501', title: 'PATCH is answered 501', breaks: 'other-method-is-405' }, () => ({
    reply(reply, { method }) {
      if (method === 'PATCH') reply.status = 501;
    },
  })),
];
