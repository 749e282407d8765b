import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readText, root } from './repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-docs-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command from another folder, because the result must not depend on the current folder. */
function buildDocs(...args: string[]) {
  const command = join(root, 'openapi/bin/build-docs.ts');
  return spawnSync(process.execPath, [command, ...args], { cwd: folder, encoding: 'utf8' });
}

test('writes pages that load nothing from outside', () => {
  const { status, stdout, stderr } = buildDocs('--out', 'docs/index.html');
  expect({ status, stderr }).toEqual({ status: 0, stderr: 'Building the docs …\n' });
  const written = readdirSync(join(folder, 'docs'));
  expect(written).toEqual([
    'arazzo',
    'generators',
    'index.html',
    'openapi.json',
    'openapi.yaml',
    'page.html',
    'requirements.html',
  ]);
  expect(stdout).toMatch(/^Wrote to docs\/, which works offline:\n/);
  for (const name of written) expect(stdout).toContain(name);

  const page = readFileSync(join(folder, 'docs/page.html'), 'utf8');
  expect(page).toContain('/api/v1/payments/create');
  expect(page).toMatch(/default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-/);
  expect(page.match(/<(?:link|script|img|iframe)\b[^>]*\b(?:src|href)="(?!data:)/g)).toBeNull();
  const rendered = readFileSync(join(folder, 'docs/index.html'), 'utf8');
  expect(rendered).toMatch(/default-src 'none'; script-src (?:'sha256-[^']+' ?)+; style-src (?:'sha256-[^']+' ?)+;/);
  expect(rendered).not.toContain('cdn.redoc.ly');
});

function writeContract(words: string): string {
  const contract = join(folder, 'contract.yaml');
  writeFileSync(contract, readText('openapi/openapi.yaml').replace(/(carry the [^\n]+`note`\.)/, `$1 ${words}`));
  return contract;
}

test('refuses a contract with an image from outside', () => {
  const contract = writeContract('See ![the flow](https://img.example/flow.png).');
  const { status, stderr } = buildDocs('--contract', contract, '--out', 'refused.html');
  expect(stderr).toContain('The docs are not offline: a browser would load https://img.example/flow.png');
  expect(stderr).not.toContain('    at ');
  expect(status).toBe(1);
  expect(readdirSync(folder)).not.toContain('refused.html');
});

test('shows HTML in a contract as text', () => {
  const contract = writeContract("See <img src='https://img.example/flow.png'><script>alert(1)</script>.");
  expect(buildDocs('--contract', contract, '--out', 'shown.html').stderr).toBe('Building the docs …\n');
  const [page, rendered] = ['page.html', 'shown.html'].map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(page).toContain('&#60;img src=');
  expect(page).not.toContain('<script>alert');
  expect(rendered).toContain("&lt;img src='https://img.example/flow.png'>&lt;script>alert");
  expect(rendered).not.toMatch(/(?:<|\\u003c)(?:script>alert|img src='https)/);
});

test.each([
  [['--bogus'], '--bogus'],
  [['page.html'], 'page.html'],
  [['--out', ''], '--out is empty'],
  [['--out', '.'], 'is a folder'],
  [['--out', 'page.html'], 'names a file beside the docs'],
  [['--contract', 'nothing.yaml'], 'There is no contract'],
])('%s: a sentence and exit 2', (args, words) => {
  const { status, stderr } = buildDocs(...args);
  expect(stderr).toContain(words);
  expect(stderr).toContain('Usage: npm run docs');
  expect(stderr).not.toContain('    at ');
  expect(status).toBe(2);
});
