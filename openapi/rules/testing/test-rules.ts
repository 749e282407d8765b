import { beforeAll, describe, expect, test } from 'vitest';
import { parseReference, valueAt } from '../../reader/follow-reference.ts';
import { type Lint, type Problem, runLint } from './run-lint.ts';

/** A document under test. Tests break it in every way, so nothing of it is typed. */
// biome-ignore lint/suspicious/noExplicitAny: a type would forbid the very mistakes that the rules are for
export type Document = any;

/** One way to break the base: the change, the place where the rule finds it, and words of its message. */
export type Mistake = [change: (document: Document) => void, at: string, says: string];

export interface RuleTest {
  /** Options of the rule, as in redocly.yaml. */
  options?: object;
  /** A small document that the rule passes. */
  base: Document;
  /** Changes that the rule passes too, by what they do. */
  passes?: Record<string, (document: Document) => void>;
  /** Changes that the rule finds, each exactly once, by what they do. */
  finds: Record<string, Mistake>;
}

/** A document as a test needs it: what was done to the base, and where the rule finds that; nowhere when it passes. */
interface Trial {
  name: string;
  document: Document;
  at?: string;
  says?: string;
}

/**
 * Tests rules of the plugin: each passes its base, and finds each mistake in its place, and nothing else. All documents are linted
 * by one process, as it takes longer to start than to lint them.
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
      // Redocly shows nothing for a place that is not in the document.
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
