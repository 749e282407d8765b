import { invoiceLifetime } from '@payment-invoice/generated';
import { contractLimits, makeLimits, noLimits, type RateLimits } from '@payment-invoice/kit/rates';
import { StartError } from '../errors/start-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import { noPayerLimits, type PayerLimits, usualPayerLimits } from '../rates/payer-guard.ts';
import { findDatabaseUrlViolation, readCallbackKey } from './read-secrets.ts';
import type { ReceiptSource, ServerMode, ServerSettings } from './server-settings.ts';
import { rateSettings, settingTable } from './setting-table.ts';

/** The values of the settings by name, as the operator wrote them. */
export type SettingValues = Readonly<Record<string, string | undefined>>;

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** The syntax of a token in the `Authorization` header (RFC 6750 §2.1). */
const bearerToken = /^[\w.~+/-]+=*$/;

/** Reads and checks all settings. Throws a UsageError with a sentence about each invalid or missing setting. */
export function readSettings(values: SettingValues): ServerSettings {
  const errors: string[] = [];
  const text = (name: string): string | undefined => values[name]?.trim() || undefined;
  /** Reports an invalid value. The message never contains a secret. */
  const wrong: Wrong = (name, what, cure) => {
    const secret = settingTable.some((setting) => setting.name === name && setting.isSecret);
    errors.push(`${name} is ${secret ? 'set to something' : JSON.stringify(values[name])}, which is ${what}: set it to ${cure}.`);
  };
  const number: ReadNumber = (name, least, greatest, what) => {
    const given = text(name);
    if (given === undefined) return undefined;
    const value = Number(given);
    if (/^\d{1,9}$/.test(given) && value >= least && value <= greatest) return value;
    return wrong(name, `not a ${what}`, `a number from ${least} to ${greatest}`);
  };

  const mode = readMode(text('SERVER_MODE'), wrong);
  const live = mode === 'live';
  const given = text('PORT');
  const isPort = given === undefined || (/^\d{1,5}$/.test(given) && Number(given) <= 65_535);
  if (!isPort) wrong('PORT', 'not a port', 'a number from 0 to 65535 (0 picks any free one)');
  const lifetime = number('INVOICE_LIFETIME', live ? 60 : 1, invoiceLifetime.longest, 'lifetime in seconds');
  const seconds = number('RECEIPT_VERIFIER_SECONDS', 1, 60, 'time in seconds');
  const level = text('LOG_LEVEL') ?? 'info';
  if (!levels.includes(level)) wrong('LOG_LEVEL', 'not a level', levels.join(', '));
  const settings: ServerSettings = {
    mode,
    dataDir: text('DATA_DIR') ?? '.data',
    databaseUrl: readDatabaseUrl(text('DATABASE_URL'), errors),
    host: text('HOST') ?? '127.0.0.1',
    port: isPort ? Number(given ?? 8080) : 0,
    publicBaseUrl: readBaseUrl(text('PUBLIC_BASE_URL'), live, wrong, errors),
    invoiceLifetime: lifetime === undefined ? undefined : lifetime * 1000,
    cashTagPattern: readPattern(text('CASH_TAG_PATTERN'), wrong),
    paymentApp: readApp(text('PAYMENT_APP'), wrong),
    rateLimits: readLimits(number, live ? contractLimits : noLimits),
    payerLimits: readPayerLimits(number, live ? usualPayerLimits : noPayerLimits),
    receipts: readReceiptSource(text, live, wrong, errors),
    verifierTime: seconds === undefined ? undefined : seconds * 1000,
    callbackKey: readKey(values.CALLBACK_KEY, live, errors),
    callbackDisableAfter: readDays(number, wrong),
    trustedProxies: number('TRUSTED_PROXIES', 0, 10, 'number of proxies'),
    metricsToken: text('METRICS_TOKEN'),
    logLevel: level,
  };
  if (settings.metricsToken !== undefined && settings.metricsToken.length < 16) {
    wrong('METRICS_TOKEN', 'too short to keep anyone out', '16 characters or more');
  } else if (settings.metricsToken !== undefined && !bearerToken.test(settings.metricsToken)) {
    // No request could send such a token, so every request would get a 401.
    wrong('METRICS_TOKEN', 'not a bearer token', 'letters, digits and -._~+/ only, as `openssl rand -hex 16` makes one');
  }
  if (errors.length > 0) throw new UsageError(errors.join('\n'));
  return settings;
}

type Wrong = (name: string, what: string, cure: string) => undefined;
type ReadNumber = (name: string, least: number, greatest: number, what: string) => number | undefined;

