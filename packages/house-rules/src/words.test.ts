import { expect, test } from 'vitest';
import { listFiles, readText } from './repository.ts';

// Built from parts, because this file would otherwise break the rule that it tests.
const folders = ['work', 'root', 'home'].join('|');
const ownPath = new RegExp(`(?<![\\w.}/-])/(?:${folders})/`);
const narrowed = /\b(?:it|test|describe|suite|bench)(?:\.\w+)*\.(?:only|skip)\b/;

/** Lists the matching lines as `file:line: text`. Skips binary files. */
function linesMatching(pattern: RegExp, files: string[]): string[] {
  return files.flatMap((file) => {
    const text = readText(file);
    if (text.includes('\0')) return [];
    return text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : []));
  });
}

test("no file names a path of a developer's machine", () => {
  expect(linesMatching(ownPath, listFiles())).toEqual([]);
});

test('no test is left out, or runs alone', () => {
  const tests = listFiles().filter((file) => /\.test(-d)?\.ts$/.test(file));
  expect(tests.length).toBeGreaterThan(0);
  expect(linesMatching(narrowed, tests)).toEqual([]);
});

test('knows both when it sees them', () => {
  expect(ownPath.test(`cd ${'/ho'}me/someone`)).toBe(true);
  expect(ownPath.test('https://example.com/home/page')).toBe(false);
  expect(narrowed.test(`it.${'only'}('x')`)).toBe(true);
  expect(narrowed.test(`describe.${'skip'}.each([])`)).toBe(true);
  expect(narrowed.test('context.skip(reason)')).toBe(false);
});
