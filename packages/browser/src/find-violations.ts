import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** A rule of accessibility that a page breaks, and the first element that does. */
export interface Violation {
  id: string;
  impact: string | null;
  html: string | undefined;
}

/** The part of a page to look at, and the rules to go by. */
export interface Inspection {
  /** CSS selectors; the whole page without them. */
  include?: readonly string[];
  exclude?: readonly string[];
  /** Only these rules; all without them. */
  rules?: readonly string[];
}

/** The rules whose outcome depends on colours and on the width of the window; the others read the same document again. */
export const rulesOfLooks = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Lists what axe finds wrong with the page as it is shown. The script goes in from outside: a page's policy would hold it off. */
export async function findViolations(
  page: Page,
  { include = ['html'], exclude = [], rules }: Inspection = {},
): Promise<Violation[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source);
  // What passes is neither described nor sent: on a long page that takes ten times as long as the rules.
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const run = `axe.run(${JSON.stringify({ include, exclude })}, ${JSON.stringify(options)})`;
  return page.evaluate(
    `${run}.then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes[0]?.html })))`,
  );
}
