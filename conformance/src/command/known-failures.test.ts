import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../payments/load-contract.ts';
import { mistakesOf } from '../../testing/mistakes-of.ts';
import { against, runConformance } from '../../testing/run-conformance.ts';
import { startFault, withSubject } from '../../testing/with-subject.ts';
import { planCases } from '../engine/plan-cases.ts';

describe('--known-failures', () => {
  const run = (entries: string) =>
    withSubject(
      () => startFault('amount-changed-at-fetch'),
      async (running) => {
        const { out } = await runConformance('--help');
        const file = join(out, 'known.yaml');
        writeFileSync(file, entries);
        const selected = ['--operation', 'fetch-payment', '--case', 'fetch-payment/as-created'];
        return runConformance(...against(running), ...selected, '--known-failures', file);
      },
    );
  const entry = (id: string, until = '2999-01-01') => `- { case: ${id}, reason: being fixed, until: ${until} }\n`;
  const failing = 'fetch-payment/as-created/amount';

  test('a failure on the list may stay', async () => {
    const { exit, output, report } = await run(entry(failing));
    expect(output).toContain('1 requirement broke, which is known.');
    expect(exit).toBe(0);
    expect(report().results.find(({ id }) => id === failing)?.known).toEqual({ reason: 'being fixed', until: '2999-01-01' });
    expect(mistakesOf(report())).toEqual([]);
  });

  test.each([
    ['an unexpected pass', entry(failing) + entry('fetch-payment/as-created/id'), 'fetch-payment/as-created/id passes now'],
    ['an unused entry', entry(failing) + entry('no/such/case'), 'no case has this id'],
    ['an expired one', entry(failing, '2020-01-31'), 'was to be fixed by 2020-01-31, and still fails'],
  ])('%s fails', async (_name, entries, sentence) => {
    const { exit, output } = await run(entries);
    expect(output).toContain(sentence);
    expect(exit).toBe(1);
  });

  test.each([
    ['empty', ''],
    ['of blank lines and comments', '\ufeff# mended, all of them\r\n\n  # - { case: x }\n'],
    ['an empty list', '[]'],
  ])('a file that is %s is no known failures', async (_name, entries) => {
    const { exit, output } = await run(entries);
    expect(output).toContain('is not conformant');
    expect(exit).toBe(1);
  });

  test('a warning on the list fails: without --strict it may stay anyway', async () => {
    const warned = 'create-payment/body/amount/wrong-type/number-in-quotes';
    await withSubject(
      () => startFault('amount-taken-as-string'),
      async (running) => {
        const { out } = await runConformance('--help');
        const file = join(out, 'known.yaml');
        writeFileSync(file, entry(warned));
        const listed = await runConformance(...against(running), '--case', warned, '--known-failures', file);
        expect(listed.output).toContain(`${warned} is on the list of known failures, but is only a warning`);
        expect(listed.exit).toBe(1);
        const strict = await runConformance(...against(running), '--case', warned, '--strict', '--known-failures', file);
        expect(strict.output).toContain('1 requirement broke, which is known.');
        expect(strict.exit).toBe(0);
      },
    );
  });

  test('the example of the README is a list that can be used', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
    const [, id] = /^- case: (.*)$/m.exec(readme) ?? [];
    const named = planCases(loadContract()).find((one) => one.id === id);
    expect(named?.level).toBe('MUST');
  });

  test.each([
    ['no list', 'case: x', 'it must be a list of entries'],
    ['no reason', `- { case: ${failing}, until: 2999-01-01 }`, 'lacks reason'],
    ['no day', `- { case: ${failing}, reason: x, until: soon }`, 'has no until'],
    ['a field more', `- { case: ${failing}, reason: x, until: 2999-01-01, ticket: 1 }`, 'has "ticket"'],
    ['twice', entry(failing) + entry(failing), 'stands twice'],
    ['no YAML', '- {', 'known.yaml'],
  ])('%s: exit 2 and a sentence', async (_name, entries, sentence) => {
    const { exit, output } = await run(entries);
    expect(output).toContain(sentence);
    expect(exit).toBe(2);
  });
});
