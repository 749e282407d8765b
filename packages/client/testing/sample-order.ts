import type { CreatePaymentRequest } from '../src/types.ts';

/** The smallest create, of which the tests of the client make theirs: a field that the contract comes to require is added here. */
export const order: CreatePaymentRequest & { amount: number } = { cashTag: '$coffeeshop', amount: 12.5 };
