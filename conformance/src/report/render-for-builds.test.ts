/** Tests what build servers get from a report: their files, annotations and the badge. Uses the reports of real runs. */
import { describe, expect, test } from 'vitest';
import { faults } from '../../faults/index.ts';
import { against, payBase, runConformance } from '../../testing/run-conformance.ts';
import { renderAnnotations } from './render-for-github.ts';
import { renderBadge } from './write-reports.ts';

const fault = faults.find(({ id }) => id === 'amount-changed-at-fetch') as (typeof faults)[number];

describe('a run on GitHub Actions that fails', async () => {
  const running = await fault.start();
  const { report, exit } = await runConformance(...against(running), '--pay', payBase, '--operation', 'fetch-payment');
  await running.close();

  test('names each broken requirement in one line with its curl line', () => {
    const lines = renderAnnotations(report()).trimEnd().split('\n');
    expect(exit).toBe(1);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/^::(error|warning|notice) title=[^:,]+::.+$/);
    expect(lines[0]).toMatch(/^::error title=\S+ \(MUST%2C .*%0Areproduce%3A|%0Areproduce: curl /);
    expect(lines.at(-1)).toContain('is not conformant');
  });

  test('shows ten at most, and says how many more there are', () => {
    const told = report();
    const [broken] = told.results.filter(({ verdict }) => verdict === 'fail');
    const [finding] = broken?.findings ?? [];
    if (!broken || !finding) throw new Error('Nothing failed.');
    const requirement = told.requirements[finding.requirement];
    if (!requirement) throw new Error('The requirement is not in the report.');
    const ids = Array.from({ length: 12 }, (_, index) => `requirement-${index}`);
    const many = {
      ...told,
      requirements: Object.fromEntries(ids.map((id) => [id, requirement])),
      results: ids.map((id) => ({ ...broken, requirement: id, findings: [{ ...finding, requirement: id }] })),
    };
    const lines = renderAnnotations(many).trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10);
    expect(lines[9]).toContain('3 more requirements');
  });

  test('has a badge that says so', () => {
    const badge = renderBadge(report());
    expect(badge).toContain('aria-label="payment invoice API: not conformant"');
    expect(renderBadge({ ...report(), profile: '<&>' })).toContain('(&#60;&#38;&#62;, ');
  });
});
