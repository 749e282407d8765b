/**
 * Writes all files in ../src, or in the folder that `--out` names, from the contract. Only this program imports
 * openapi-typescript, so that it can be replaced in one place. Exits with 0 when all files are written, 1 when the
 * contract cannot be read, and 2 when the command was called wrongly.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { writeExamples } from './write-examples.ts';
import { writeFacts } from './write-facts.ts';
import { writeLifecycle, writeStatuses } from './write-lifecycle.ts';
import { type Contract, gatherOperations, writeOperations } from './write-operations.ts';

const helpText = `Writes the types, the tables and the bundled contract from openapi/openapi.yaml.

Usage: npm run generate [-- --contract FILE --out FOLDER]

  --contract FILE  another contract: of any OpenAPI 3 document, the types and the bundled contract
  --out FOLDER     another place than packages/generated/src
`;
const index = `export {
  bodyLimit,
  delivery,
  extensions,
  features,
  identifiers,
  invoiceLifetime,
  keptSeconds,
  operationFeatures,
  paidBeforeCreation,
  rateLimits,
  scopes,
  statusFeatures,
  urlRules,
} from './facts.ts';
export { lifecycleEvents, transitions } from './lifecycle.ts';
export { operationScopes, operationTable, requiredHeaders } from './operations.ts';
export { problems } from './problems.ts';
export { eventStatuses, finalStatuses, initialStatus, invoiceFields, statuses } from './statuses.ts';
export type { components, operations, paths } from './types.ts';
`;
/** The text of index.ts for a third party's contract, which lacks the facts from which the tables are made. */
const plainIndex = "export type { components, operations, paths } from './types.ts';\n";
/** The command that bundles a contract. It belongs to the contract's package. */
const bundler = fileURLToPath(new URL('bin/bundle-contract.ts', import.meta.resolve('@payment-invoice/contract/openapi.yaml')));

/** The start of each TypeScript file that this program writes. */
const banner = '// Written by `npm run generate` from ';

/** The folder with the files that are generated from our contract. Nothing in it is written by hand. */
const home = join(import.meta.dirname, '../src');

const command = readCommand();
if (command.help) process.stdout.write(helpText);
else if (command.mistake !== undefined) refuse(`${command.mistake}\n\n${helpText}`, 2);
else await generate(command.contract, command.out).catch(({ message }: Error) => refuse(`${message}\n`, 1));

