import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isOlder, oldestNode } from './launch.ts';

const room = join(import.meta.dirname, '../..');
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

test('the oldest Node.js is the one that package.json names, and that our dependencies name', () => {
  const { engines, dependencies } = manifestOf(room);
  expect(engines).toEqual({ node: `>=${oldestNode}` });
  const wanted = Object.keys(dependencies).flatMap((name) => {
    const range: string = manifestOf(join(room, 'node_modules', name)).engines?.node ?? '';
    // The last alternative of a range such as "^18 || >=20" has no upper limit.
    const [, oldest] = />=\s*([\d.]+)$/.exec(range) ?? [];
    return oldest && !name.startsWith('@payment-invoice/') ? [oldest] : [];
  });
  expect(wanted.length).toBeGreaterThan(2);
  expect(wanted.filter((version) => isOlder(oldestNode, version.padEnd(6, '.0')))).toEqual([]);
});

test.each([
  ['22.18.0', '22.19.0', true],
  ['22.19.0', '22.19.0', false],
  ['22.9.0', '22.19.0', true],
  ['22.20.0', '22.19.1', false],
  ['20.20.2', '22.19.0', true],
  ['24.0.0', '22.19.0', false],
])('%s is older than %s: %s', (version, than, expected) => expect(isOlder(version, than)).toBe(expected));
