import type { scopes } from '@payment-invoice/generated';

/** A scope of the contract, which a token may have and an operation may require. */
export type Scope = keyof typeof scopes;
