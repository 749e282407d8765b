import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import plugin from './plugin.ts';
import { mistakes } from './testing/mistakes/index.ts';
import { runLint } from './testing/run-lint.ts';

const { id, rules } = plugin();
const names = Object.keys(rules.oas3).sort();
const config = load(readFileSync(join(import.meta.dirname, '../redocly.yaml'), 'utf8')) as {
  extends: string[];
  rules: Record<string, string | { severity: string }>;
};

test('every rule is switched on, as an error', () => {
  const ours = Object.entries(config.rules).filter(([name]) => name.startsWith(`${id}/`));
  expect(ours.map(([name]) => name).sort()).toEqual(names.map((name) => `${id}/${name}`));
  expect(ours.filter(([, rule]) => (typeof rule === 'string' ? rule : rule.severity) !== 'error')).toEqual([]);
});

test("each of Redocly's own rules is on, or off with its reason above it", () => {
  expect(config.extends).toEqual(['all']);
  const lines = readFileSync(join(import.meta.dirname, '../redocly.yaml'), 'utf8').split('\n');
  const off = lines.flatMap((line, index) => (line.endsWith(': off') && !line.startsWith('telemetry') ? [index] : []));
  expect(off.length).toBeGreaterThan(0);
  for (const index of off) expect(lines[index - 1], lines[index]).toMatch(/^ {2}# \S.*\.$/);
});

test('every rule has a test that breaks it', () => {
  expect(Object.keys(mistakes).sort()).toEqual(names);
  expect(Object.entries(mistakes).filter(([, { finds }]) => Object.keys(finds).length === 0)).toEqual([]);
});

test('a rule without its option is an error, not a rule that holds', async () => {
  const document = { openapi: '3.1.0', info: { title: 'Empty', version: '1.0.0' }, paths: {} };
  const needed = { 'operation-id-shape': 'has no verbs', 'requirement-count': 'has no minimum' };
  const found = await runLint(Object.keys(needed).map((rule) => ({ rule, options: {}, document })));
  expect(found).toEqual(
    Object.entries(needed).map(([rule, says]) => [{ rule: `${id}/${rule}`, at: '#/', message: expect.stringContaining(says) }]),
  );
});
