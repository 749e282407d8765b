import { expect, test } from 'vitest';
import { keyOfAddress } from './rate-limits.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['nobody', 'unknown'],
  ['203.0.113.7:4001', 'unknown'],
  [undefined, 'unknown'],
])('%s counts as %s', (address, key) => expect(keyOfAddress(address)).toBe(key));
