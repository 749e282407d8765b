import { contractLimits, noLimits } from '@payment-invoice/kit/rates';
import { describe, expect, test } from 'vitest';
import { helpText } from '../commands/describe-start.ts';
import { readCommand } from '../commands/read-command.ts';
import { UsageError } from '../errors/usage-error.ts';
import { readSettings, type SettingValues } from './read-settings.ts';
import { optionOf, settingTable } from './setting-table.ts';

const key = Buffer.alloc(32, 7).toString('base64');
const live: SettingValues = {
  SERVER_MODE: 'live',
  PUBLIC_BASE_URL: 'https://pay.example/',
  RECEIPT_VERIFIER_URL: 'http://verifier.internal/verify',
  CALLBACK_KEY: key,
};

function errorsOf(values: SettingValues): string[] {
  try {
    readSettings(values);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as UsageError).message.split('\n');
  }
}

describe('settings', () => {
  test('select a sandbox if nothing is set', () => {
    const address = { host: '127.0.0.1', port: 8080 };
    expect(readSettings({})).toMatchObject({ mode: 'sandbox', dataDir: '.data', ...address, rateLimits: noLimits });
    expect(readSettings({ PORT: ' ', DATA_DIR: '' })).toEqual(readSettings({}));
  });

  test('select a live server if everything that it needs is set', () => {
    expect(readSettings({ ...live, INVOICE_LIFETIME: '60', RATE_CREATE: '0' })).toMatchObject({
      mode: 'live',
      publicBaseUrl: 'https://pay.example',
      receipts: { url: 'http://verifier.internal/verify', token: undefined },
      callbackKey: Buffer.alloc(32, 7),
      invoiceLifetime: 60_000,
      rateLimits: { ...contractLimits, create: 0 },
    });
    const keys = { ...live, RECEIPT_VERIFIER_URL: undefined, RECEIPT_KEYS: 'keys.json', RECEIPT_ISSUER: 'https://bank.example' };
    expect(readSettings(keys)).toMatchObject({ receipts: { keys: 'keys.json', issuer: 'https://bank.example' } });
  });

  test('report everything that a live server lacks together, a sentence each', () => {
    const errors = errorsOf({ SERVER_MODE: 'live' });
    expect(errors.map((error) => error.split(' ')[0])).toEqual(['PUBLIC_BASE_URL', 'Neither', 'CALLBACK_KEY']);
  });

  test.each<[string, SettingValues]>([
    ['SERVER_MODE', { SERVER_MODE: 'Live' }],
    ['PORT', { PORT: '80.5' }],
    ['PUBLIC_BASE_URL', { PUBLIC_BASE_URL: 'pay.example' }],
    ['PUBLIC_BASE_URL', { PUBLIC_BASE_URL: 'https://pay.example/?a=1' }],
    ['PUBLIC_BASE_URL', { PUBLIC_BASE_URL: 'https://user@pay.example' }],
    ['PUBLIC_BASE_URL', { ...live, PUBLIC_BASE_URL: 'http://pay.example' }],
    ['INVOICE_LIFETIME', { INVOICE_LIFETIME: '0' }],
    ['INVOICE_LIFETIME', { ...live, INVOICE_LIFETIME: '59' }],
    ['INVOICE_LIFETIME', { INVOICE_LIFETIME: '86401' }],
    ['INVOICE_LIFETIME', { INVOICE_LIFETIME: '1e3' }],
    ['CASH_TAG_PATTERN', { CASH_TAG_PATTERN: '(' }],
    ['RATE_FETCH', { RATE_FETCH: '-1' }],
    ['RECEIPT_VERIFIER_URL', { RECEIPT_VERIFIER_URL: 'ftp://x/' }],
    ['RECEIPT_VERIFIER_URL', { RECEIPT_VERIFIER_URL: 'https://user:pw@x/' }],
    ['RECEIPT_VERIFIER_SECONDS', { RECEIPT_VERIFIER_SECONDS: '61' }],
    ['RECEIPT_ISSUER', { ...live, RECEIPT_VERIFIER_URL: '', RECEIPT_KEYS: 'keys.json' }],
    ['RECEIPT_KEYS', { RECEIPT_KEYS: 'keys.json', RECEIPT_ISSUER: 'x' }],
    ['RECEIPT_KEYS', { ...live, RECEIPT_KEYS: 'keys.json' }],
    ['CALLBACK_DISABLE_DAYS', { CALLBACK_DISABLE_DAYS: '3' }],
    ['CALLBACK_KEY', { CALLBACK_KEY: 'secret-but-short' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '11' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'secret-but-short with spaces' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'schlüssel-für-zahlen' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ])('%s is reported in one sentence that ends with what to do: %j', (name, values) => {
    const errors = errorsOf(values);
    expect(errors).toEqual([expect.stringMatching(new RegExp(`^${name} .*[.]$`))]);
    for (const secret of ['secret-but-short', '"short"', 'schlüssel']) expect(errors[0]).not.toContain(secret);
  });
});

describe('the command line', () => {
  test('overrides the environment, and accepts no secret', () => {
    const { settings } = readCommand(['--port', '9000', '--invoice-lifetime=60'], { PORT: '1', HOST: '0.0.0.0' });
    expect(settings).toMatchObject({ port: 9000, host: '0.0.0.0', invoiceLifetime: 60_000 });
    expect(() => readCommand(['--callback-key', key], {})).toThrow(UsageError);
    expect(() => readCommand(['--port'], {})).toThrow(UsageError);
  });

  test('prints help about every setting, even if a setting is invalid', () => {
    expect(readCommand(['--help'], { PORT: 'x' }).help).toBe(true);
    for (const setting of settingTable) expect(helpText).toContain(setting.name);
    expect(new Set(settingTable.map(optionOf)).size).toBe(settingTable.length);
  });
});
