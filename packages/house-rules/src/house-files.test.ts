/** Tests the files that GitHub, editors and other tools read. Also tests that files named in messages and comments exist. */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { listFiles, readText, root } from './repository.ts';

const templates = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root }).filter((file) => !file.endsWith('config.yml'));

test.each(templates)('%s has a name, and asks for what is needed to help', (file) => {
  const { name, description, body } = parse(readText(file)) as Record<string, unknown> & { body: { type: string; id: string }[] };
  expect([typeof name, typeof description]).toEqual(['string', 'string']);
  expect(body.length).toBeGreaterThan(1);
  expect(body.filter(({ type, id }) => !/^(input|textarea|dropdown)$/.test(type) || !id)).toEqual([]);
});

test('there are templates', () => {
  expect(templates.length).toBeGreaterThan(1);
});

test('editors break lines where the formatter does', () => {
  const { formatter } = JSON.parse(readText('biome.json'));
  expect(readText('.editorconfig')).toContain(`\nmax_line_length = ${formatter.lineWidth}\n`);
  expect(readText('.editorconfig')).toContain(`\nindent_size = ${formatter.indentWidth}\n`);
});

test('no comment is longer than a line, although the formatter leaves it', () => {
  const { lineWidth } = JSON.parse(readText('biome.json')).formatter;
  const long = listFiles()
    .filter((file) => file.endsWith('.ts') && !file.startsWith('packages/generated/src/'))
    .flatMap((file) =>
      readText(file)
        .split('\n')
        .map((line, at) => ({ line, place: `${file}:${at + 1}` })),
    )
    .filter(({ line }) => line.length > lineWidth && /^\s*(?:\/\/|\/\*\*|\*) /.test(line) && !line.includes('biome-ignore'));
  expect(long.map(({ place }) => place)).toEqual([]);
});

test('every path of CODEOWNERS and .gitattributes is there', () => {
  const files = listFiles();
  const owned = readText('.github/CODEOWNERS').matchAll(/^\/(\S+)/gm);
  const marked = readText('.gitattributes').matchAll(/^(\w[\w./-]*?)(?:\*\*)?\s/gm);
  const paths = [...owned, ...marked].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(4);
  expect(paths.filter((path) => !files.some((file) => file.startsWith(path)))).toEqual([]);
});

test('every file that a message or a comment names is there', () => {
  const files = listFiles();
  const named = /\b(?:conformance|openapi|packages|proofs|scripts)\/(?:[\w-]+\/)+[\w.-]+\.(?:ts|json|yaml|md)\b/g;
  const code = files.filter((file) => /(?<!\.test|\.d)\.ts$/.test(file));
  const gone = code.flatMap((file) =>
    Array.from(readText(file).matchAll(named), ([path]) => path)
      .filter((path) => !path.includes('/NAME/') && !existsSync(join(root, path)))
      .map((path) => `${file} names ${path}`),
  );
  expect(gone).toEqual([]);
});

test('the compose file gives the server what its image is made for', () => {
  const { services } = parse(readText('compose.yaml')) as { services: Record<string, Record<string, unknown>> };
  expect(services.server).toMatchObject({ build: '.', read_only: true, cap_drop: ['ALL'] });
  expect(services.server?.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
  expect(services.database).toHaveProperty('healthcheck');
});

test('Renovate keeps actions and images at a commit', () => {
  expect(JSON.parse(readText('.github/renovate.json')).extends).toEqual(
    expect.arrayContaining(['helpers:pinGitHubActionDigests', 'docker:pinDigests']),
  );
});

test('every changeset names its packages, and how each grows', () => {
  const changesets = listFiles().filter((file) => /^\.changeset\/(?!README).*\.md$/.test(file));
  expect(changesets.length).toBeGreaterThan(0);
  const head = /^---\n(?:'@payment-invoice\/[a-z]+': (?:patch|minor|major)\n)+---\n/;
  expect(changesets.filter((file) => !head.test(readText(file)))).toEqual([]);
});
