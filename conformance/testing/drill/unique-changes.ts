import type { Account, Invoice } from '../../servers/full/memory.ts';
import type { Fields } from '../../servers/full/message.ts';
import { Problem } from '../../servers/full/problem.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addOrderUpdate, addShopOrder } from '../changes/add-unique.ts';
import type { DrilledChange } from './drill.ts';

const ofAccount = (invoice: Invoice, account: Account): boolean => invoice.account === account;
const areSame = (one: Fields, other: Fields): boolean => one.orderId === other.orderId && one.shop === other.shop;
const isOpen = ({ shown: { status } }: Invoice): boolean => ['PENDING', 'UNDER_PAID'].includes(status);
/** Refuses a createPayment if the account already has an invoice with the same orderId and the same shop. */
const orders = ({ isSame = areSame, isCounted = ofAccount, problem = 'order_taken' } = {}): FullChanges => ({
  examine(operation, body, _invoice, { account, memory }) {
    if (operation !== 'createPayment' || typeof body.orderId !== 'string' || typeof body.shop !== 'string') return;
    const counted = [...memory.invoices.values()].filter((one) => isCounted(one, account) && typeof one.shown.shop === 'string');
    if (counted.some(({ shown }) => isSame(shown, body))) throw new Problem(problem);
  },
});
const texts = ({ orderId, shop }: Fields): [string, string] => [String(orderId), String(shop)];

const inShop: DrilledChange = {
  name: 'a field that is unique within a shop',
  change: addShopOrder,
  cases: /order|idempotency|shop/i,
  right: orders(),
  wrong: {
    'create-order-once': {
      'takes an order twice in a shop': {},
      'takes an order once in all shops': orders({ isSame: (one, other) => one.orderId === other.orderId }),
      'takes one order from a shop': orders({ isSame: (one, other) => one.shop === other.shop }),
      'takes neither an order nor a shop twice': orders({
        isSame: (one, other) => one.orderId === other.orderId || one.shop === other.shop,
      }),
      'knows the orders of every account': orders({ isCounted: () => true }),
      'takes capitals of a shop for small letters': orders({
        isSame: (one, other) => one.orderId === other.orderId && texts(one)[1].toLowerCase() === texts(other)[1].toLowerCase(),
      }),
      'compares the beginning of a shop': orders({
        isSame: (one, other) => one.orderId === other.orderId && texts(one)[1].slice(0, 3) === texts(other)[1].slice(0, 3),
      }),
      'frees the order of a final invoice': orders({ isCounted: (one, account) => ofAccount(one, account) && isOpen(one) }),
      'refuses with another problem': orders({ problem: 'invoice_failed' }),
    },
  },
};
/** Handles updateOrder. Both updateOrder and createPayment refuse an orderId that another invoice of the account has. */
const updating = (
  isTaken: (one: Invoice, order: string, invoice: Invoice) => boolean = (one, order, invoice) =>
    one !== invoice && one.shown.orderId === order,
  problem = 'order_taken',
): FullChanges => ({
  examine(operation, body, invoice, { account, memory }) {
    if (typeof body.orderId !== 'string') return;
    const { orderId } = body;
    const all = [...memory.invoices.values()].filter((one) => one.account === account);
    if (operation === 'createPayment' && all.some(({ shown }) => shown.orderId === orderId)) throw new Problem('order_taken');
    if (operation !== 'updateOrder' || !invoice) return;
    if (all.some((one) => isTaken(one, orderId, invoice))) throw new Problem(problem);
    invoice.shown.orderId = orderId;
  },
});
const updates: DrilledChange = {
  name: 'a unique field that an update changes',
  change: addOrderUpdate,
  cases: /order|idempotency/i,
  right: updating(),
  wrong: {
    'update-order-once': {
      'takes any order at an update': updating(() => false),
      'refuses the order that the invoice has': updating((one, order) => one.shown.orderId === order),
      'takes the order of a final invoice': updating(
        (one, order, own) => one !== own && isOpen(one) && one.shown.orderId === order,
      ),
      'takes capitals for small letters at an update': updating(
        (one, order, own) => one !== own && String(one.shown.orderId).toLowerCase() === order.toLowerCase(),
      ),
      'refuses with another problem': updating(undefined, 'invoice_failed'),
      'looks at the newest invoice only': updating(
        (one, order, own) => one !== own && one.shown.orderId === order && one.shown.createdAt === own.shown.createdAt,
      ),
    },
  },
};

/** Changes that make a field unique among some of the invoices. */
export const uniqueChanges: readonly DrilledChange[] = [inShop, updates];
