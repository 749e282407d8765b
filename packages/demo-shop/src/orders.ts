import { randomUUID } from 'node:crypto';
import type { Basket } from './goods.ts';

/** An order of a customer. A real shop keeps it in its database. */
export interface Order {
  /** Hard to guess, as whoever knows it sees the order. */
  id: string;
  basket: Basket;
  /** The invoice that pays it; undefined until there is one. */
  invoiceId: string | undefined;
  paymentUrl: string | undefined;
  /** True once it was paid and is being made. A real shop sets this in the transaction that begins it. */
  isBeingMade: boolean;
  /** Types of the callbacks that came, by their sequence: they may come twice, and in any order. */
  callbacks: Map<number, string>;
}

/** The orders of this run of the shop. */
export class Orders {
  readonly #orders = new Map<string, Order>();

  open(basket: Basket): Order {
    const order = {
      id: randomUUID(),
      basket,
      invoiceId: undefined,
      paymentUrl: undefined,
      isBeingMade: false,
      callbacks: new Map(),
    };
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
