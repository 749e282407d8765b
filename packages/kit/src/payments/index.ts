export { shareCommits, type TransactionConnection } from './share-commits.ts';
export type { PaymentStore } from './start-payments.ts';
export { type PaymentParts, type Payments, startPayments, type TokenWish } from './start-payments.ts';
