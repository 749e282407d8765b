import { expect, test } from 'vitest';
import type { Adapter } from '../adapter/adapter.ts';
import type { Case, CaseContext, PlannedCase } from '../case/case.ts';
import { loadContract } from '../contract/load-contract.ts';
import { whileStill } from '../places/stillness.ts';
import { Subject, type SubjectSettings } from '../subject/subject.ts';
import { openWire } from '../wire/wire.ts';
import { runCases } from './run-cases.ts';

/** Runs cases that only log what happens, against a deployment with this adapter. */
async function logOf(adapter: Adapter, cases: (log: string[]) => Record<string, Partial<Case>>): Promise<string[]> {
  const log: string[] = [];
  const planned = Object.entries(cases(log)).map(
    ([id, one]): PlannedCase => ({
      ...{ id, title: id, requirement: id, operations: [], tries: [], file: id, level: 'MUST', support: 'core' },
      run: async () => {
        log.push(id);
        return [];
      },
      ...one,
    }),
  );
  const settings = { baseUrl: 'http://127.0.0.1:9', token: '' } as SubjectSettings;
  const contract = loadContract();
  const context: CaseContext = { contract, subject: new Subject(contract, settings, openWire(adapter)), features: new Set() };
  await runCases(planned, context, {});
  return log;
}

const cases = (log: string[]) => ({
  waiting: { waits: true },
  'quick 1': {},
  'quick 2': {},
  restarting: {
    waits: true,
    disturbs: true,
    run: async () => {
      const restart = async (): Promise<void> => void log.push('restart');
      await whileStill('restart', { begin: restart, end: async () => undefined }, async () => undefined);
      return [];
    },
  },
  clocked: { movesClock: true },
  'by itself': { alone: true },
});

test('a restart comes before the cases that wait for anything else, and beside half of the quick ones', async () => {
  const log = await logOf({ restart: async () => undefined }, cases);
  expect(log).toEqual(['quick 1', 'restart', 'waiting', 'quick 2', 'clocked', 'by itself']);
});

test('where nothing can be restarted, what waits begins first', async () => {
  const log = await logOf({}, (all) => ({ ...cases(all), restarting: { waits: true, disturbs: true } }));
  expect(log).toEqual(['waiting', 'restarting', 'quick 1', 'quick 2', 'clocked', 'by itself']);
});
