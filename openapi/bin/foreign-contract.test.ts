/** Runs the commands on another API's contract, which has none of our extensions, from a folder outside the repository. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-foreign-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Renames an operation to `createPayment`. The commands must not take the museum's contract for ours just because of this name.
const museum = readFileSync(join(import.meta.dirname, '../../conformance/testing/plain/museum.yaml'), 'utf8').replaceAll(
  'buyTicket',
  'createPayment',
);
writeFileSync(join(folder, 'museum.yaml'), museum);

function run(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, command), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stderr).not.toContain('    at ');
  return { status, stdout, stderr };
}

test('docs: its own page, with its own words, and none of our guides', () => {
  const { status, stdout } = run('build-docs.ts', '--contract', 'museum.yaml', '--out', 'docs/index.html');
  expect({ status, written: readdirSync(join(folder, 'docs')) }).toEqual({
    status: 0,
    written: ['index.html', 'openapi.json', 'openapi.yaml'],
  });
  expect(stdout).not.toContain('page.html');
  const page = readFileSync(join(folder, 'docs/index.html'), 'utf8');
  const [, text = ''] = /<script type="application\/json" id="contract">(.*)<\/script>/.exec(page) ?? [];
  expect(text).toContain('"operationId":"planEvent"');
  expect(page).toContain('<title>Visits of a museum</title>');
  expect(page).not.toContain('idempotency-and-retries');
});

test('breaking: two contracts of several files each, and no repository', () => {
  for (const [name, required] of [
    ['old', 'kind'],
    ['new', 'kind, day'],
  ]) {
    writeFileSync(
      join(folder, `${name}-parts.yaml`),
      `Ticket: {type: object, required: [${required}], properties: {kind: {}, day: {}}}\n`,
    );
    const body = `requestBody: {content: {application/json: {schema: {$ref: "${name}-parts.yaml#/Ticket"}}}}`;
    const operation = `{operationId: buyTicket, ${body}, responses: {}}`;
    const head = "openapi: 3.0.3\ninfo: {title: Tickets, version: '1'}";
    writeFileSync(join(folder, `${name}.yaml`), `${head}\npaths: {/tickets: {post: ${operation}}}\n`);
  }
  const { status, stdout } = run('check-breaking.ts', '--before', 'old.yaml', '--contract', 'new.yaml');
  expect(stdout).toContain('Breaking (1):\n  - day: was optional, is required (request body of buyTicket)');
  expect(status).toBe(1);
});

test.each([
  ['a file that is missing', 'nothing.yaml', undefined, 'There is no contract at'],
  ['no YAML', 'broken.yaml', 'a: [', 'is not YAML'],
  ['no OpenAPI', 'other.yaml', 'a: 1', 'is not an OpenAPI document'],
  ['Swagger 2.0', 'old.yaml', "swagger: '2.0'", 'convert it to OpenAPI 3 first'],
  [
    'a part somewhere else',
    'remote.yaml',
    'openapi: 3.1.0\npaths: {/a: {$ref: "https://a.example/a.yaml"}}',
    'nothing is fetched',
  ],
  [
    'a part that is missing',
    'alone.yaml',
    'openapi: 3.1.0\npaths: {/a: {$ref: "./gone.yaml"}}',
    'gone.yaml, which cannot be read',
  ],
  ['a version to come', 'later.yaml', 'openapi: 4.0.0\ninfo: {title: A, version: "1"}\npaths: {}', 'of no version of OpenAPI 3'],
  [
    'a path that refers to itself',
    'itself.yaml',
    'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {/a: {$ref: "#/paths/~1a"}}',
    'itself',
  ],
  ['aliases of aliases', 'bomb.yaml', bomb(), 'Are there aliases of aliases in it?'],
])('%s: a sentence', (_what, name, text, sentence) => {
  if (text !== undefined) writeFileSync(join(folder, name), text);
  const docs = run('build-docs.ts', '--contract', name, '--out', 'never.html');
  const breaking = run('check-breaking.ts', '--before', 'museum.yaml', '--contract', name);
  for (const { status, stderr } of [docs, breaking]) {
    expect(stderr).toContain(sentence);
    expect(status).not.toBe(0);
  }
});

test('schemas inside schemas without an end in sight end in a sentence', () => {
  const write = (name: string, least: number) => {
    const level = (depth: number) => {
      const part = depth === 8 ? `{type: string, minLength: ${least}}` : `{$ref: "#/components/schemas/D${depth + 1}"}`;
      return `D${depth}: {type: object, properties: {${Array.from({ length: 8 }, (_, index) => `p${index}: ${part}`).join(', ')}}}`;
    };
    const schemas = Array.from({ length: 9 }, (_, depth) => `    ${level(depth)}`).join('\n');
    const body = 'requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/D0"}}}}';
    writeFileSync(
      join(folder, name),
      `openapi: 3.1.0\ninfo: {title: Wide, version: '1'}\npaths: {/a: {post: {${body}, responses: {}}}}\ncomponents:\n  schemas:\n${schemas}\n`,
    );
  };
  write('wide.yaml', 2);
  write('wider.yaml', 3);
  expect(run('check-breaking.ts', '--before', 'wide.yaml', '--contract', 'wide.yaml').status).toBe(0);
  const { stderr } = run('check-breaking.ts', '--before', 'wide.yaml', '--contract', 'wider.yaml');
  expect(stderr).toContain('has schemas inside schemas so often that they cannot be compared');
});

test('owed: what is derived, what the next fact would buy, and the requirement that no case tries', () => {
  const owed = '../../scripts/owed.ts';
  const plain = run(owed, '--contract', 'museum.yaml');
  expect(plain.stdout).toMatch(/^The suite derives \d+ cases from it\.\nState x-echoes: \{operation: planEvent, property: …\}/);
  expect(plain.stdout).toContain('Nothing is owed.');
  expect(plain.status).toBe(0);
  const stated = 'x-requirements: [{id: nights-are-dark, level: MUSTY, text: Nights are dark., source: OpenAPI}]';
  writeFileSync(join(folder, 'stated.yaml'), museum.replace('operationId: planEvent', `operationId: planEvent\n      ${stated}`));
  const { status, stdout } = run(owed, '--contract', 'stated.yaml');
  expect(stdout).toContain('x-requirements[0].level is "MUSTY". Write MUST or SHOULD.');
  expect(stdout).toContain('No case tries the requirement nights-are-dark: state a fact');
  expect(stdout).toContain('Owed: 2 things in 1 file.');
  expect(status).toBe(1);
});

test('owed: a finding in a part of the contract names the file of that part', () => {
  writeFileSync(join(folder, 'part.yaml'), 'get: {responses: {"200": {description: Fine., content: 7}}}');
  const text = 'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {/a: {$ref: "./part.yaml"}}\n';
  writeFileSync(join(folder, 'whole.yaml'), text);
  expect(run('../../scripts/owed.ts', '--contract', 'whole.yaml').stdout).toMatch(/^.*\/part\.yaml\n {2}1: /m);
});

test('docs of another contract do not take the place of ours', () => {
  const { status, stderr } = run('build-docs.ts', '--contract', 'museum.yaml');
  expect(stderr).toContain('Name a file with --out');
  expect(status).toBe(2);
});

test.each([
  ['the contract beside the docs', 'openapi.yaml', 'index.html'],
  ['the contract as the docs', 'api.yaml', 'api.yaml'],
  ['a part of the contract', 'main.yaml', 'index.html'],
])('docs do not overwrite %s', (what, contract, out) => {
  const own = join(folder, what.replaceAll(' ', '-'));
  mkdirSync(own);
  writeFileSync(join(own, 'openapi.json'), '{"type": "string"}');
  const text = `# by hand\n${museum}${contract === 'main.yaml' ? 'x-part: {$ref: "./openapi.json"}\n' : ''}`;
  writeFileSync(join(own, contract), text);
  const { status, stderr } = run('build-docs.ts', '--contract', join(own, contract), '--out', join(own, out));
  expect(stderr).toContain('a file of the contract: name another folder with --out');
  expect(status).toBe(2);
  expect(readFileSync(join(own, contract), 'utf8')).toBe(text);
  expect(readdirSync(own)).toHaveLength(2);
});

test('documents for generators of another contract do not take the place of ours', () => {
  const { status, stderr } = run('derive-for-generators.ts', '--contract', 'museum.yaml');
  expect(stderr).toContain('Name a folder with --out');
  expect(status).toBe(2);
});

test('documents for generators do not overwrite the contract', () => {
  const own = join(folder, 'openapi.generators.json');
  writeFileSync(own, museum);
  const { status, stderr } = run('derive-for-generators.ts', '--contract', own, '--out', folder);
  expect(stderr).toContain('would overwrite the contract');
  expect(status).toBe(2);
  expect(readFileSync(own, 'utf8')).toBe(museum);
});

/** Returns a short YAML document that expands to 400 million values: nine lists, each with nine copies of the previous one. */
function bomb(): string {
  const lists = Array.from(
    { length: 9 },
    (_, level) =>
      `  - &l${level + 1} [${Array(9)
        .fill(level === 0 ? '0' : `*l${level}`)
        .join(', ')}]`,
  );
  return `openapi: 3.1.0\nx-lists:\n${lists.join('\n')}\n`;
}
