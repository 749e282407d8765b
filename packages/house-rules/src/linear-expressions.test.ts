/**
 * Tests that every regular expression of the product and the suite takes at most linear time on text from outside. Otherwise a
 * request of 32 KB could occupy the server for a second, or a response could stop the suite.
 *
 * recheck judges the expressions. It proves most of them linear. For the others it counts the steps of a simulated match and
 * returns a text that takes long to match. Such an expression is then run on that text in the engine of Node.js.
 *
 * Other tools are not enough: eslint-plugin-regexp needs a fiftieth of the time, but misses expressions that begin with more than
 * one character, such as `/\/\*.*?\*\//`. redos-detector counts paths instead of steps, and complains about one expression in
 * four.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { check } from 'recheck';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Expression, listExpressions } from './list-expressions.ts';
import { listFiles, readText, root } from './repository.ts';

/** The rooms whose code reads text from outside. All other code reads only this repository, or belongs to a test. */
const rooms = [
  'conformance/adapters/',
  'conformance/bin/',
  'conformance/cases/',
  'conformance/payments/',
  'conformance/src/',
  'openapi/',
  'packages/client/src/',
  'packages/demo-shop/',
  'packages/generated/src/',
  'packages/kit/src/',
  'packages/server/bin/',
  'packages/server/src/',
  'packages/stubs/',
];
const sources = listFiles().filter(
  (file) =>
    rooms.some((room) => file.startsWith(room)) && /\.[cm]?[jt]s$/.test(file) && !/\.test(-d)?\.ts$|\/testing\//.test(file),
);

/** Files with expressions that are not linear, each with the reason why the text that it reads is short enough. */
const exceptions: Readonly<Record<string, string>> = {
  'openapi/docs/find-unshown.ts': 'the page of the docs, which this repository has just made',
  'openapi/docs/read-guide.ts': 'the guides, with tables that were made of the contract',
  'openapi/docs/render-markdown.ts': 'the descriptions of the contract, which this repository writes',
  'openapi/docs/render-redoc.ts': 'the page that Redoc has just made of the contract',
};

/** Limits on recheck's effort. With its defaults, recheck takes eight times as long and finds the same 25 slow expressions. */
const effort = {
  maxNFASize: 2_000,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 40,
  mutationSize: 10,
  crossoverSize: 5,
  maxIteration: 3,
};

// Skips expressions without unlimited repetition: they match a limited number of characters, so they are linear.
const isOpen = ({ pattern }: Expression): boolean => /[*+]|,\}/.test(pattern);
const nameOf = ({ pattern, flags }: Expression): string => `/${pattern}/${flags}`;

/**
 * Returns true if the expression reads a million characters within 0.4 s of CPU time. On a quiet machine, a linear expression
 * needs a fortieth of that. Tests short strings first, because a quadratic expression would take minutes.
 */
function isFast(
  expression: RegExp,
  { pumps, suffix }: { pumps: readonly { prefix: string; pump: string }[]; suffix: string },
): boolean {
  for (let times = 100; ; times *= 2) {
    const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix;
    const before = process.threadCpuUsage();
    // Resets an expression with the flag g or y, which would otherwise continue where its last match ended.
    expression.lastIndex = 0;
    expression.test(text);
    const { user, system } = process.threadCpuUsage(before);
    if (user + system > 400_000) return false;
    if (text.length > 1e6) return true;
  }
}

/** Examines an expression. Returns an empty string if it is linear, and a sentence about it if not. */
async function judge({ pattern, flags }: Expression): Promise<string> {
  // Leaves time for the slowest expression on a busy machine. Most take a few milliseconds.
  const result = await check(pattern, flags.replace('v', 'u'), { ...effort, timeout: 120_000 });
  if (result.status === 'safe') return '';
  if (
    result.status === 'vulnerable' &&
    result.complexity.type === 'polynomial' &&
    isFast(new RegExp(pattern, flags), result.attack)
  )
    return '';
  if (result.status === 'vulnerable') return `takes long for ${result.attack.pattern}`;
  return `cannot be judged (${result.error.kind}): write it in a simpler way`;
}

/** Judges each expression once, and stores the verdicts for the next run. */
async function judgeAll(expressions: readonly Expression[]): Promise<Map<string, string>> {
  const folder = join(root, 'node_modules/.cache/payment-invoice');
  const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string };
  const file = join(folder, `expressions-${version}.json`);
  let known: Record<string, string> = {};
  try {
    known = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Before the first run there is no file of verdicts.
  }
  const verdicts = new Map<string, string>();
  for (const expression of expressions) {
    const name = nameOf(expression);
    if (!verdicts.has(name)) verdicts.set(name, known[name] ?? (await judge(expression)));
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(Object.fromEntries(verdicts)));
  return verdicts;
}

/** Lists the patterns of the contract. Other people's servers and clients apply them to text that they receive. */
function listPatterns(): Expression[] {
  const found: Expression[] = [];
  const walk = (node: unknown, at: string): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, value] of Object.entries(node)) {
      if (name === 'pattern' && typeof value === 'string') found.push({ pattern: value, flags: 'u', at });
      walk(value, `${at}/${name}`);
    }
  };
  walk(parse(readText('openapi/openapi.yaml')), 'openapi/openapi.yaml#');
  return found;
}

test('no regular expression takes more than linear time', { timeout: 600_000 }, async () => {
  expect(sources.length).toBeGreaterThan(500);
  const expressions = [...sources.flatMap(listExpressions), ...listPatterns()].filter(isOpen);
  const fileOf = ({ at }: Expression): string => at.split(/[:#]/)[0] ?? '';
  // For a file with an exception, checks only that it still has expressions. Whether they are slow depends on the machine.
  for (const file of Object.keys(exceptions)) expect(expressions.map(fileOf)).toContain(file);
  const held = expressions.filter((one) => !(fileOf(one) in exceptions));
  expect(held.length).toBeGreaterThan(150);
  const verdicts = await judgeAll(held);
  const slow = held.filter((one) => verdicts.get(nameOf(one)) !== '');
  expect(slow.map((one) => `${one.at}: ${nameOf(one)} ${verdicts.get(nameOf(one))}`)).toEqual([]);
});

test.each(['/0+$/', '/\\/\\*.*?\\*\\//', '/^(a+)+$/', '/\\s*\\n\\s*/g', '/<(script|style)\\b[\\s\\S]*?<\\/\\1>/g'])(
  '%s is found',
  async (name) => {
    const end = name.lastIndexOf('/');
    expect(await judge({ pattern: name.slice(1, end), flags: name.slice(end + 1), at: '' })).toMatch(/^takes long for /);
  },
);
