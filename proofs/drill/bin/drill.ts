#!/usr/bin/env node
/**
 * Makes changes to the contract as a newcomer might, and runs the suite against a correct server and wrong servers for each
 * change: `npm run prove -- drill`. Exit code: 0 if every wrong server is found and no correct one is blamed, 1 if not, 2 if the
 * command was called wrongly.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allChanges } from '../../../conformance/testing/drill/all-changes.ts';
import { type DrilledChange, prepareDrill, wrongServers } from '../../../conformance/testing/drill/drill.ts';
import { UsageError } from '../../../packages/server/src/errors/usage-error.ts';
import { runTool } from '../../tools/run-tool.ts';

const helpText = `Changes the contract in many ways and, for each change, runs the suite against a correct server and several faulty ones.

Usage: npm run prove -- drill [--only NAME]… [--write]

  --only NAME  only the changes whose name contains this; may be repeated
  --write      writes the table to proofs/drill/measured.md
`;

/** Tests every server of a change. Returns the rows of the table, and whether the suite misjudged any of the servers. */
async function tryChange(drilled: DrilledChange): Promise<{ rows: string[]; isFlawed: boolean }> {
  const { owed, cases, check } = prepareDrill(drilled);
  const blamed = await check(drilled.right);
  let missed = owed.length;
  const rows = [
    `| **${drilled.name}** | ${blamed[0] ?? `${cases} cases pass`}${owed.map((debt) => `; owed: ${debt}`).join('')} |`,
  ];
  for (const { does, breaks, server } of wrongServers(drilled)) {
    const found = (await check(server, drilled.finds)).find((line) => line.startsWith(`${breaks} by `));
    if (found === undefined) missed += 1;
    rows.push(`| ${does} | ${found === undefined ? 'not found' : found.replace(/: .*/s, '')} |`);
  }
  process.stdout.write(`${rows.join('\n')}\n`);
  return { rows, isFlawed: blamed.length + missed > 0 };
}

await runTool(
  helpText,
  {},
  async (_counts, { only, write }) => {
    if (write && only) throw new UsageError('--write keeps the whole table: leave --only out.');
    const unknown = only?.find((part) => !allChanges.some(({ name }) => name.includes(part)));
    if (unknown !== undefined)
      throw new UsageError(
        `There is no change ${JSON.stringify(unknown)}. There are: ${allChanges.map(({ name }) => name).join(', ')}.`,
      );
    const chosen = allChanges.filter(({ name }) => only?.some((part) => name.includes(part)) ?? true);
    const tried: Awaited<ReturnType<typeof tryChange>>[] = [];
    for (const drilled of chosen) tried.push(await tryChange(drilled));
    const wrong = chosen.reduce((sum, one) => sum + wrongServers(one).length, 0);
    const flaws = tried.filter(({ isFlawed }) => isFlawed).length;
    const summary = `${chosen.length} changes, ${wrong} wrong servers; ${flaws} changes with a wrong server that passes or a right one that is blamed.`;
    const table = ['| the change, and a server that … | the suite |', '| --- | --- |', ...tried.flatMap(({ rows }) => rows)];
    process.stdout.write(`${summary}\n`);
    const text = `# Servers of changed contracts\n\n${summary}\n\n${table.join('\n')}\n`;
    if (write) writeFileSync(join(import.meta.dirname, '../measured.md'), text);
    process.exitCode = flaws > 0 ? 1 : 0;
  },
  { only: 'names', write: 'flag' },
);
