import { beforeAll, describe, expect, test } from 'vitest';
import { parseReference, valueAt } from '../../reader/follow-reference.ts';
import { type Lint, type Problem, runLint } from './run-lint.ts';

/** A document under test, without a type because tests break it in every way. */
// biome-ignore lint/suspicious/noExplicitAny: a type would forbid the very mistakes that the rules are for
export type Document = any;

/** One way to break the base: the change, the place that the rule reports, and part of its message. */
export type Mistake = [change: (document: Document) => void, at: string, says: string];

export interface RuleTest {
  /** Options of the rule, as in redocly.yaml. */
  options?: object;
  /** A small document in which the rule finds nothing. */
  base: Document;
  /** Changes in which the rule finds nothing, by description. */
  passes?: Record<string, (document: Document) => void>;
  /** Changes in which the rule finds exactly one mistake, by description. */
  finds: Record<string, Mistake>;
}

/** One test document: what was done to the base, and the place that the rule must report; undefined when it must find nothing. */
interface Trial {
  name: string;
  document: Document;
  at?: string;
  says?: string;
}

/**
 * Tests rules of the plugin: each finds nothing in its base, and finds each mistake in its place and nothing else. One process
 * lints all documents, because starting it takes longer than linting them.
 */
export function testRules(rules: Readonly<Record<string, RuleTest>>): void {
  const trials = Object.entries(rules).flatMap(([rule, test]) => listTrials(test).map((trial) => ({ ...trial, rule })));
  const lints: Lint[] = trials.map(({ rule, document }) => ({ rule, options: rules[rule]?.options ?? {}, document }));
  let found: Problem[][] = [];
  beforeAll(async () => {
    found = await runLint(lints);
  });

  describe.each(Object.keys(rules))('%s', (rule) => {
    const own = trials.map((trial, index) => ({ ...trial, index })).filter((trial) => trial.rule === rule);
    test.each(own.filter(({ at }) => at === undefined))('passes $name', ({ index }) => {
      expect(found[index]).toEqual([]);
    });

    test.each(own.filter(({ at }) => at !== undefined))('finds $name', ({ index, document, at = '', says }) => {
      expect(found[index]).toEqual([{ rule: `payment-invoice/${rule}`, at, message: expect.stringContaining(says ?? '') }]);
      // Redocly reports nothing for a place that is not in the document.
      const keys = parseReference(at)?.filter((key) => key !== '') ?? [];
      expect(valueAt(document, keys), at).toBeDefined();
    });
  });
}

function listTrials({ base, passes = {}, finds }: RuleTest): Trial[] {
  const changed = (change: (document: Document) => void) => {
    const document = structuredClone(base);
    change(document);
    return document;
  };
  return [
    { name: 'the base document', document: base },
    ...Object.entries(passes).map(([name, change]) => ({ name, document: changed(change) })),
    ...Object.entries(finds).map(([name, [change, at, says]]) => ({ name, document: changed(change), at, says })),
  ];
}
