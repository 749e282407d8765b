import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseContract } from '../../openapi/reader/parse-contract.ts';
import { judge, listEdits, renderMeasure } from './measure.ts';

const document = parseContract(readFileSync(new URL('../../openapi/openapi.yaml', import.meta.url), 'utf8'), 'the contract');
const edits = listEdits(document);

test('judges one edit in forty, of every part of the contract, correctly', () => {
  expect(edits.length).toBeGreaterThan(300);
  const wrong = edits.filter((edit, index) => index % 40 === 0 && judge(document, edit) !== edit.breaks);
  expect(wrong.map(({ kind, at }) => `${kind}: ${at}`)).toEqual([]);
});

test('the table counts the edits that each tool judges correctly', () => {
  const [first, second] = edits;
  if (!first || !second) throw new Error('There are no edits.');
  const one = { ...first, kind: 'one', breaks: true };
  const other = { ...second, kind: 'other', breaks: false };
  const table = renderMeasure([one, one, other], { ours: [true, false, false], theirs: [true, true, true] });
  expect(table.split('\n').slice(2)).toEqual([
    '| **all that break** | yes | 2 | 1 | 2 |',
    '| **all that do not break** | no | 1 | 1 | 0 |',
    '| one | yes | 2 | 1 | 2 |',
    '| other | no | 1 | 1 | 0 |',
    '',
  ]);
});
