/**
 * Generates everything that can be generated after an edit of the contract, and lists the work that has to be done by hand, with
 * the file to open. Exit code: 0 if nothing is left, 1 if something is, 2 if the command was called wrongly or could not find out
 * what is left.
 */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { demandFiles } from '../openapi/reader/demand-files.ts';
import { askLastRelease, askServer } from './owed/ask-server.ts';
import { askSuite, askSuiteOf } from './owed/ask-suite.ts';
import { checkTypes } from './owed/check-types.ts';
import type { Debt } from './owed/debt.ts';
import { type Branch, findChangeset, findGoneScopes, findRewritten, readBranch } from './owed/find-rewritten.ts';
import { generateAgain, programs, prose } from './owed/generate-again.ts';
import { lintContract } from './owed/lint-contract.ts';
import { askProgram, endPrograms } from './owed/run-program.ts';

const helpText = `Generates what follows from the contract, and lists what is still to do by hand, each with the file to open.
When nothing else is owed it checks the reference server against the contract, which takes half a minute.

Usage: npm run owed [-- --json] [--contract FILE]

  --json           the debts as JSON, for programs
  --contract FILE  lists what another OpenAPI document lacks: violations of OpenAPI, malformed facts,
                   requirements that no case tries, and which facts to add next; generates nothing

Exit code 0: nothing is owed. 1: something is. 2: a check could not run.
`;

// A reader of the output may stop early, as `| head` does.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const)
  process.once(signal, () => {
    endPrograms();
    process.exit(128 + number);
  });

try {
  const { values } = parseArgs({
    options: { contract: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) process.stdout.write(helpText);
  else if (values.contract !== undefined) await listForeign(resolve(values.contract), values.json === true);
  else await listDebts(values.json === true);
} catch (error) {
  const { code, message } = error as Error & { code?: string };
  const isUsage = code?.startsWith('ERR_PARSE_ARGS') ?? false;
  process.stderr.write(`${message}\n${isUsage ? 'npm run owed -- --help names the options.\n' : ''}`);
  process.exitCode = 2;
}

async function listDebts(asJson: boolean): Promise<void> {
  process.stderr.write('Checking the contract, and generating what follows from it …\n');
  // If the contract breaks our rules, the generators may fail as well, so the findings of the linter are reported first.
  const lint = lintContract();
  // Awaited only below. Without this handler, an earlier failure would be an unhandled rejection.
  lint.catch(() => undefined);
  const generated = await generateAgain().catch(async (error: Error) => {
    if ((await lint).length > 0) return [];
    throw error;
  });
  const wrong = await lint;
  if (wrong.length === 0) process.stderr.write('Checking the types, the suite, the tables and the docs …\n');
  const branch = readBranch();
  branch.catch(() => undefined);
  const others: PromiseSettledResult<Debt[]>[] =
    wrong.length > 0
      ? []
      : await Promise.allSettled([checkTypes(), askSuite(), askTables(branch), askProse(), askBranch(branch)]);
  // Starts the server only when no other work is left. Work that only a person can do, such as a changeset, does not count.
  const isReady =
    wrong.length === 0 && others.slice(0, -1).every((other) => other.status === 'fulfilled' && other.value.length === 0);
  // The server is checked only if it compiles, because it would fail every check otherwise.
  if (isReady) process.stderr.write('Checking the reference server …\n');
  if (isReady) others.push(...(await Promise.allSettled([askServer(), askLastRelease()])));
  const debts = [...wrong, ...others.flatMap((other) => (other.status === 'fulfilled' ? other.value : []))];
  const failures = others.flatMap((other) => (other.status === 'rejected' ? [other.reason as Error] : []));
  const isWhole = isReady && failures.length === 0;
  process.stdout.write(asJson ? `${JSON.stringify({ generated, debts }, null, 2)}\n` : describe(generated, debts, isWhole));
  for (const { message } of failures) process.stderr.write(`${message}\n`);
  process.exitCode = failures.length > 0 ? 2 : debts.length > 0 ? 1 : 0;
}

/** Lists the remaining work for a third-party contract, and facts to add. Generates nothing, and starts no server. */
async function listForeign(contract: string, asJson: boolean): Promise<void> {
  if (!statSync(contract, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no contract at ${contract}.`);
  demandFiles(contract, readFileSync(contract, 'utf8'));
  const wrong = await lintContract(contract);
  const { debts, words } = await askSuiteOf(contract).catch((error: Error) => {
    if (wrong.length === 0) throw error;
    return { debts: [], words: [] };
  });
  const all = [...wrong, ...debts];
  const text = `${words.map((line) => `${line}\n`).join('')}\n${describe([], all, true)}`;
  // Escapes control characters, because the text contains names that a third party chose.
  process.stdout.write(asJson ? `${JSON.stringify({ debts: all, words }, null, 2)}\n` : text.replace(/[^\P{Cc}\n]/gu, '�'));
  process.exitCode = all.length > 0 ? 1 : 0;
}

/** Lists what a person must still do about the change: add a changeset, and review the requirements that were rewritten. */
async function askBranch(began: Promise<Branch | undefined>): Promise<Debt[]> {
  const branch = await began;
  return [...findChangeset(branch), ...(await findRewritten(branch))];
}

/** Lists columns and statuses missing from the server's tables, and removed scopes that its tokens still hold. */
async function askTables(began: Promise<Branch | undefined>): Promise<Debt[]> {
  return askProgram('packages/server/bin/check-tables.ts', ...(await findGoneScopes(await began)));
}

function askProse(): Promise<Debt[]> {
  return askProgram('openapi/bin/check-prose.ts', ...prose, ...programs);
}

function describe(generated: string[], debts: Debt[], isWhole: boolean): string {
  const files = [...Map.groupBy(debts, ({ file }) => file)];
  const lines = files.flatMap(([file, found]) => [
    '',
    file,
    ...found.map(({ line, what }) => `  ${line === undefined ? '' : `${line}: `}${what}`),
  ]);
  const news = generated.length > 0 ? `Regenerated: ${generated.join(', ')}\n` : '';
  if (debts.length === 0) return `${news}${isWhole ? 'Nothing is owed.' : 'Nothing is known to be owed.'}\n`;
  const after = isWhole ? '' : '\nThere may be more: run this again when these are done.';
  const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
  return `${news}${lines.slice(news === '' ? 1 : 0).join('\n')}\n\nOwed: ${count(debts.length, 'thing')} in ${count(files.length, 'file')}.${after}\n`;
}
