/** The only importer of openapi-fetch, which is at its end of life: to be replaced here. */
import type { paths } from '@payment-invoice/generated';
import createOpenapiFetch, { type Client } from 'openapi-fetch';

/** openapi-fetch's own client over the contract's paths; answers are its `{ data, error, response }`. */
export type RawClient = Client<paths>;

/** openapi-fetch as it is, over the contract's paths. */
export const createBareClient: typeof createOpenapiFetch<paths> = createOpenapiFetch<paths>;
