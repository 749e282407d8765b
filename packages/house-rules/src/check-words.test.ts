/** Tests that Markdown, the contract, pages and messages contain no phrase that readers stumble over. */
import { expect, test } from 'vitest';
import { checkStrings, checkWords } from './check-words.ts';
import { listFiles, readText } from './repository.ts';

/** Files that are about the phrases: notes about a rename, the glossary, the style rules and the list itself. */
const spokenOf = /^\.changeset\/|^CONTRIBUTING\.md$|^packages\/house-rules\/src\/check-/;

test('every text keeps to it', () => {
  const files = listFiles().filter((file) => !spokenOf.test(file) && !file.startsWith('packages/generated/src/'));
  const texts = files.filter((file) => /\.md$|^openapi\/openapi\.yaml$/.test(file));
  const programs = files.filter((file) => /\.(?:ts|mjs)$/.test(file) && !/\.test(?:-d)?\.ts$|\/testing\//.test(file));
  expect(texts.length).toBeGreaterThan(20);
  expect(programs.length).toBeGreaterThan(200);
  const found = [
    ...texts.flatMap((file) => checkWords(readText(file)).map(({ line, message }) => `${file}:${line}: ${message}`)),
    ...programs.flatMap((file) => checkStrings(file, readText(file)).map(({ line, message }) => `${file}:${line}: ${message}`)),
  ];
  expect(found.join('\n')).toBe('');
});

test('finds each phrase in Markdown, and neither names nor code', () => {
  const found = checkWords('The answer has a member.\n`answer` and create-answers-json\n```\nanswer\n```\nOnly here alone.');
  expect(found).toEqual([
    { line: 1, message: '"answer": write a response; it responds, returns or refuses' },
    { line: 1, message: '"member": write field (what a reader sees) or property (of a schema)' },
    { line: 6, message: '"alone": write "only", before what it limits' },
  ]);
});

test('finds them in the strings of a program, and not in its names', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program
  const program = "const answer = 'id-answers';\nthrow new Error(`It answered ${answer} with no such member.`);\n// An answer.\n";
  expect(checkStrings('x.ts', program).map(({ line, message }) => [line, message.split(':')[0]])).toEqual([
    [2, '"answered"'],
    [2, '"member"'],
  ]);
});
