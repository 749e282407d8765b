import { expect, test } from 'vitest';
import { readDescriptorLimit, shareDescriptors } from './start-server.ts';

test.each([
  [Number.MAX_SAFE_INTEGER, { connections: 8_192, callbacks: 512 }],
  [1_024, { connections: 720, callbacks: 240 }],
  [256, { connections: 144, callbacks: 48 }],
  [10, { connections: 12, callbacks: 4 }],
])('of %d descriptors', (limit, shares) => expect(shareDescriptors(limit)).toEqual(shares));

test('the limit of this process is a number', () => expect(readDescriptorLimit()).toBeGreaterThan(16));
