import type { scopes } from '@payment-invoice/generated';

/** A scope of the contract, which a token may hold and an operation may need. */
export type Scope = keyof typeof scopes;
