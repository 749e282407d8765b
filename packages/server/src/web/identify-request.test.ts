import { noLimits } from '@payment-invoice/kit/rates';
import { describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { noPayerLimits } from '../rates/payer-guard.ts';
import { pageTarget, readAddress } from './identify-request.ts';

test.each([
  ['/pay/a?after=late', '/pay/a?after=late'],
  ['http://other.test/pay/a?b=c', '/pay/a?b=c'],
  ['/pay/a#b', '/pay/a'],
  ['*', undefined],
])('%s is read as %s', (sent, read) => expect(pageTarget(sent)).toBe(read));

test('a target is read only up to the length of our longest page', () => {
  expect(pageTarget(`/pay/a?${'a=b&'.repeat(3_000)}`)).toBe(`/pay/a?${'a=b&'.repeat(64).slice(0, -1)}`);
  expect(pageTarget(`/${'a'.repeat(10_000)}`)).toHaveLength(2_048);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  [' 203.0.113.9\t', '203.0.113.9'],
  ['203.0.113.9:4001', '203.0.113.9'],
  ['203.0.113.9:_port', '203.0.113.9'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:4001', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:4001', 'fe80::1'],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  ['[::ffff:203.0.113.9]:4001', '::ffff:203.0.113.9'],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['', undefined],
  ['203.0.113.9:', undefined],
  ['203.0.113.9:1:2', undefined],
  ['203.0.113.9 4001', undefined],
  ['203.0.113.09', undefined],
  ['203.0.113', undefined],
  ['[203.0.113.9]:4001', undefined],
  ['[2001:db8::1', undefined],
  ['[2001:db8::1]4001', undefined],
  ['2001:db8::1::2', undefined],
  ['shop.example:443', undefined],
  ['for=203.0.113.9', undefined],
  [`fe80::1%${'a'.repeat(200)}`, undefined],
])('%j is the address %s', (text, address) => expect(readAddress(text)).toBe(address));

const metricsToken = 'for-prometheus';
/** The kinds of requests that are counted for each client address. Each function sends one and returns the response. */
const doors: Record<string, (server: TestServer, headers: Record<string, string>) => Promise<Response>> = {
  'a wrong token at the API': ({ baseUrl }, headers) =>
    fetch(`${baseUrl}/api/v1/payments/fetch`, { method: 'POST', headers: { ...headers, authorization: 'Bearer wrong' } }),
  'a wrong token at the sandbox': ({ baseUrl }, headers) =>
    fetch(`${baseUrl}/sandbox/tokens`, { method: 'POST', headers: { ...headers, authorization: 'Bearer wrong' } }),
  "a wrong operator's token": ({ baseUrl }, headers) =>
    fetch(`${baseUrl}/metrics`, { headers: { ...headers, authorization: 'Bearer wrong' } }),
  'a page': ({ baseUrl }, headers) => fetch(`${baseUrl}/problems/not_found`, { headers }),
};

describe.each(Object.entries(doors))('%s', (_name, knock) => {
  const limits = { metricsToken, rateLimits: { ...noLimits, authentication: 2 }, payerLimits: { ...noPayerLimits, pages: 2 } };
  const knockAs = async (server: TestServer, addresses: readonly string[]) => {
    const limited: boolean[] = [];
    for (const address of addresses) limited.push((await knock(server, { 'x-forwarded-for': address })).status === 429);
    return limited;
  };

  test('counts a client as one, whatever its port and spelling', async () => {
    const server = await startTestServer({ ...limits, trustedProxies: 1 });
    expect(await knockAs(server, ['203.0.113.9:4001', '203.0.113.9', '203.0.113.9:4003'])).toEqual([false, false, true]);
    expect(await knockAs(server, ['[2001:db8::1]:1', '2001:db8::2', '[2001:db8::3%eth0]'])).toEqual([false, false, true]);
    // Only the last entry was added by the proxy. The entries before it were written by the client and are ignored.
    const forged = ['198.51.100.1:4001', '203.0.113.9, 198.51.100.1', '198.51.100.1'];
    expect(await knockAs(server, forged)).toEqual([false, false, true]);
  });

  test('for an entry that is not an address, uses the address of the proxy that wrote it', async () => {
    const server = await startTestServer({ ...limits, trustedProxies: 2 });
    expect(await knockAs(server, ['unknown', '_hidden, _other', `${'x'.repeat(200)},`])).toEqual([false, false, true]);
    expect(await knockAs(server, ['unknown, 10.0.0.1:80', 'x, 10.0.0.1', '10.0.0.1'])).toEqual([false, false, true]);
    expect(await knockAs(server, ['203.0.113.9, unknown'])).toEqual([false]);
  });
});
