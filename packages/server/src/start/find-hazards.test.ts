import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractLimits, noLimits } from '@payment-invoice/kit/rates';
import { describe, expect, test } from 'vitest';
import { liveSettings, makeTestDirectory, startTestServer } from '../../testing/start-test-server.ts';
import { StartError } from '../errors/start-error.ts';
import { noPayerLimits, usualPayerLimits } from '../rates/payer-guard.ts';
import { findHazards } from './find-hazards.ts';

const key = Buffer.from(Array.from({ length: 32 }, (_, i) => i));
const safe = {
  isSandbox: false,
  host: '127.0.0.1',
  areProxiesSet: false,
  callbackKey: key,
  receipts: { keys: 'keys.json', issuer: 'bank' },
  rateLimits: contractLimits,
  payerLimits: usualPayerLimits,
};
const find = (change: Partial<Parameters<typeof findHazards>[0]> = {}, env: NodeJS.ProcessEnv = {}) => {
  const dataDir = makeTestDirectory();
  return findHazards({ ...safe, dataDir, ...change }, env);
};

describe('a live server', () => {
  test('with safe settings has no warnings', () => {
    expect(find()).toEqual([]);
    expect(find({ host: '0.0.0.0', areProxiesSet: true })).toEqual([]);
    expect(find({ receipts: { url: 'http://localhost:9/', token: 't' } })).toEqual([]);
    expect(find({ receipts: { url: 'https://verify.example/', token: 't' } })).toEqual([]);
  });

  test.each<[string, Parameters<typeof find>]>([
    ['CALLBACK_KEY', [{ callbackKey: Buffer.alloc(32) }]],
    ['RECEIPT_VERIFIER_URL', [{ receipts: { url: 'http://10.0.0.5/verify', token: 't' } }]],
    ['RECEIPT_VERIFIER_URL', [{ receipts: { url: 'http://verify.example/', token: undefined } }]],
    ['NODE_TLS_REJECT_UNAUTHORIZED', [{}, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }]],
  ])('does not start with a %s that protects nothing', (name, settings) => {
    expect(() => find(...settings)).toThrow(StartError);
    expect(() => find(...settings)).toThrow(name);
  });

  test('warns about a proxy that is not in its settings', () => {
    expect(find({ host: '0.0.0.0' })).toEqual([expect.stringContaining('TRUSTED_PROXIES')]);
    expect(find({ host: '::' })).toHaveLength(1);
  });

  test('warns about limits that are off', () => {
    expect(find({ rateLimits: { ...contractLimits, fetch: 0 } })).toEqual([expect.stringContaining('switched off: fetch.')]);
    expect(find({ rateLimits: noLimits, payerLimits: noPayerLimits })).toEqual([expect.stringContaining('All rate limits')]);
  });

  test('warns about a database that other users may write', () => {
    const dataDir = makeTestDirectory();
    const file = join(dataDir, 'payments.db');
    writeFileSync(file, '');
    chmodSync(file, 0o666);
    expect(find({ dataDir })).toEqual([expect.stringContaining(`can write ${file}`)]);
    chmodSync(file, 0o600);
    chmodSync(dataDir, 0o777);
    expect(find({ dataDir })).toEqual([expect.stringContaining(`can write ${dataDir},`)]);
  });

  test('refuses before it stores anything, and warns in its log', async () => {
    await expect(startTestServer({ ...liveSettings, callbackKey: Buffer.alloc(32) })).rejects.toThrow('CALLBACK_KEY');
    const server = await startTestServer({ ...liveSettings, host: '0.0.0.0' });
    expect(server.log.filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(1);
  });
});

test('a sandbox has no warnings', () => {
  const settings = { isSandbox: true, callbackKey: Buffer.alloc(32), rateLimits: noLimits };
  expect(find(settings, { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toEqual([]);
});
