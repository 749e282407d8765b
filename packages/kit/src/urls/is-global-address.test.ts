import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { isGlobalAddress, isLoopbackAddress } from './find-callback-url-violation.ts';

/** Splits a text into words at white space. */
const listed = (text: string) => text.trim().split(/\s+/);

/** Address blocks that are not global or contain IPv4 addresses: IANA's special-purpose registries, plus multicast. */
const special = listed(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32 ::/128 ::1/128
  ::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/32 2001:2::/48
  2001:10::/28 2001:db8::/32 2002::/16 3fff::/20 4000::/3 5f00::/16 fc00::/7 fd00:ec2::254/128 fe80::/10 fec0::/10
  ff00::/8
`);

test.each(special)('%s is not global, from its first address to its last', (block) => {
  const [base, bits] = ipaddr.parseCIDR(block);
  const bytes = base.toByteArray();
  const host = (fill: number) =>
    bytes.map((byte, i) => {
      const mask = 0xff >> Math.min(8, Math.max(0, bits - i * 8));
      return (byte & ~mask) | (fill & mask);
    });
  const addresses = [0x00, 0x01, 0x7f, 0x80, 0xa5, 0xff].map((fill) => ipaddr.fromByteArray(host(fill)).toString());
  expect(addresses.filter(isGlobalAddress)).toEqual([]);
});

const global = listed(`
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255
  169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255
  2001:4860:4860::8888 2606:4700:4700::1111 2a00:1450:4001:810::200e
`);

test.each(global)('%s is global', (address) => expect(isGlobalAddress(address)).toBe(true));

test.each([
  ...['', 'localhost', '8.8.8', '0x8.8.8.8', '010.8.8.8', '134744072', '8.8.8.8 '],
  ...['[2606:4700::1]', '2606:4700::1%eth0', '8.8.8.8.'],
])('%j is not an address in its usual spelling', (text) => {
  expect(isGlobalAddress(text)).toBe(false);
  expect(isLoopbackAddress(text)).toBe(false);
});

test('recognises loopback addresses', () => {
  expect(['127.0.0.1', '127.255.0.9', '::1'].map(isLoopbackAddress)).toEqual([true, true, true]);
  expect(['0.0.0.0', '::', '128.0.0.1', '::ffff:127.0.0.1', '10.0.0.1', '8.8.8.8'].filter(isLoopbackAddress)).toEqual([]);
});
