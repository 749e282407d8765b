import { version } from '../version.ts';

/**
 * The name and version of this client, for the service's log; undefined in browsers, which send their own and ask a service of
 * another origin for leave before they send any other header.
 */
export function userAgent(): string | undefined {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return /Mozilla/.test(navigator?.userAgent ?? '') ? undefined : `payment-invoice-client/${version}`;
}
