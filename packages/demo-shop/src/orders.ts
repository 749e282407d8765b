import { randomUUID } from 'node:crypto';
import type { Basket } from './goods.ts';

/** A customer's order. A real shop keeps it in its database. */
export interface Order {
  /** The order's id. It is hard to guess, because whoever knows it can see the order. */
  id: string;
  basket: Basket;
  /** The id of the invoice that pays it; undefined until there is one. */
  invoiceId: string | undefined;
  paymentUrl: string | undefined;
  /** True once the order is paid and being made. A real shop sets this in the transaction that starts the work. */
  isBeingMade: boolean;
  /** The types of the received callbacks by sequence number, because they may come twice and in any order. */
  callbacks: Map<number, string>;
}

/** The orders since the shop was started. */
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
