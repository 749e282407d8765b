import type { Place } from '../reader/json.ts';
import { defineRule } from './define-rule.ts';

/** The paragraph of a description that says in which order a request is judged. */
const ofOrder = /\*\*Order of checks\.\*\*[\s\S]*?(?=\n\s*\n|$)/g;

/**
 * The order of checks has a place for the status of each problem that refuses a request, and for no other: a request that is wrong in
 * several ways is refused for the first of them. An operation may state an order of its own for what only it checks.
 */
export const checkOrder = defineRule(function* ({ document, operations, problems }, { readText }) {
  const texts: [unknown, Place][] = [
    [document.info?.description, ['info', 'description']],
    ...operations.map(({ node, at }): [unknown, Place] => [node.description, [...at, 'description']]),
  ];
  const orders = texts.flatMap(([text, at]) =>
    Array.from((readText(text) ?? '').matchAll(ofOrder), ([said]) => ({ at, statuses: said.match(/\b[45]\d\d\b/g) ?? [] })),
  );
  const [first] = orders;
  if (!first) return;
  const placed = orders.flatMap(({ statuses }) => statuses);
  for (const { code, status, at } of problems)
    if (status >= 400 && status < 500 && !placed.includes(String(status)))
      yield {
        at: [...at, 'status'],
        message: `'${code}' is refused with ${status}, which has no place in the order of checks. Say in the description of \`info\` which check refuses with ${status}, and where it comes.`,
      };
  const known = problems.map(({ status }) => String(status));
  for (const { at, statuses } of orders)
    for (const status of new Set(statuses))
      if (!known.includes(status))
        yield { at, message: `The order of checks names ${status}, which no problem has. Take it out, or add the problem.` };
});
