import { resolve } from 'node:path';
import { invoiceLifetime } from '@payment-invoice/kit/lifecycle';
import { contractLimits, noLimits } from '@payment-invoice/kit/rates';
import { verifierTime } from '@payment-invoice/kit/receipts';
import { StartError } from '../errors/start-error.ts';
import { noPayerLimits, usualPayerLimits } from '../rates/payer-guard.ts';
import type { ServerSettings } from '../settings/server-settings.ts';

/** The settings of a server with everything decided: what is not set has its default. */
export type ServerPolicy = ReturnType<typeof readPolicy>;

/** Milliseconds of failures after which a receiver of callbacks is disabled: longer than the attempts of one event take. */
const usualDisableAfter = 5 * 86_400_000;

/**
 * Decides what the settings of a server mean.
 * @throws StartError when a live server does not know its own address
 */
export function readPolicy(settings: ServerSettings) {
  const { mode = 'sandbox', publicBaseUrl = '', receipts, callbackKey, cashTagPattern, metricsToken } = settings;
  const isSandbox = mode === 'sandbox';
  if (!isSandbox && publicBaseUrl === '') {
    // Receipts name it as their audience: without it, only receipts for no audience would count.
    throw new StartError('PUBLIC_BASE_URL is not set: a live server must know the https address that its clients reach it by.');
  }
  return {
    mode,
    isSandbox,
    /** Empty when the address that the server listens on will serve. */
    publicBaseUrl,
    dataDir: resolve(settings.dataDir),
    databaseUrl: settings.databaseUrl,
    host: settings.host ?? '127.0.0.1',
    port: settings.port ?? 0,
    trustedProxies: settings.trustedProxies ?? 0,
    /** False when nobody said how many proxies there are. */
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