function readCommand() {
  try {
    const { values } = parseArgs({
      options: { contract: { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    const contract = resolve(values.contract ?? fileURLToPath(import.meta.resolve('@payment-invoice/contract/openapi.yaml')));
    const out = resolve(values.out ?? home);
    return { help: values.help === true, mistake: findMistake(values, contract, out), contract, out };
  } catch (error) {
    return { help: false, mistake: (error as Error).message.split('. ')[0], contract: '', out: '' };
  }
}

function findMistake(given: { contract?: string; out?: string }, contract: string, out: string): string | undefined {
  for (const [name, value] of Object.entries(given)) if (value === '') return `--${name} is empty.`;
  if (!existsSync(contract)) return `There is no contract at ${contract}.`;
  if (!statSync(contract).isFile()) return `${contract} is no file.`;
  if (existsSync(out) && !statSync(out).isDirectory()) return `--out ${out} is not a folder.`;
  if (given.contract !== undefined && given.out === undefined)
    return 'Name a folder with --out: otherwise this would overwrite the files that are generated from openapi/openapi.yaml.';
  return undefined;
}

/** Generates the content of all files before it writes any of them. */
async function generate(contractFile: string, out: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'payment-invoice-generate-'));
  try {
    const bundled = join(scratch, 'contract.json');
    const { status, stdout, stderr } = spawnSync(process.execPath, [bundler, contractFile, bundled], { encoding: 'utf8' });
    if (status !== 0) return refuse(`The contract cannot be read; nothing was written.\n${stderr.trim()}\n`, 1);
    const contract = JSON.parse(readFileSync(bundled, 'utf8'));
    // Only the payment invoice contract has the facts from which the tables for the stubs and the client are made.
    const isOurs = stdout === 'payments';
    if (isOurs) {
      gatherOperations(contract);
      writeFileSync(bundled, JSON.stringify(contract));
    }
    const tables = isOurs ? writeTables(contract) : { 'index.ts': plainIndex };
    if (typeof tables === 'string') return refuse(`${contractFile} needs ${tables}; nothing was written.\n`, 1);
    // Imported only now, because it loads the TypeScript compiler, which would delay the help and messages about wrong options
    // and incomplete contracts.
    const { default: openapiTypescript, astToString } = await import('openapi-typescript');
    // With this setting, a request may leave out a property that has a default.
    const made = await openapiTypescript(pathToFileURL(bundled), { defaultNonNullable: false }).catch((error: Error) => error);
    if (made instanceof Error)
      return refuse(`No types can be made of ${contractFile}; nothing was written.\n${made.message}\n`, 1);

    const head = `${banner}${isOurs ? 'openapi/openapi.yaml' : basename(contractFile)}. Do not edit.\n`;
    const programs = Object.entries({ 'types.ts': astToString(made), ...tables });
    const files: [name: string, text: string][] = [
      ['contract.json', `${JSON.stringify(contract, null, 2)}\n`],
      ...programs.map(([name, text]): [string, string] => [name, head + text]),
    ];
    const lost =
      out === home ? undefined : files.map(([name]) => join(out, name)).find((file) => file === contractFile || isByHand(file));
    if (lost !== undefined) return refuse(`This would overwrite ${lost}: name another folder with --out.\n`, 2);
    mkdirSync(out, { recursive: true });
    const written = files.filter(([name, text]) => writeChanged(join(out, name), text)).map(([name]) => name);
    process.stdout.write(written.length > 0 ? `Wrote ${written.join(', ')} in ${out}\n` : `Nothing new in ${out}\n`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Returns whether a file exists that this program did not write. The TypeScript files that it writes begin with the banner. JSON
 * cannot contain a banner, so for a JSON file the `types.ts` in the same folder is checked.
 */
function isByHand(file: string): boolean {
  const withBanner = file.endsWith('.ts') ? file : join(dirname(file), 'types.ts');
  return existsSync(file) && !(existsSync(withBanner) && readFileSync(withBanner, 'utf8').startsWith(banner));
}

/**
 * Returns the contents of the files with the tables, by file name. If the contract lacks something that a table needs, returns a
 * sentence that says what is missing.
 */
function writeTables(contract: Contract & { 'x-problems'?: unknown }): Record<string, string> | string {
  const problems = readProblems(contract['x-problems']);
  if (!problems) return 'x-problems: each code with a status and a title';
  const [statuses, lifecycle] = [writeStatuses(contract), writeLifecycle(contract)];
  if (statuses === undefined || lifecycle === undefined) return 'a schema InvoiceStatus with x-lifecycle';
  return {
    'problems.ts': `export const problems = ${JSON.stringify(problems, null, 2)} as const;\n`,
    'operations.ts': writeOperations(contract),
    'facts.ts': writeFacts(contract),
    'examples.ts': writeExamples(contract),
    'lifecycle.ts': lifecycle,
    'statuses.ts': statuses,
    'index.ts': index,
  };
}

/**
 * Writes a file if its text has changed. Writes it in one step, so that other programs never read half a file. Returns false if
 * the file was up to date.
 */
function writeChanged(file: string, text: string): boolean {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
  return true;
}

/** Reads the status and title of each problem; undefined when there are no problems, or when one has no status or title. */
function readProblems(catalogue: unknown): Record<string, { status: number; title: string }> | undefined {
  const entries = Object.entries((catalogue ?? {}) as Record<string, { status?: unknown; title?: unknown } | null>).map(
    ([code, problem]) => [code, { status: Number(problem?.status), title: String(problem?.title ?? '') }] as const,
  );
  const isWhole = entries.every(([, { status, title }]) => Number.isInteger(status) && title !== '');
  return entries.length > 0 && isWhole ? Object.fromEntries(entries) : undefined;
}

function refuse(message: string, exitCode: 1 | 2): void {
  process.stderr.write(message);
  process.exitCode = exitCode;
}
