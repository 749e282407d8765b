/** Tests that each step passes with a correct client, and fails with a client that has the defect that the step should find. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHostileServer } from '../run/hostile-server.ts';
import { type Defect, fetchDriver } from '../testing/fetch-driver.ts';
import { hostileSteps } from './hostile-steps.ts';

let hostile: Awaited<ReturnType<typeof startHostileServer>>;
beforeAll(async () => {
  hostile = await startHostileServer();
});
afterAll(() => hostile.close());

/** Returns the steps that a client with this defect fails. */
async function failedBy(defect?: Defect): Promise<string[]> {
  const around = { driver: fetchDriver(defect), hostile };
  const failed: string[] = [];
  for (const { id, attempt } of hostileSteps) await attempt(around).catch(() => failed.push(id));
  return failed;
}

test('a correct client passes all steps', async () => {
  expect(await failedBy()).toEqual([]);
});

test.each<[Defect, string]>([
  ['float32', 'money'],
  ['nulls-sent', 'null-and-absent'],
  ['local-times', 'times'],
  ['closed-objects', 'added-fields'],
  ['exact-notes', 'core-deployment'],
  ['closed-codes', 'unknown-code'],
  ['required-codes', 'unknown-code'],
  ['html-parsed', 'html-502'],
])('a client with the defect %s fails %s only', async (defect, step) => {
  expect(await failedBy(defect)).toEqual([step]);
});