function readMode(mode: string | undefined, wrong: Wrong): ServerMode {
  if (mode === undefined || mode === 'sandbox' || mode === 'live') return mode ?? 'sandbox';
  return wrong('SERVER_MODE', 'not a mode', 'sandbox or live') ?? 'sandbox';
}

function readBaseUrl(text: string | undefined, live: boolean, wrong: Wrong, errors: string[]): string | undefined {
  if (text === undefined) {
    if (live) errors.push('PUBLIC_BASE_URL is not set: a live server must know the https address that its clients reach it by.');
    return undefined;
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'https:' || (!live && url?.protocol === 'http:');
  if (!url || !isWeb || url.username || url.password || url.search || url.hash || /[?#]/.test(text))
    return wrong('PUBLIC_BASE_URL', 'not the address of a service', `an ${live ? 'https' : 'http or https'} URL without a query`);
  return url.href.replace(/(?<!\/)\/+$/, '');
}

function readDatabaseUrl(text: string | undefined, errors: string[]): string | undefined {
  const violation = text && findDatabaseUrlViolation(text);
  if (violation) errors.push(violation);
  return text;
}

function readPattern(text: string | undefined, wrong: Wrong): RegExp | undefined {
  if (text === undefined) return undefined;
  try {
    return new RegExp(`^(?:${text})$`, 'u');
  } catch {
    return wrong('CASH_TAG_PATTERN', 'not a regular expression', 'one, such as \\$[a-z]{3,20}');
  }
}

function readApp(text: string | undefined, wrong: Wrong): string | undefined {
  if (text === undefined || text.length <= 60) return text;
  return wrong('PAYMENT_APP', 'too long for one line of the page', 'a name of at most 60 characters');
}

/** Reads the time after which a failing receiver is disabled: longer than all attempts of one event take, or 0 for never. */
function readDays(number: ReadNumber, wrong: Wrong): number | undefined {
  const days = number('CALLBACK_DISABLE_DAYS', 0, 365, 'number of days');
  if (days !== undefined && days > 0 && days < 4)
    wrong('CALLBACK_DISABLE_DAYS', 'less time than the attempts of one event take', '4 or more, or 0');
  return days === undefined ? undefined : days * 86_400_000;
}

function readLimits(number: ReadNumber, otherwise: RateLimits): RateLimits {
  return makeLimits((name) => number(rateSettings[name].name, 0, 1_000_000, 'limit') ?? otherwise[name]);
}

function readPayerLimits(number: ReadNumber, otherwise: PayerLimits): PayerLimits {
  return {
    pages: number('RATE_PAGES', 0, 1_000_000, 'limit') ?? otherwise.pages,
    receipts: number('RATE_PAGE_RECEIPTS', 0, 1_000_000, 'limit') ?? otherwise.receipts,
  };
}

type Read = (name: string) => string | undefined;

function readReceiptSource(text: Read, live: boolean, wrong: Wrong, errors: string[]): ReceiptSource | undefined {
  const [keys, issuer] = [text('RECEIPT_KEYS'), text('RECEIPT_ISSUER')];
  const [url, token] = [text('RECEIPT_VERIFIER_URL'), text('RECEIPT_VERIFIER_TOKEN')];
  if (keys !== undefined && url !== undefined) {
    errors.push('RECEIPT_KEYS and RECEIPT_VERIFIER_URL are both set: receipts can be verified in one way only, so unset one.');
  } else if (keys !== undefined) {
    if (!live)
      errors.push('RECEIPT_KEYS is set, but a sandbox accepts only its own receipts: unset it, or set SERVER_MODE to live.');
    if (issuer === undefined)
      errors.push('RECEIPT_ISSUER is not set: set it to the issuer whose receipts the keys in RECEIPT_KEYS sign.');
    return { keys, issuer: issuer ?? '' };
  } else if (url !== undefined) {
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:';
    if (!parsed || !isWeb || parsed.username || parsed.password)
      wrong('RECEIPT_VERIFIER_URL', 'not a usable URL', 'an http or https URL; a token goes into RECEIPT_VERIFIER_TOKEN');
    return { url, token };
  } else if (live) {
    errors.push('Neither RECEIPT_KEYS nor RECEIPT_VERIFIER_URL is set: a live server must know how receipts are verified.');
  }
  return undefined;
}

function readKey(text: string | undefined, live: boolean, errors: string[]): Buffer | undefined {
  if (text === undefined && !live) return undefined;
  // Rejects an empty key, which must be a mistake. Otherwise the sandbox would use its own key without a warning.
  try {
    return readCallbackKey(text);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    errors.push(error.message);
    return undefined;
  }
}
