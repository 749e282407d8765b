import { beforeAll, describe, expect, test } from 'vitest';
import { type Problem, runLint } from './run-lint.ts';

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

/** Tests a rule of the plugin: it passes the base, and finds each mistake in its place, and nothing else. */
export function testRule(rule: string, { options = {}, base, passes = {}, finds }: RuleTest): void {
  const changed = (change: (document: Document) => void) => {
    const document = structuredClone(base);
    change(document);
    return document;
  };
  const lawful = [['the base document', base], ...Object.entries(passes).map(([name, change]) => [name, changed(change)])];
  const broken = Object.entries(finds).map(([name, [change, at, says]]) => ({ name, document: changed(change), at, says }));
  let found: Problem[][] = [];
  beforeAll(async () => {
    found = await runLint(rule, options, [...lawful.map(([, document]) => document), ...broken.map(({ document }) => document)]);
  });

  describe(rule, () => {
    test.each(lawful.map(([name], index) => ({ name, index })))('passes $name', ({ index }) => {
      expect(found[index]).toEqual([]);
    });

    test.each(broken.map((mistake, index) => ({ ...mistake, index: lawful.length + index })))(
      'finds $name',
      ({ index, document, at, says }) => {
        expect(found[index]).toEqual([{ rule: `payment-invoice/${rule}`, at, message: expect.stringContaining(says) }]);
        // Redocly shows nothing for a place that is not in the document.
        expect(readPointer(document, at), at).toBeDefined();
      },
    );
  });
}

function readPointer(document: Document, pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .filter((key) => key !== '')
    .reduce((value, key) => value?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}
