/**
 * Tests that the second server, which shares no code with ours, conforms to the core and to every feature; that it does not
 * conform when a fault is switched on; and that its source uses each fault and style that it lists.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runConformance } from '../../conformance/testing/run-conformance.ts';

const folder = import.meta.dirname;
const hasPython = /Python 3\.1[1-9]/.test(spawnSync('python3', ['--version'], { encoding: 'utf8' }).stdout ?? '');
const main = join(folder, 'main.py');

describe.skipIf(!hasPython)('the second server', () => {
  test('is conformant with every feature, and only the longest waits are left out', async () => {
    const against = ['--start', `python3 '${main}'`, '--adapter', join(folder, 'adapter.mjs')];
    const run = await runConformance(...against, '--profile', 'full', '--strict');
    expect(run.output).toContain('conforms to core and every feature');
    expect(run.report().counts).toMatchObject({ fail: 0, warn: 0, skipped: 4, inconclusive: 0 });
  });

  test('is not conformant with a fault', async () => {
    const faulty = `python3 '${main}' --fault amount-in-cents`;
    const run = await runConformance('--start', faulty, '--adapter', join(folder, 'adapter.mjs'));
    expect(run.exit).toBe(1);
  });

  test('uses each fault and style of its tables somewhere in its source', () => {
    const listed = execFileSync('python3', [main, '--list'], { encoding: 'utf8' });
    const names = listed
      .trim()
      .split('\n')
      .map((line) => line.split('\t')[0] ?? '');
    expect(names.length).toBeGreaterThan(600);
    const source = readdirSync(folder)
      .filter((file) => file.endsWith('.py') && !/^(faults.*|styles|measure)\.py$/.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n');
    const literals = [...source.matchAll(/"([a-z0-9.A-Z-]+)"|([a-z0-9_]+)=/g)].map(
      (found) => found[1] ?? found[2]?.replaceAll('_', '-'),
    );
    const patterns = [...source.matchAll(/f"([a-zA-Z-]*)\{[^}]*\}([a-z-]*)"/g)].map(
      (found) => new RegExp(`^${found[1]}.+${found[2]}$`),
    );
    const known = new Set(literals);
    const lost = names.filter((name) => !known.has(name) && !patterns.some((pattern) => pattern.test(name)));
    expect(lost).toEqual([]);
  });
});
