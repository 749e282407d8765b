import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** An accessibility rule that a page breaks, and the first element that breaks it. */
export interface Violation {
  id: string;
  impact: string | null;
  html: string | undefined;
}

/** The part of a page to check, and the rules to apply. */
export interface Inspection {
  /** CSS selectors of the parts to check; the complete page when absent. */
  include?: readonly string[];
  exclude?: readonly string[];
  /** The rules to apply; all of them when absent. */
  rules?: readonly string[];
}

/** The rules whose outcome depends on colours and on the window's width. All other rules depend only on the document. */
export const rulesOfLooks = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Lists what axe finds wrong with the page as it is shown. The script is injected from outside, because a page's policy would
 * block it.
 */
export async function findViolations(
  page: Page,
  { include = ['html'], exclude = [], rules }: Inspection = {},
): Promise<Violation[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source);
  // Passed checks are neither described nor returned. On a long page, that would take ten times as long as the checks
  // themselves.
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const run = `axe.run(${JSON.stringify({ include, exclude })}, ${JSON.stringify(options)})`;
  return page.evaluate(
    `${run}.then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes[0]?.html })))`,
  );
}
