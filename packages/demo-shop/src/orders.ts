import { randomUUID } from 'node:crypto';

/** A customer's order. A real shop keeps it in its database. */
export interface Order {
  /** The order's id. It must be hard to guess, because anyone who has it can see the order. */
  id: string;
  basket: Basket;
  /** The id of the invoice for the order; undefined until there is one. */
  invoiceId: string | undefined;
  paymentUrl: string | undefined;
  /** True once the order is paid and being made. A real shop sets it in the transaction that starts the work. */
  isBeingMade: boolean;
  /** The types of the received callbacks, keyed by sequence number, because callbacks may arrive twice and in any order. */
  callbacks: Map<number, string>;
}

/** The orders since the shop started. */
export class Orders {
  readonly #orders = new Map<string, Order>();

  open(basket: Basket): Order {
    const unpaid = { invoiceId: undefined, paymentUrl: undefined, isBeingMade: false };
    const order = { id: randomUUID(), basket, ...unpaid, callbacks: new Map() };
    this.#orders.set(order.id, order);
    return order;
  }

  find(id: string): Order | undefined {
    return this.#orders.get(id);
  }

  findByInvoice(invoiceId: string): Order | undefined {
    return [...this.#orders.values()].find((order) => order.invoiceId === invoiceId);
  }
}

/** An item of the shop. Its price is in cents, because sums of prices in dollars would not be exact. */
export interface Good {
  id: string;
  name: string;
  price: number;
}

export const goods: readonly Good[] = [
  { id: 'coffee', name: 'Filter coffee', price: 350 },
  { id: 'cake', name: 'Lemon cake', price: 425 },
  { id: 'beans', name: 'Beans, 250 g', price: 1190 },
];

/** The maximum quantity of an item in a basket. */
export const most = 99;

interface Basket {
  lines: readonly { good: Good; count: number }[];
  /** The sum in cents. */
  total: number;
}

/** Reads the basket without trusting the browser: only known items and whole counts, at the shop's own prices. */
export function readBasket(form: URLSearchParams): Basket {
  const lines = goods.map((good) => ({ good, count: readCount(form.get(good.id)) })).filter(({ count }) => count > 0);
  return { lines, total: lines.reduce((sum, { good, count }) => sum + good.price * count, 0) };
}

const readCount = (text: string | null): number => (/^\d{1,2}$/.test(text ?? '') ? Number(text) : 0);
