import { expect, test } from 'vitest';
import { facts } from '../../payments/facts.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import { lifetimeOf } from './expire-invoice.ts';

test('a lifetime is the time from creation to expiry', () => {
  const times = { createdAt: '2026-11-21T10:00:00.000Z', expiresAt: '2026-11-21T12:30:00+02:00' };
  expect(lifetimeOf(facts, times)).toBe(1_800_000);
});

test.each([
  ['2026-W47-6T10:00:00Z', '2026-W47-6T10:30:00Z'],
  ['2026-325T10:00:00Z', '2026-11-21T10:30:00Z'],
  ['2026-11-21T10:00:00Z', null],
])('the clock is moved by no number that nobody knows: %s to %s', (createdAt, expiresAt) => {
  expect(() => lifetimeOf(facts, { createdAt, expiresAt })).toThrow(CaseSkipped);
});
