import { resolve } from 'node:path';
import { invoiceLifetime } from '@payment-invoice/kit/lifecycle';
import { contractLimits, noLimits } from '@payment-invoice/kit/rates';
import { verifierTime } from '@payment-invoice/kit/receipts';
import { StartError } from '../errors/start-error.ts';
import { noPayerLimits, usualPayerLimits } from '../rates/payer-guard.ts';
import type { ServerSettings } from '../settings/server-settings.ts';

/** The complete policy of a server, with defaults for the settings that are missing. */
export type ServerPolicy = ReturnType<typeof readPolicy>;

/**
 * The default time in milliseconds for which a receiver of callbacks may fail before it is disabled. It is longer than
 * all attempts of one event take.
 */
const usualDisableAfter = 5 * 86_400_000;

/**
 * Turns the settings of a server into its policy.
 * @throws StartError when a live server has no public URL
 */
export function readPolicy(settings: ServerSettings) {
  const { mode = 'sandbox', publicBaseUrl = '', receipts, callbackKey, cashTagPattern, metricsToken } = settings;
  const isSandbox = mode === 'sandbox';
  if (!isSandbox && publicBaseUrl === '') {
    // Required, because receipts name the public URL as their audience. Without it, only receipts without an audience
    // would be accepted.
    throw new StartError('PUBLIC_BASE_URL is not set: a live server must know the https address that its clients reach it by.');
  }
  return {
    mode,
    isSandbox,
    /** Empty when the URL comes from the listening address. */
    publicBaseUrl,
    dataDir: resolve(settings.dataDir),
    databaseUrl: settings.databaseUrl,
    host: settings.host ?? '127.0.0.1',
    port: settings.port ?? 0,
    trustedProxies: settings.trustedProxies ?? 0,
    /** False when the number of proxies was not set. */
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
