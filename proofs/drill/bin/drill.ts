#!/usr/bin/env node
/**
 * Changes the contract as a newcomer may, and asks the suite about a right server of each change and about wrong ones:
 * `npm run prove -- drill`. Exit 0 if each wrong one is found and no right one is blamed, 1 if not, 2 if it was called wrongly.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drilledChanges } from '../../../conformance/testing/drill/changes.ts';
import { type DrilledChange, prepareDrill } from '../../../conformance/testing/drill/drill.ts';
import { furtherChanges } from '../../../conformance/testing/drill/further-changes.ts';

const helpText = `Asks the suite about servers of contracts that were changed: a right one of each change, and wrong ones.

Usage: npm run prove -- drill [--only NAME] [--write]

  --only NAME  tries the changes whose name has this
  --write      keeps the table, in proofs/drill/measured.md
`;

/** The sentence to end with where the command was called wrongly. */
let mistake: string | undefined;

function readOptions(): { only: string; write: boolean } | undefined {
  try {
    const { values } = parseArgs({
      options: { only: { type: 'string' }, write: { type: 'boolean' }, help: { type: 'boolean' } },
    });
    if (!values.help) return { only: values.only ?? '', write: values.write ?? false };
    process.stdout.write(helpText);
  } catch (error) {
    mistake = (error as Error).message;
  }
  return undefined;
}

/** Tries every server of a change; returns the rows of the table, and whether one of them is a flaw of the suite. */
async function tryChange(drilled: DrilledChange): Promise<{ rows: string[]; isFlawed: boolean }> {
  const { owed, cases, check } = prepareDrill(drilled);
  const blamed = await check(drilled.right);
  let missed = owed.length;
  const rows = [
    `| **${drilled.name}** | ${blamed[0] ?? `${cases} cases pass`}${owed.map((debt) => `; owed: ${debt}`).join('')} |`,
  ];
  for (const { does, breaks, server } of drilled.wrong) {
    const found = (await check(server, drilled.finds)).find((line) => line.startsWith(`${breaks} by `));
    if (found === undefined) missed += 1;
    rows.push(`| ${does} | ${found === undefined ? 'not found' : found.replace(/: .*/s, '')} |`);
  }
  process.stdout.write(`${rows.join('\n')}\n`);
  return { rows, isFlawed: blamed.length + missed > 0 };
}

const options = readOptions();
if (mistake !== undefined) process.stderr.write(`${mistake}\n`);
if (mistake !== undefined) process.exitCode = 2;
if (options) {
  const chosen = [...drilledChanges, ...furtherChanges].filter(({ name }) => name.includes(options.only));
  const tried: Awaited<ReturnType<typeof tryChange>>[] = [];
  for (const drilled of chosen) tried.push(await tryChange(drilled));
  const wrong = chosen.reduce((sum, one) => sum + one.wrong.length, 0);
  const flaws = tried.filter(({ isFlawed }) => isFlawed).length;
  const summary = `${chosen.length} changes, ${wrong} wrong servers; ${flaws} changes with a wrong server that passes or a right one that is blamed.`;
  const table = ['| the change, and a server that … | the suite |', '| --- | --- |', ...tried.flatMap(({ rows }) => rows)];
  process.stdout.write(`${summary}\n`);
  if (options.write)
    writeFileSync(
      join(import.meta.dirname, '../measured.md'),
      `# Servers of changed contracts\n\n${summary}\n\n${table.join('\n')}\n`,
    );
  process.exitCode = flaws > 0 || chosen.length === 0 ? 1 : 0;
}
