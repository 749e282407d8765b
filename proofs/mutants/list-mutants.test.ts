import { describe, expect, test } from 'vitest';
import { listMutants } from './list-mutants.ts';
import { takeSample } from './measure-mutants.ts';
import { applyChange } from './mutant.ts';

const changed = (text: string): string[] => listMutants('a/file.ts', text).map((mutant) => applyChange(text, mutant));

describe('one token is changed', () => {
  test.each([
    ['boundaries', 'const far = a < b;', ['const far = a <= b;']],
    ['logic', 'const both = a && b;', ['const both = a || b;']],
    ['conditions', 'if (a) b = c;', ['if (!(a)) b = c;', 'if (a) ;']],
    ['an equality once', 'const c = a === b ? d : e;', ['const c = a !== b ? d : e;']],
    ['numbers', 'const most = 10;', ['const most = 11;', 'const most = 9;', 'const most = 20;']],
    ['true and false', 'const is = true;', ['const is = false;']],
    ['words', "const code = 'gone';", ["const code = 'gonex';"]],
    ['anchors', 'const form = /^a$/;', ['const form = /a$/;', 'const form = /^a/;']],
    ['SQL', "const sql = 'SELECT a FROM b WHERE c <= ?';", ["const sql = 'SELECT a FROM b WHERE c < ?';"]],
  ])('%s', (_what, text, expected) => expect(changed(text)).toEqual(expected));

  test.each([
    ['prose', "const text = 'The body is no JSON.';"],
    ['types', "type State = 'open' | 1; interface Box { size: 1 }"],
    ['logs and metrics', "logger.info({ count: 1 }, 'done');"],
    ['texts of errors', "const error = new TypeError('wrong');"],
    ['imports', "import { a } from 'b-c';"],
  ])('%s stay', (_what, text) => expect(changed(text)).toEqual([]));
});

const idsOf = (text: string): string[] => listMutants('a/file.ts', text).map(({ id }) => id);

test('an id stays when lines move, and belongs to one mutant', () => {
  const text = 'const near = a < b;\nconst far = a < b;\n';
  const ids = idsOf(text);
  expect(new Set(ids).size).toBe(2);
  expect(idsOf(`const other = c;\n\n${text}`)).toEqual(ids);
});

test('a sample contains all smaller samples of its seed', () => {
  const mutants = listMutants('a/file.ts', Array.from({ length: 20 }, (_, n) => `const c${n} = a < b;`).join('\n'));
  const five = takeSample(mutants, 5, 1);
  expect(takeSample(mutants, 10, 1).slice(0, 5)).toEqual(five);
  expect(takeSample(mutants, 5, 2)).not.toEqual(five);
});
