import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A problem that the linter reports. `at` is a JSON pointer that begins with `#`. */
export interface Problem {
  rule: string;
  at: string;
  message: string;
}

/** A document, and the rule that lints it. */
export interface Lint {
  rule: string;
  options: object;
  document: object;
}

const cli = resolve(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js');
const plugin = resolve(import.meta.dirname, '../plugin.ts');

/** Lints each document with its own rule, in one run, because the linter starts slowly. Keeps the order of the documents. */
export async function runLint(lints: readonly Lint[]): Promise<Problem[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-lint-'));
  try {
    const apis = lints.map(({ rule, options }, index) => {
      const rules = { [`payment-invoice/${rule}`]: { severity: 'error', ...options } };
      return [`document-${index}`, { root: `${index}.json`, rules }];
    });
    // Writes the configuration as JSON, which is valid YAML.
    const config = { telemetry: 'off', plugins: [plugin], apis: Object.fromEntries(apis) };
    writeFileSync(join(folder, 'redocly.yaml'), JSON.stringify(config));
    for (const [index, { document }] of lints.entries())
      writeFileSync(join(folder, `${index}.json`), JSON.stringify(document, null, 2));
    const output = await run(folder, ['lint', '--config', 'redocly.yaml', '--format', 'json', '--max-problems', '1000']);
    // The output contains one JSON value for each document, without a separator.
    const reports = output.split(/(?<=\n\})(?=\{\n)/).map((text) => JSON.parse(text));
    if (reports.length !== lints.length)
      throw new Error(`The linter reported on ${reports.length} documents of ${lints.length}:\n${output}`);
    return reports.map(({ problems }) => problems.map(readProblem));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readProblem({
  ruleId,
  message,
  location,
}: {
  ruleId: string;
  message: string;
  location: [{ pointer: string }];
}): Problem {
  return { rule: ruleId, at: location[0].pointer, message };
}

/** Runs the linter and returns its standard output. Accepts exit code 1, because most of the documents contain a mistake. */
function run(cwd: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) =>
    execFile(process.execPath, [cli, ...args], { cwd, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (error && error.code !== 1) reject(new Error(`The linter failed: ${stderr}`, { cause: error }));
      else if (stdout.trim() === '') reject(new Error(`The linter said nothing: ${stderr}`));
      else resolve(stdout.trim());
    }),
  );
}
