/** Tests that the contract can be changed: the linter accepts each change, and `owed` lists the work that is left. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ended } from '@payment-invoice/browser/run-process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../repository.ts';
import { startCommand } from '../run-block.ts';
import type { Contract } from './change.ts';
import { changes } from './changes/index.ts';
import { copyWorkspace } from './copy-workspace.ts';

interface Debt {
  file: string;
  what: string;
}

const copy = mkdtempSync(join(tmpdir(), 'payment-invoice-drill-'));
beforeAll(() => copyWorkspace(copy));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const changed: Contract = parse(readFileSync(join(root, 'openapi/openapi.yaml'), 'utf8'));
for (const { edit } of changes) edit(changed);

describe('after all changes', () => {
  let debts: Debt[] = [];
  let generated: string[] = [];
  beforeAll(async () => {
    writeContract(join(copy, 'openapi/openapi.yaml'), changed);
    const { output, exit } = await run('scripts/owed.ts', '--json');
    if (exit !== 1) throw new Error(`owed ended with ${exit}:\n${output}`);
    ({ debts, generated } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)));
  });

  test('the contract passes its linter', () => {
    expect(debts.filter(({ file }) => file === 'openapi/openapi.yaml')).toEqual([]);
  });

  test.each(changes.flatMap(({ name, owes }) => owes.map(([file, says]) => ({ name, file, says }))))(
    '$name: $file is owed, $says',
    ({ file, says }) => {
      expect(debts.filter((debt) => debt.file === file).map(({ what }) => what)).toContainEqual(expect.stringMatching(says));
    },
  );

  test('numbers in guides and samples of simple calls are written, not owed', () => {
    expect(generated).toEqual(expect.arrayContaining(changes.flatMap(({ generates = [] }) => generates)));
  });

  test('every debt has one of the changes as its reason', () => {
    const expected = changes.flatMap(({ owes }) => owes.map(([file]) => file));
    const parts = /reference|cancel|server-timing|duration|currency/i;
    expect(debts.filter(({ file, what }) => !expected.includes(file) && !parts.test(what))).toEqual([]);
  });
});

describe('the linter finds each way to state one badly', () => {
  const spoilt = changes.flatMap(({ name, mistakes }) =>
    Object.entries(mistakes).map(([how, [spoil, says]]) => ({ key: `${name}: ${how}`, spoil, says })),
  );
  let reports: string[] = [];
  beforeAll(async () => {
    const files = spoilt.map(({ spoil }, index) => {
      const contract = structuredClone(changed);
      spoil(contract);
      writeContract(join(copy, `openapi/spoilt-${index}.yaml`), contract);
      return `openapi/spoilt-${index}.yaml`;
    });
    const linter = 'openapi/node_modules/@redocly/cli/bin/cli.js';
    const { output } = await run(linter, 'lint', '--config', 'openapi/redocly.yaml', '--format', 'json', ...files);
    // The linter prints one JSON report per file without a separator. Each report begins with its totals.
    reports = output.split('"totals"').slice(1);
  });

  test.each(spoilt.map(({ key, says }, index) => ({ key, says, index })))('$key', ({ says, index }) => {
    expect(reports).toHaveLength(spoilt.length);
    expect(reports[index]?.replaceAll('\\"', '"')).toMatch(says);
  });
});

function writeContract(file: string, contract: Contract): void {
  // JSON is valid YAML.
  writeFileSync(file, JSON.stringify(contract, null, 2));
}

/** Runs a program in the copy, without BASE_URL: otherwise the suite would check the server at that URL. */
function run(file: string, ...args: string[]): Promise<Ended> {
  return startCommand(process.execPath, [join(copy, file), ...args], { BASE_URL: undefined }, 150_000, copy).ended;
}
