import { callbacks, tell } from '../../servers/full/callbacks.ts';
import { lifecycle } from '../../servers/full/lifecycle.ts';
import type { Invoice, Memory } from '../../servers/full/memory.ts';
import { actionOf, fieldsOf, isInvoice } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { type Contract, type Operation, operationById } from '../../src/contract/contract.ts';
import type { Break } from './break-operation.ts';
import { nodeAt } from './edit-contract.ts';

/** Returns a way to make a server violate a fact, such as `cell fetched in PAID`; undefined if no way is known. */
export function breakFact(contract: Contract, fact: string): Break | undefined {
  const [, kind, event = '', state = ''] = /^(cell|callback of) (\S+) in (\S+)$/.exec(fact) ?? [];
  const { lifecycle: table, operations } = contract;
  const operation = operations.find(({ id }) => id === table.events[event]?.operation);
  if (kind === 'cell' && (operation === undefined || ['submitReceipt', 'fetchPayment'].includes(operation.id)))
    return { steps: () => breakCell(event, state) };
  if (kind === 'cell') return { edit: (document) => turnCell(document, event, state) };
  const { callback } = table.transitions.find((one) => one.event === event && one.from.includes(state)) ?? {};
  if (kind !== undefined)
    return {
      steps: () => (callback === undefined ? tellOf(operation, state) : withholdEvent(callback, state === table.initial)),
    };
  const [, echo = '', at = ''] = /^echo of (\S+) at (\S+)$/.exec(fact) ?? [];
  if (echo !== '') return { steps: () => showOther(echo, operationById(contract, at).path) };
  const [, keyword = '', property = '', of = ''] = /^(\S+) of (\S+) of (\S+)$/.exec(fact) ?? [];
  const { requestPointer } = operations.find(({ id }) => id === of) ?? {};
  if (requestPointer === undefined || property.includes('.')) return undefined;
  return { edit: (document) => takeKeyword(document, nodeAt(document, `${requestPointer}/properties/${property}`), keyword) };
}

/** Edits the contract so that the event has another result in this state. Used for operations that the server has no code for. */
// biome-ignore lint/suspicious/noExplicitAny: a document is edited in many ways, so no part of it is typed.
function turnCell(document: any, event: string, state: string): void {
  const { transitions } = document.components.schemas.InvoiceStatus['x-lifecycle'];
  const right = transitions.find((one: { event: string; from: string[] }) => one.event === event && one.from.includes(state));
  const { problem, callback: _callback, ...rest } = right;
  right.from = right.from.filter((one: string) => one !== state);
  transitions.push({ ...rest, from: [state], ...(problem === undefined && { to: 'same', problem: 'invoice_failed' }) });
}

/** Changes the result of an event in one state, so that it violates the contract's lifecycle. */
function breakCell(event: string, state: string): FullChanges {
  const other = state === 'FAILED' ? 'EXPIRED' : 'FAILED';
  const isHere = ({ shown }: Invoice): boolean => shown.status === state;
  const looks = new Map<Invoice, number>();
  /** Returns false at the first call for an invoice in this state, and true at later calls. */
  const isAgain = (invoice: Invoice): boolean => {
    const count = (looks.get(invoice) ?? 0) + 1;
    looks.set(invoice, count);
    return count > 1;
  };
  if (event === 'fetched')
    return {
      request(message, { invoices }) {
        const invoice = invoices.get(String(fieldsOf(message)?.invoiceId));
        if (actionOf(message) === 'fetch' && invoice && isHere(invoice) && isAgain(invoice)) invoice.shown.status = other;
      },
    };
  if (event === 'expiry-due')
    return {
      lifecycle: {
        expire(invoice, now) {
          if (!isHere(invoice)) return lifecycle.expire(invoice, now);
          const isFinal = !['PENDING', 'UNDER_PAID'].includes(state);
          if (isFinal && now >= invoice.endsAt && (state !== 'EXPIRED' || isAgain(invoice))) invoice.shown.status = other;
          return false;
        },
      },
    };
  let given = '';
  return {
    lifecycle: {
      repeats(invoice, text) {
        given = text;
        return lifecycle.repeats(invoice, text) && !(event === 'receipt-repeated' && isHere(invoice));
      },
      closedBy(invoice, memory) {
        const code = lifecycle.closedBy(invoice, memory);
        if (!isHere(invoice) || eventOf(invoice, given, memory) !== event) return code;
        return event === 'receipt-payment-pending' ? 'receipt_invalid' : 'receipt_not_final';
      },
    },
  };
}

/** Returns the lifecycle event that a submitted receipt triggers. */
function eventOf(invoice: Invoice, text: string, memory: Memory): string {
  const receipt = memory.receipts.get(text);
  if (memory.down.has('verifier')) return 'verifier-unavailable';
  if (receipt === undefined || receipt.cents === 0) return 'receipt-invalid';
  const used = memory.used.get(lifecycle.paymentOf(text, memory));
  if (used) return used.account === invoice.account ? 'receipt-used-elsewhere' : 'receipt-used-by-other-account';
  if (receipt.note !== invoice.shown.note) return 'receipt-mismatched';
  if (receipt.outcome !== 'completed') return receipt.outcome === 'failed' ? 'receipt-payment-failed' : 'receipt-payment-pending';
  // For an invoice in a final state, compares only this payment with the amount, without earlier payments.
  const before = ['PENDING', 'UNDER_PAID'].includes(String(invoice.shown.status)) ? invoice.paidCents : 0;
  return before + receipt.cents >= invoice.cents ? 'receipt-reaches-amount' : 'receipt-below-amount';
}

/** Sends an extra event after each call of one operation, if the invoice is in this state after the call. */
function tellOf({ path, identifies = '' }: Partial<Operation> = {}, state: string): FullChanges {
  return {
    reply(_reply, message, memory) {
      const invoice = message.path === path && memory.invoices.get(String(fieldsOf(message)?.[identifies]));
      if (invoice && invoice.shown.status === state) setTimeout(() => tell(callbacks, invoice, memory), 20);
    },
  };
}

/** Suppresses events of one type: only those that are the first event of an invoice, or only later ones. */
function withholdEvent(callback: string, isFirst: boolean): FullChanges {
  const isMeant = (body: string): boolean => {
    const { type, sequence } = JSON.parse(body);
    return type === callback && (sequence === 1) === isFirst;
  };
  return { callbacks: { mayCall: (url, delivery) => !isMeant(delivery.body) && callbacks.mayCall(url, delivery) } };
}

/** Shows a wrong value of a field in the responses of one operation. */
function showOther(field: string, path: string): FullChanges {
  return {
    reply(reply, message) {
      if (!isInvoice(reply) || message.path !== path) return;
      const shown = (reply.body as Record<string, unknown>)[field];
      const other = typeof shown === 'number' ? shown + 1 : typeof shown === 'boolean' ? !shown : `${shown ?? 'https://'}x`;
      reply.body = { ...(reply.body as object), [field]: other };
    },
  };
}

/** Removes a keyword from a property or its `$ref`'s target. For a length, also removes the pattern, which may limit it too. */
// biome-ignore lint/suspicious/noExplicitAny: a document is edited in many ways, so no part of it is typed.
function takeKeyword(document: any, schema: any, keyword: string): void {
  const target = keyword in schema || schema.$ref === undefined ? schema : nodeAt(document, schema.$ref.slice(1));
  delete target[keyword];
  if (keyword.endsWith('Length')) delete target.pattern;
}
