import { expect, test } from 'vitest';
import { loadContract } from '../../payments/load-contract.ts';
import type { Adapter } from '../adapter/adapter.ts';
import type { Case, CaseContext, PlannedCase } from '../case/case.ts';
import { whileStill } from '../places/stillness.ts';
import { Subject, type SubjectSettings } from '../subject/subject.ts';
import { openWire } from '../wire/wire.ts';
import { runCases } from './run-cases.ts';

/** Runs cases that only write to a log, against a deployment with this adapter. Returns the log. */
async function logOf(
  adapter: Adapter,
  cases: (log: string[]) => Record<string, Partial<Case>>,
  copy?: (context: CaseContext) => CaseContext,
): Promise<string[]> {
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
  const open = (): CaseContext => ({
    ...{ contract, subject: new Subject(contract, settings, openWire(adapter)), features: new Set<string>() },
  });
  await runCases(planned, open(), copy ? { copy: async () => copy(open()) } : {});
  return log;
}

const cases = (log: string[]) => ({
  waiting: { waits: true },
  'quick 1': {},
  'quick 2': {},
  disturbing: { waits: true, disturbs: true, run: () => disturb(log, 'outage') },
  clocked: { movesClock: true },
  'of the record': { alone: true, judgesRecord: true },
  'restarting 1': { restarts: true, run: () => disturb(log, 'restart') },
  'restarting 2': { restarts: true, run: () => disturb(log, 'restart') },
  'by itself': { alone: true },
});

/** Asks for a disturbance, as a case does, and writes to the log when the disturbance begins. */
async function disturb(log: string[], name: string): Promise<[]> {
  const begin = async (): Promise<void> => void log.push(name);
  await whileStill(name, { begin, end: async () => undefined }, async () => undefined);
  return [];
}

const end = ['clocked', 'by itself', 'restart', 'of the record'];

test('an outage comes first, one restart after all but the cases that judge the record', async () => {
  const log = await logOf({ outage: async () => undefined }, cases);
  expect(log).toEqual(['outage', 'waiting', 'quick 1', 'quick 2', ...end]);
});

test('if no part can be made unavailable, cases that wait start first', async () => {
  const log = await logOf({}, cases);
  expect(log).toEqual(['waiting', 'quick 1', 'quick 2', 'outage', ...end]);
});

/** The cases above, changed to log the server that they use, and enough other cases for the suite to start copies. */
const manyCases = (log: string[], moving = 10) => {
  const onServer = ([id, one]: [string, Partial<Case>]): [string, Partial<Case>] => [
    id,
    {
      ...one,
      run: async ({ features }) => {
        const [name = 'the first'] = features;
        log.push(`${id} on ${name}`);
        return [];
      },
    },
  ];
  const many = (count: number, name: string, one: Partial<Case>) =>
    Array.from({ length: count }, (_, at): [string, Partial<Case>] => [`${name} ${at}`, one]);
  const more = [...many(300, 'many', {}), ...many(10, 'late', { alone: true }), ...many(moving, 'moving', { movesClock: true })];
  return Object.fromEntries([...Object.entries<Partial<Case>>(cases([])).map(onServer), ...more]);
};

test('cases that mostly wait run on copies, and the record of each server is judged', async () => {
  let copies = 0;
  const log = await logOf(
    {},
    (entries) => manyCases(entries),
    (context) => ({ ...context, features: new Set([`copy ${++copies}`]) }),
  );
  const told = log.filter((entry) => entry.includes(' on ')).sort();
  expect(told).toEqual([
    ...['by itself on copy 2', 'clocked on copy 1', 'disturbing on the first'],
    ...['of the record on copy 1', 'of the record on copy 2', 'of the record on the first'],
    ...['quick 1 on the first', 'quick 2 on the first', 'restarting 1 on copy 2', 'restarting 2 on copy 2'],
    'waiting on the first',
  ]);
});

test('a few cases that move the clock are not worth a copy', async () => {
  const log = await logOf(
    {},
    (entries) => manyCases(entries, 2),
    (context) => ({ ...context, features: new Set(['copy']) }),
  );
  expect(log).toContain('clocked on the first');
  expect(log).toContain('by itself on copy');
});

test('if no copy starts, these cases run after the others', async () => {
  const log = await logOf(
    {},
    (entries) => manyCases(entries),
    () => {
      throw new Error('none');
    },
  );
  const at = (name: string): number => log.indexOf(`${name} on the first`);
  expect(at('clocked')).toBeGreaterThan(log.indexOf('many 299'));
  expect(at('by itself')).toBeGreaterThan(at('clocked'));
  expect(at('restarting 1')).toBeGreaterThan(at('by itself'));
  expect(at('of the record')).toBe(log.length - 1);
});
