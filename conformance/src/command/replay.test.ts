import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { makeFinding, makeReport, makeResult } from '../../testing/make-report.ts';
import { against, payBase, runConformance } from '../../testing/run-conformance.ts';
import { startFault, withSubject } from '../../testing/with-subject.ts';

describe('--replay', () => {
  const empty = makeReport([]);
  test('says FAILED while the fault is there, FIXED when it is out, ERROR where it cannot tell', () =>
    withSubject(
      () => startFault('amount-changed-at-fetch'),
      async (faulty) => {
        const run = await runConformance(...against(faulty), '--pay', payBase);
        const file = join(run.out, 'report.json');
        const failures = run.report().results.filter(({ verdict }) => verdict === 'fail');
        expect(failures.length).toBeGreaterThan(0);

        const again = await runConformance('--replay', file, ...against(faulty), '--pay', payBase);
        for (const { id } of failures) expect(again.output).toContain(`FAILED  ${id}`);
        expect(again.exit).toBe(1);

        await withSubject(startCoreServer, async (sound) => {
          const fixed = await runConformance('--replay', file, ...against(sound), '--pay', payBase);
          for (const { id } of failures) expect(fixed.output).toContain(`FIXED   ${id}`);
          expect(fixed.output).toContain(`${failures.length} fixed, 0 failed again, 0 could not be determined.`);
          expect(fixed.exit).toBe(0);
        });

        const unpaid = { ...run.report(), results: [{ ...failures[0], id: 'submit-receipt/answer/amount' }] };
        writeFileSync(join(run.out, 'unpaid.json'), JSON.stringify(unpaid));
        const untold = await runConformance('--replay', join(run.out, 'unpaid.json'), ...against(faulty));
        expect(untold.output).toContain('ERROR   submit-receipt/answer/amount');
        expect(untold.exit).toBe(2);
      },
    ));

  test.each([
    ['a file that is not there', 'none.json', undefined, 'no such file'],
    ['text', 'text.json', 'hello', 'is not valid JSON'],
    ['another JSON', 'other.json', '{"version":2}', 'not a report.json of version 1'],
    [
      'a report that was damaged',
      'damaged.json',
      JSON.stringify({ ...empty, results: [null] }),
      'not a report.json of version 1',
    ],
    [
      'a report of traffic',
      'traffic.json',
      JSON.stringify({ ...empty, judged: { source: 'har', exchanges: 1, ignored: 0, findings: 0 } }),
      'recorded traffic',
    ],
    ['a report without failures', 'passing.json', JSON.stringify(empty), 'nothing to replay'],
  ])('%s: exit 2 and a sentence', async (_name, name, text, sentence) => {
    const { out } = await runConformance('--help');
    if (text !== undefined) writeFileSync(join(out, name), text);
    const run = await runConformance('--replay', join(out, name), '--token', 'any-token');
    expect(run.output).toContain(sentence);
    expect(run.exit).toBe(2);
  });

  test('a report written by somebody else cannot forge a line of the output', async () => {
    const { out } = await runConformance('--help');
    const results = [makeResult('create-payment/answer/id', { findings: [makeFinding('invoice-id')] })];
    writeFileSync(join(out, 'forged.json'), JSON.stringify({ ...empty, features: ['a\nAll is well.'], results }));
    const run = await runConformance(
      '--replay',
      join(out, 'forged.json'),
      '--base-url',
      'http://127.0.0.1:1',
      '--token',
      'any-token',
    );
    expect(run.output).toContain('no feature "a\\nAll is well."');
  });
});
