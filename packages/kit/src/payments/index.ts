export { shareCommits, type TransactionConnection } from './share-commits.ts';
export { type PaymentParts, type PaymentStore, type Payments, startPayments, type TokenWish } from './start-payments.ts';
