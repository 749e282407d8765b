import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** An accessibility rule that a page breaks, and the first element that breaks it. */
export interface Violation {
  id: string;
  impact: string | null;
  html: string | undefined;
}

/** The parts of a page to check, and the rules to check. */
export interface Inspection {
  /** CSS selectors of the parts to check. By default the whole page is checked. */
  include?: readonly string[];
  exclude?: readonly string[];
  /** The rules to check. By default all of them are checked. */
  rules?: readonly string[];
}

/** The rules whose result depends on colours or on the width of the window. All other rules depend only on the document. */
export const rulesOfLooks = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Lists the violations that axe finds. Evaluates axe in the page, because the page's policy would block a script element. */
export async function findViolations(
  page: Page,
  { include = ['html'], exclude = [], rules }: Inspection = {},
): Promise<Violation[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source);
  // Omits passed checks. On a long page, describing and returning them takes ten times as long as the checks themselves.
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const run = `axe.run(${JSON.stringify({ include, exclude })}, ${JSON.stringify(options)})`;
  return page.evaluate(
    `${run}.then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes[0]?.html })))`,
  );
}
