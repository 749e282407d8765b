import { expect, test } from 'vitest';
import { checkPlain, planDocument } from '../../testing/plain/check-plain.ts';
import { libraryDefects } from '../../testing/plain/library-defects.ts';
import { libraryContract, libraryKey, serveLibrary } from '../../testing/plain/library-server.ts';

const library = planDocument(libraryContract);

test('a right server of a plain document has no finding, and every case tells something', async () => {
  const served = await serveLibrary();
  try {
    const results = await checkPlain(library, served, libraryKey);
    expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    expect(results.length).toBeGreaterThan(250);
  } finally {
    await served.close();
  }
});

/** One of each kind; the proof `any-contract` tries all. */
const some = [
  ...[
    'add-forgets-isbn-pattern',
    'add-forgets-required-isbn',
    'query-unchecked',
    'any-key-taken',
    'deleted-stays',
    'read-title-changed',
  ],
  ...['list-total-no-number', 'lend-returns-202', 'history-refused', 'unknown-is-500', 'unknown-book-is-another'],
];

test.each(libraryDefects.filter(({ id }) => some.includes(id)))('$id is found', async (defect) => {
  const served = await serveLibrary(defect);
  try {
    const results = await checkPlain(library, served, libraryKey);
    expect(results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
    expect(results.flatMap(({ findings }) => findings.map(({ requirement }) => requirement))).not.toEqual([]);
  } finally {
    await served.close();
  }
});
