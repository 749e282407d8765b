/**
 * Compares `npm run breaking` with oasdiff on single edits of the contract, each with a known effect: `npm run prove --
 * breaking`. Installs oasdiff, a Go program, into build/languages/cache unless `--oasdiff PROGRAM` names one. `--write` saves the
 * table. Exit code: 0 if all was measured, 1 if a tool failed, 2 if the command was called wrongly.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseContract } from '../../../openapi/reader/parse-contract.ts';
import { judge, listEdits, renderMeasure } from '../measure.ts';

const version = '1.35.0';
const helpText = `Runs npm run breaking and oasdiff on single edits of the contract, and compares their verdicts with the known effect of each edit.

Usage: npm run prove -- breaking [--oasdiff PROGRAM] [--write]

  --oasdiff PROGRAM  the oasdiff to use; by default, version ${version} is installed with Go
  --write            writes the table to proofs/breaking/measured.md
`;
/**
 * The checks of oasdiff that an expert would raise to `error` for this contract. oasdiff considers their findings harmless, but
 * this contract promises that it never removes anything.
 */
const severityLevels = [
  'response-non-success-status-removed',
  'response-success-status-added',
  'api-operation-id-removed',
  'optional-response-header-removed',
  'response-optional-property-removed',
];
const why =
  'So set up, oasdiff would do for what OpenAPI describes. `npm run breaking` is kept for what oasdiff cannot know, which is in no edit here: the lifecycle, scopes, rates, delivery schedules and the other facts of the contract. And it needs npm only, where oasdiff is a Go program.';
const root = resolve(import.meta.dirname, '../../..');

try {
  const { oasdiff, write, help } = readCommand();
  if (help) process.stdout.write(helpText);
  else measure(oasdiff ?? installOasdiff(), write);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode ||= 1;
}

function readCommand(): { oasdiff?: string | undefined; write: boolean; help: boolean } {
  try {
    const write = { type: 'boolean', default: false } as const;
    const { values } = parseArgs({ options: { oasdiff: { type: 'string' }, write, help: { type: 'boolean', short: 'h' } } });
    return { oasdiff: values.oasdiff, write: values.write, help: values.help === true };
  } catch (error) {
    process.exitCode = 2;
    throw new Error(`${(error as Error).message.split('. ')[0]}.\n\n${helpText}`);
  }
}

function installOasdiff(): string {
  const folder = join(root, 'build/languages/cache/bin');
  const program = join(folder, 'oasdiff');
  if (existsSync(program)) return program;
  process.stderr.write('Installing oasdiff …\n');
  const { status, error, stderr } = spawnSync('go', ['install', `github.com/oasdiff/oasdiff@v${version}`], {
    env: { ...process.env, GOBIN: folder },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`oasdiff cannot be installed: ${error ? 'there is no go on the PATH' : stderr}`);
  return program;
}

function measure(oasdiff: string, write: boolean): void {
  process.stderr.write('Listing the edits …\n');
  const file = join(root, 'openapi/openapi.yaml');
  const document = parseContract(readFileSync(file, 'utf8'), file);
  const edits = listEdits(document);
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-breaking-'));
  try {
    writeFileSync(join(folder, 'before.json'), JSON.stringify(document));
    writeFileSync(join(folder, 'levels.txt'), severityLevels.map((check) => `${check} err\n`).join(''));
    const byDefault: boolean[] = [];
    const told: boolean[] = [];
    for (const [done, { document: after }] of edits.entries()) {
      if (done % 50 === 0) process.stderr.write(`${done} of ${edits.length} edits judged by oasdiff\n`);
      writeFileSync(join(folder, 'after.json'), JSON.stringify(after));
      byDefault.push(judgeByOasdiff(oasdiff, folder));
      told.push(judgeByOasdiff(oasdiff, folder, '--severity-levels', 'levels.txt'));
    }
    const ours = edits.map((edit) => judge(document, edit));
    const verdicts = { 'npm run breaking': ours, [`oasdiff ${version}`]: told, 'with its defaults': byDefault };
    const made = `Measured on ${new Date().toISOString().slice(0, 10)} by \`npm run prove -- breaking --write\`: of ${edits.length} single edits of the contract, how many each tool judges right.`;
    const levels = `oasdiff is told by \`--severity-levels\` that five changes which other contracts allow are errors in this one: ${severityLevels.map((check) => `\`${check}\``).join(', ')}.`;
    const table = `${made} ${levels}\n\n${why}\n\n${renderMeasure(edits, verdicts)}`;
    process.stdout.write(table);
    if (write) writeFileSync(join(import.meta.dirname, '../measured.md'), table);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Checks whether oasdiff reports an error or a warning.
 * @throws Error when oasdiff cannot compare the documents
 */
function judgeByOasdiff(oasdiff: string, folder: string, ...options: string[]): boolean {
  const args = ['breaking', 'before.json', 'after.json', '--fail-on', 'WARN', ...options];
  const { status, stderr, error } = spawnSync(oasdiff, args, { cwd: folder, encoding: 'utf8' });
  if (status === 0 || status === 1) return status === 1;
  throw new Error(`oasdiff does not compare: ${error?.message ?? stderr}`);
}
