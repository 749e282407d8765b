import { resolve } from 'node:path';
import { invoiceLifetime } from '@payment-invoice/kit/lifecycle';
import { contractLimits, noLimits } from '@payment-invoice/kit/rates';
import { verifierTime } from '@payment-invoice/kit/receipts';
import { StartError } from '../errors/start-error.ts';
import { noPayerLimits, usualPayerLimits } from '../rates/payer-guard.ts';
import type { ServerSettings } from '../settings/server-settings.ts';

/** The effective settings of a server: missing settings have their defaults. */
export type ServerPolicy = ReturnType<typeof readPolicy>;

/** How long all callbacks to a receiver must fail before it is disabled, in ms. All attempts of one event take less time. */
const usualDisableAfter = 5 * 86_400_000;

/** Fills in the defaults of a server's settings. Throws a StartError if a live server has no public URL. */
export function readPolicy(settings: ServerSettings) {
  const { mode = 'sandbox', publicBaseUrl = '', receipts, callbackKey, cashTagPattern, metricsToken } = settings;
  const isSandbox = mode === 'sandbox';
  if (!isSandbox && publicBaseUrl === '') {
    // A live server needs its public URL, because receipts must name this URL as their audience. Without the URL, the server
    // would only accept receipts with an empty audience.
    throw new StartError('PUBLIC_BASE_URL is not set: a live server must know the https address that its clients reach it by.');
  }
  return {
    mode,
    isSandbox,
    /** Empty if the operator has not set it. The URL is then derived from the address on which the server listens. */
    publicBaseUrl,
    dataDir: resolve(settings.dataDir),
    databaseUrl: settings.databaseUrl,
    host: settings.host ?? '127.0.0.1',
    port: settings.port ?? 0,
    trustedProxies: settings.trustedProxies ?? 0,
    /** False if the number of proxies was not set. */
    areProxiesSet: settings.trustedProxies !== undefined,
    logLevel: settings.logLevel ?? 'info',
    paymentApp: settings.paymentApp,
    rateLimits: settings.rateLimits ?? (isSandbox ? noLimits : contractLimits),
    payerLimits: settings.payerLimits ?? (isSandbox ? noPayerLimits : usualPayerLimits),
    verifierTime: settings.verifierTime ?? verifierTime,
    invoiceLifetime: settings.invoiceLifetime ?? invoiceLifetime,
    callbackDisableAfter: settings.callbackDisableAfter ?? (isSandbox ? 0 : usualDisableAfter),
    receipts,
    callbackKey,
    cashTagPattern,
    metricsToken,
  };
}
