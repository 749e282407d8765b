import { expect, test } from 'vitest';
import { type GrowthMeasure, together, type Work, type WorkCost, works } from './measure-growth.ts';
import { findLimits } from './print-growth.ts';
import { type GrowthScenario, projectGrowth } from './project-growth.ts';

const each = (cost: WorkCost) => Object.fromEntries(works.map((name) => [name, cost])) as Record<Work, WorkCost>;
const measure: GrowthMeasure = {
  from: 'a test',
  invoices: 1_000,
  tables: [
    { table: 'invoices', heap: 300, indexes: { invoices_pkey: 80, invoices_note_key: 40 } },
    { table: 'receipts', heap: 200, indexes: { receipts_pkey: 80 } },
    { table: 'outbox', heap: 1_000, indexes: { outbox_pkey: 90 } },
    { table: 'idempotency_keys', heap: 500, indexes: { idempotency_keys_pkey: 110 } },
  ],
  alone: each({ wal: 1_000, transactions: 1, cpu: 400 }),
  batched: each({ wal: 1_000, transactions: 1 / together, cpu: 100 }),
};
const scenario: GrowthScenario = {
  creates: 1_000,
  days: 10,
  isRetained: true,
  cores: 16,
  memory: 64e9,
  disk: 4e12,
  reads: 10_000,
};
const project = (change: Partial<GrowthScenario> = {}) => projectGrowth(measure, { ...scenario, ...change });

test('permanent rows grow with the days; the others are a day of events and keys, and dead rows', () => {
  const perDay = 86.4e6;
  expect(project()).toMatchObject({
    invoices: 10 * perDay,
    passing: 2 * perDay + 0.001 * 9 * perDay,
    heap: 10 * perDay * 500 + 1.009 * perDay * 1_000 + perDay * 500,
  });
  expect(project({ days: 20 }).passing - project().passing).toBeCloseTo(0.001 * 10 * perDay);
  expect(project({ isRetained: false }).passing).toBe(20 * perDay);
});

test('memory should hold unordered indexes completely, and the newest hour of the others', () => {
  const [hour, all] = [3.6e6, 864e6];
  const ordered = hour * (300 + 80 + 200 + 1_000 + 90 + 500);
  expect(project().hot).toBeCloseTo(ordered + all * (40 + 80) + 86.4e6 * 110);
});

test('reads from disk only what memory does not hold', () => {
  const { hot } = project();
  expect(project({ memory: 2 * hot }).readsPerSecond).toBe(0);
  // The model assumes that three quarters of the memory is used to cache pages, so a quarter of the reads go to the disk.
  expect(project({ memory: hot }).readsPerSecond).toBeCloseTo(0.25 * 1_000 * 4);
});

test('idle servers put one invoice into a statement, busy servers several', () => {
  expect(project().cores).toBeCloseTo((1_000 * 5 * 400) / 1e6);
  expect(project().freezeHours).toBeCloseTo(200e6 / 5_000 / 3_600);
  expect(project().servers).toBe(2);
});

test('between two checkpoints the log gets one image of each page of a small index, and one for each change of a large index', () => {
  const records = 5 * 1_000 * 1_000;
  const noImages: GrowthMeasure = { ...measure, tables: measure.tables.map((one) => ({ ...one, indexes: {} })) };
  expect(projectGrowth(noImages, scenario).walPerSecond).toBe(records);
  const images = (days: number) => project({ days, isRetained: false }).walPerSecond - 3 * 1_000 * 1_000;
  const mostImages = 1_000 * 3 * 8_192 * 0.7;
  expect(images(36_500) / mostImages).toBeCloseTo(1, 2);
  expect(images(1)).toBeLessThan(images(10));
});

test('resources are listed in the order in which they run out, each with its day', () => {
  const small = { ...scenario, disk: 4e11, days: 365 };
  const limits = findLimits(measure, small);
  expect(limits.map(({ day }) => day)).toEqual(limits.map(({ day }) => day).toSorted((one, other) => one - other));
  const full = limits.find(({ title }) => /disk is 80/.test(title));
  const sizeOn = (days: number) => {
    const { heap, indexes } = projectGrowth(measure, { ...small, days });
    return heap + indexes;
  };
  expect(sizeOn(full?.day ?? 0)).toBeGreaterThan(3.2e11);
  expect(sizeOn((full?.day ?? 0) - 1)).toBeLessThanOrEqual(3.2e11);
});

test('a load that fits has no limit', () => {
  expect(findLimits(measure, { ...scenario, creates: 1, days: 30 })).toEqual([]);
});

test.each([
  ['memory', { creates: 10_000, memory: 1e9 }, /random reads/],
  ['cores', { cores: 1 }, /no core left/],
  ['network', { creates: 20_000 }, /the log/],
  ['connections', { creates: 20_000 }, /connections/],
  ['transactions', { creates: 10_000 }, /wraparound/],
  ['vacuum', { creates: 20_000 }, /vacuum of a table/],
  ['dump', { days: 365 }, /pg_dump/],
  ['table', { creates: 20_000, days: 365 }, /32 TiB/],
])('too little %s is found', (_, change, title) => {
  const titles = findLimits(measure, { ...scenario, ...change }).map((one) => one.title);
  expect(titles).toContainEqual(expect.stringMatching(title));
});
