import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readText, root } from './repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-docs-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command from a folder outside the repository, which must make no difference. */
function buildDocs(...args: string[]) {
  const command = join(root, 'openapi/bin/build-docs.ts');
  return spawnSync(process.execPath, [command, ...args], { cwd: folder, encoding: 'utf8' });
}

test('writes one page that loads nothing from outside', () => {
  const { status, stdout, stderr } = buildDocs('--out', 'docs/index.html');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(
    /^Wrote the docs to docs\/index\.html \([\d.]+ MB, one file, works offline\)\.\nWrote .+ requirements\.html beside it\.\nWrote openapi\.yaml, generators\/ and arazzo\/ beside it: .+\n$/,
  );
  expect(readdirSync(join(folder, 'docs'))).toEqual(['arazzo', 'generators', 'index.html', 'openapi.yaml', 'requirements.html']);

  const page = readFileSync(join(folder, 'docs/index.html'), 'utf8');
  expect(page).toContain('/api/v1/payments/create');
  expect(page).toContain('"disableTelemetry":true');
  expect(page).toContain("default-src 'none'");
  const markup = page.replace(/<script type="module">[\s\S]*/, '');
  expect(markup.match(/<(?:link|script|img|iframe)\b[^>]*\b(?:src|href)="(?!data:)/g)).toBeNull();
  expect(page.match(/\/\/(?:cdn|fonts|otel)\.\w+/g)).toBeNull();
});

test.each([
  ['an image in Markdown', 'See ![the flow](https://img.example/flow.png).'],
  ['an image in HTML', "See <img src='https://img.example/flow.png'>."],
])('refuses a contract with %s from outside', (_, description) => {
  const contract = join(folder, 'contract.yaml');
  const docs = `externalDocs: { description: ${JSON.stringify(description)}, url: 'https://x.example' }`;
  writeFileSync(contract, `${readText('openapi/openapi.yaml')}\n${docs}\n`);
  const { status, stderr } = buildDocs('--contract', contract, '--out', 'refused.html');
  expect(stderr).toContain('The docs are not offline: a browser would load https://img.example/flow.png');
  expect(stderr).not.toContain('    at ');
  expect(status).toBe(1);
  expect(readdirSync(folder)).not.toContain('refused.html');
});

test.each([
  [['--bogus'], '--bogus'],
  [['page.html'], 'page.html'],
  [['--out', ''], '--out is empty'],
  [['--out', '.'], 'is a folder'],
  [['--contract', 'nothing.yaml'], 'There is no contract'],
])('%s: a sentence and exit 2', (args, words) => {
  const { status, stderr } = buildDocs(...args);
  expect(stderr).toContain(words);
  expect(stderr).toContain('Usage: npm run docs');
  expect(stderr).not.toContain('    at ');
  expect(status).toBe(2);
});
