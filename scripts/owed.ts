/**
 * Generates what can be generated after an edit of the contract, and lists what is left to do by hand, with the file to open.
 * Exit 0 nothing is owed, 1 something is, 2 the command was called wrongly or cannot tell.
 */
import { parseArgs } from 'node:util';
import { askSuite } from './owed/ask-suite.ts';
import { checkTypes } from './owed/check-types.ts';
import type { Debt } from './owed/debt.ts';
import { findChangeset } from './owed/find-changeset.ts';
import { generateAgain } from './owed/generate-again.ts';
import { lintContract } from './owed/lint-contract.ts';
import { askProgram } from './owed/run-program.ts';

/** Prose beside the guides that speaks of operations. */
const readmes = ['client', 'server', 'stubs'].map((room) => `packages/${room}/README.md`);

const helpText = `Generates what follows from the contract, and lists what is still owed to it.

Usage: npm run owed [-- --json]

  --json  the debts as JSON, for programs
`;

try {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) process.stdout.write(helpText);
  else await listDebts(values.json === true);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}

async function listDebts(asJson: boolean): Promise<void> {
  // A contract that its rules refuse may be one that nothing can be made of: say first what is wrong with it.
  const lint = lintContract();
  const generated = await generateAgain().catch(async (error: Error) => {
    if ((await lint).length > 0) return [];
    throw error;
  });
  const wrong = await lint;
  const others =
    wrong.length > 0 ? [] : await Promise.allSettled([checkTypes(), askSuite(), askTables(), askProse(), findChangeset()]);
  const debts = [...wrong, ...others.flatMap((other) => (other.status === 'fulfilled' ? other.value : []))];
  const failures = others.flatMap((other) => (other.status === 'rejected' ? [other.reason as Error] : []));
  const isWhole = wrong.length === 0 && failures.length === 0;
  process.stdout.write(asJson ? `${JSON.stringify({ generated, debts }, null, 2)}\n` : describe(generated, debts, isWhole));
  for (const { message } of failures) process.stderr.write(`${message}\n`);
  process.exitCode = failures.length > 0 ? 2 : debts.length > 0 ? 1 : 0;
}

/** Asks the server for columns and statuses that its tables lack. */
function askTables(): Promise<Debt[]> {
  return askProgram('packages/server/bin/check-tables.ts');
}

/** Asks for samples of operations, and for prose that says something else than the contract. */
function askProse(): Promise<Debt[]> {
  return askProgram('openapi/bin/check-prose.ts', 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...readmes);
}

function describe(generated: string[], debts: Debt[], isWhole: boolean): string {
  const files = [...Map.groupBy(debts, ({ file }) => file)];
  const lines = files.flatMap(([file, found]) => [
    '',
    file,
    ...found.map(({ line, what }) => `  ${line === undefined ? '' : `${line}: `}${what}`),
  ]);
  const news = generated.length > 0 ? `Generated anew: ${generated.join(', ')}\n` : '';
  if (debts.length === 0) return `${news}${isWhole ? 'Nothing is owed.' : 'Nothing is known to be owed.'}\n`;
  const after = isWhole ? '' : '\nThere may be more: not everything could be looked at yet.';
  return `${news}${lines.slice(news === '' ? 1 : 0).join('\n')}\n\nOwed: ${debts.length} in ${files.length} files.${after}\n`;
}
