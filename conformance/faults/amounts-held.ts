import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

type Told = Pick<Fault, 'id' | 'title'>;

/** A store that holds an amount in fewer digits than it was sent in, and does not say so. */
function heldAs({ id, title }: Told, hold: (amount: number) => number): Fault {
  return {
    id,
    title,
    breaks: 'invoice-amount',
    field: 'amount',
    start: (options) =>
      startBaseServer(
        { renderInvoice: (call, invoice) => ({ ...lawful.renderInvoice(call, invoice), amount: hold(invoice.amount) }) },
        options,
      ),
  };
}

const cents = (amount: number): bigint => BigInt(Math.round(amount * 100));

/** Servers that take amounts and hold others. */
export const amountHeldFaults: readonly Fault[] = [
  heldAs(
    { id: 'amount-rounded-to-cents', title: 'An amount of three decimals is taken, and rounded to two' },
    (amount) => Math.round(amount * 100) / 100,
  ),
  heldAs(
    { id: 'amount-in-32-bits', title: 'Cents are held in 32 bits, without a sign' },
    (amount) => Number(BigInt.asUintN(32, cents(amount))) / 100,
  ),
  heldAs(
    { id: 'amount-in-64-bits', title: 'Cents are held in 64 bits' },
    (amount) => Number(BigInt.asIntN(64, cents(amount))) / 100,
  ),
  {
    id: 'large-amount-not-found',
    title: 'Fetch does not find an invoice of more than 30000',
    breaks: 'fetch-answers-invoice',
    start: (options) =>
      startBaseServer(
        {
          findInvoice(call, body) {
            const found = lawful.findInvoice(call, body);
            return found && found.amount > 30_000 ? undefined : found;
          },
        },
        options,
      ),
  },
];
