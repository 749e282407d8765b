import type { CreatePaymentRequest } from '../src/types.ts';

/** The smallest create, on which the client's tests build. Add a field here when the contract comes to require it. */
export const order: CreatePaymentRequest & { amount: number } = { cashTag: '$coffeeshop', amount: 12.5 };
