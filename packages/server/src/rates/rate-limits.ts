/** Requests that are allowed in a minute (D-15); 0 is no limit. */
export interface RateLimits {
  create: number;
  submit: number;
  fetch: number;
  /** Submits to one invoice. */
  submitPerInvoice: number;
  /** Failed authentications of one address. */
  failedAuthentications: number;
}

/** The limits of the contract, which hold unless the operator sets others. */
export const contractLimits: RateLimits = {
  create: 60,
  submit: 60,
  fetch: 600,
  submitPerInvoice: 10,
  failedAuthentications: 20,
};

/** No limits at all, as in the sandbox, where a test suite would run into them. */
export const noLimits: RateLimits = { create: 0, submit: 0, fetch: 0, submitPerInvoice: 0, failedAuthentications: 0 };
