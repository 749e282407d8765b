import type { Fault } from './fault.ts';
import { lifecycle } from './model/lifecycle.ts';
import type { Invoice } from './model/memory.ts';
import { actionOf, changeInvoice, isInvoice, modelFault } from './model/model-fault.ts';
import type { Replaced } from './model/start-model.ts';

const isOpen = (status: string): boolean => status === 'PENDING' || status === 'UNDER_PAID';

/** Of two receipts within two seconds, the second is added to what the first one found. */
function lostUpdate(): Replaced {
  const last = new Map<Invoice, { cents: number; time: number }>();
  return {
    lifecycle: {
      count(invoice, receipt) {
        const before = last.get(invoice);
        if (before && Date.now() - before.time < 2000) invoice.paidCents = before.cents;
        last.set(invoice, { cents: invoice.paidCents, time: Date.now() });
        lifecycle.count(invoice, receipt);
      },
    },
  };
}

/** Sums are kept in binary, and compared with the amount so. */
function comparedInBinary(): Replaced {
  const sums = new Map<Invoice, number>();
  return {
    lifecycle: {
      count(invoice, receipt) {
        lifecycle.count(invoice, receipt);
        if (receipt.outcome !== 'completed') return;
        const sum = (sums.get(invoice) ?? 0) + receipt.cents / 100;
        sums.set(invoice, sum);
        invoice.shown.status = sum >= invoice.cents / 100 ? 'PAID' : 'UNDER_PAID';
      },
    },
  };
}

/** Two submits of one receipt at once both pass the look-up. */
function countedTwiceAtOnce(): Replaced {
  const arrived = new Map<string, number>();
  return {
    async request(message) {
      const receipt = /"webReceipt":"([^"]*)"/.exec(message.text ?? '')?.[1] ?? '';
      arrived.set(receipt, (arrived.get(receipt) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, 10));
    },
    lifecycle: {
      repeats: (invoice, text) => (arrived.get(text) ?? 0) < 5 && lifecycle.repeats(invoice, text),
      unfit: (invoice, _text, receipt, memory) => lifecycle.unfit(invoice, '', receipt, memory),
    },
  };
}

/** Servers that show a state that is not there, or lose count when receipts come at once. */
export const lifecycleShownFaults: readonly Fault[] = [
  modelFault(
    { id: 'compared-in-binary', title: 'Sums are compared with the amount in binary', breaks: 'lifecycle-full-payment' },
    comparedInBinary,
  ),
  modelFault({ id: 'lost-update', title: 'Of two receipts at once one is lost', breaks: 'invoice-paid-amount-sum' }, lostUpdate),
  modelFault(
    {
      id: 'counted-twice-at-once',
      title: 'One receipt sent five times at once counts more than once',
      breaks: 'submit-receipt-counts-once',
    },
    countedTwiceAtOnce,
  ),
  modelFault(
    { id: 'born-under-paid', title: 'A new invoice is UNDER_PAID', breaks: 'lifecycle-starts-pending', field: 'status' },
    () =>
      changeInvoice((invoice) => {
        if (invoice.status === 'PENDING') invoice.status = 'UNDER_PAID';
      }),
  ),
  modelFault(
    {
      id: 'paid-amount-zero',
      title: 'paidAmount is 0 before the first receipt',
      breaks: 'invoice-paid-amount-initial',
      field: 'paidAmount',
    },
    () =>
      changeInvoice((invoice) => {
        invoice.paidAmount ??= 0;
      }),
  ),
  modelFault(
    {
      id: 'receipt-id-empty-text',
      title: 'receiptId is an empty text before the first receipt',
      breaks: 'invoice-receipt-id-initial',
      field: 'receiptId',
    },
    () =>
      changeInvoice((invoice) => {
        invoice.receiptId ??= '';
      }),
  ),
  modelFault(
    {
      id: 'sixth-status',
      title: 'A part-paid invoice shows the status PARTIALLY_PAID',
      breaks: 'lifecycle-set-is-closed',
      field: 'status',
    },
    () =>
      changeInvoice((invoice) => {
        if (invoice.status === 'UNDER_PAID') invoice.status = 'PARTIALLY_PAID';
      }),
  ),
  modelFault(
    {
      id: 'sixth-status-overpaid',
      title: 'An invoice that was paid too much shows the status OVER_PAID',
      breaks: 'invoice-status',
      field: 'status',
    },
    () =>
      changeInvoice((invoice) => {
        if (Number(invoice.paidAmount) > Number(invoice.amount)) invoice.status = 'OVER_PAID';
      }),
  ),
  modelFault(
    {
      id: 'sixth-status-failed',
      title: 'An invoice whose payment failed shows the status DECLINED',
      breaks: 'invoice-status',
      field: 'status',
    },
    () =>
      changeInvoice((invoice) => {
        if (invoice.status === 'FAILED') invoice.status = 'DECLINED';
      }),
  ),
  modelFault({ id: 'reading-changes', title: 'The second fetch changes the status', breaks: 'lifecycle-read' }, () => {
    const read = new Set<unknown>();
    return {
      reply(reply, message, memory) {
        const invoice = memory.invoices.get(String((reply.body as Invoice['shown'] | undefined)?.id));
        if (!isInvoice(reply) || actionOf(message) !== 'fetch' || !invoice) return;
        if (read.has(invoice.shown.id))
          invoice.shown.status = invoice.shown.status === 'PAID' || isOpen(invoice.shown.status) ? 'FAILED' : 'PAID';
        read.add(invoice.shown.id);
      },
    };
  }),
  modelFault(
    {
      id: 'junk-before-invoice',
      title: 'A receipt that nobody issued is told to be invalid before the invoice is looked for',
      breaks: 'submit-checks-in-order',
      features: ['lifecycle', 'problem-details'],
    },
    () => ({
      reply(reply, message, memory) {
        const receipt = /"webReceipt":"([^"]*)"/.exec(message.text ?? '')?.[1];
        if (reply.status !== 404 || receipt === undefined || memory.receipts.has(receipt)) return;
        reply.status = 422;
        Object.assign(reply.body as object, { status: 422, code: 'receipt_invalid' });
      },
    }),
  ),
  modelFault(
    {
      id: 'junk-before-final',
      title: 'A receipt that nobody issued is told to be invalid before the final state is looked at',
      breaks: 'submit-checks-in-order',
      features: ['lifecycle', 'problem-details'],
    },
    () => ({
      request(message, memory) {
        const receipt = /"webReceipt":"([^"]*)"/.exec(message.text ?? '')?.[1];
        if (receipt !== undefined && !memory.receipts.has(receipt)) memory.down.add('verifier');
        else memory.down.delete('verifier');
      },
      lifecycle: { closedBy: () => undefined },
    }),
  ),
];
