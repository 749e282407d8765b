import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseReference, valueAt } from '../reader/follow-reference.ts';
import plugin from './plugin.ts';
import type { Document, RuleTest } from './testing/make-mistake.ts';
import { documentedSchemaMistakes } from './testing/mistakes/documented-schemas.ts';
import { factMistakes } from './testing/mistakes/facts.ts';
import { lifecycleMistakes } from './testing/mistakes/lifecycle.ts';
import { lifecycleWordMistakes } from './testing/mistakes/lifecycle-words.ts';
import { listedWordMistakes } from './testing/mistakes/listed-words.ts';
import { operationFactMistakes } from './testing/mistakes/operation-facts.ts';
import { operationMistakes } from './testing/mistakes/operations.ts';
import { problemMistakes } from './testing/mistakes/problems.ts';
import { relationMistakes } from './testing/mistakes/relations.ts';
import { requirementFormMistakes } from './testing/mistakes/requirement-form.ts';
import { requirementMistakes } from './testing/mistakes/requirements.ts';
import { schemaMistakes } from './testing/mistakes/schemas.ts';
import { unreadPartMistakes } from './testing/mistakes/unread-parts.ts';
import { wordMistakes } from './testing/mistakes/words.ts';
import { type Problem, runLint } from './testing/run-lint.ts';

const { id, rules } = plugin();
/** For each rule: its base document, and the mistakes in that document that the rule must find. */
const mistakes: Readonly<Record<string, RuleTest>> = {
  ...documentedSchemaMistakes,
  ...factMistakes,
  ...lifecycleMistakes,
  ...lifecycleWordMistakes,
  ...listedWordMistakes,
  ...operationFactMistakes,
  ...operationMistakes,
  ...problemMistakes,
  ...relationMistakes,
  ...requirementFormMistakes,
  ...requirementMistakes,
  ...schemaMistakes,
  ...unreadPartMistakes,
  ...wordMistakes,
};
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

/** A document to lint, changed from the base document. `at` is the place to report; undefined if the rule must report nothing. */
interface Trial {
  rule: string;
  name: string;
  document: Document;
  at?: string;
  says?: string;
}

const trials: Trial[] = Object.entries(mistakes).flatMap(([rule, { base, passes = {}, finds }]) => {
  const changed = (change: (document: Document) => void) => {
    const document = structuredClone(base);
    change(document);
    return document;
  };
  return [
    { rule, name: 'the base document', document: base },
    ...Object.entries(passes).map(([name, change]) => ({ rule, name, document: changed(change) })),
    ...Object.entries(finds).map(([name, [change, at, says]]) => ({ rule, name, document: changed(change), at, says })),
  ];
});
const empty = { openapi: '3.1.0', info: { title: 'Empty', version: '1.0.0' }, paths: {} };
const needed = { 'operation-id-shape': 'operation-id-shape has no list of verbs', 'requirement-count': 'has no minimum' };
let found: Problem[][] = [];
let withoutOption: Problem[][] = [];

// Lints all documents in one process, because starting the linter takes longer than linting.
beforeAll(async () => {
  const lints = trials.map(({ rule, document }) => ({ rule, options: mistakes[rule]?.options ?? {}, document }));
  found = await runLint([...lints, ...Object.keys(needed).map((rule) => ({ rule, options: {}, document: empty }))]);
  withoutOption = found.splice(trials.length);
});

test('a rule without its option is an error, not a rule that holds', () => {
  expect(withoutOption).toEqual(
    Object.entries(needed).map(([rule, says]) => [{ rule: `${id}/${rule}`, at: '#/', message: expect.stringContaining(says) }]),
  );
});

describe.each(names)('%s', (rule) => {
  const own = trials.map((trial, index) => ({ ...trial, index })).filter((trial) => trial.rule === rule);
  test.each(own.filter(({ at }) => at === undefined))('passes $name', ({ index }) => {
    expect(found[index]).toEqual([]);
  });

  test.each(own.filter(({ at }) => at !== undefined))('finds $name', ({ index, document, at = '', says }) => {
    expect(found[index]).toEqual([{ rule: `payment-invoice/${rule}`, at, message: expect.stringContaining(says ?? '') }]);
    // Redocly silently drops a report about a place that does not exist in the document, so each expected place must exist.
    const keys = parseReference(at)?.filter((key) => key !== '') ?? [];
    expect(valueAt(document, keys), at).toBeDefined();
  });
});
