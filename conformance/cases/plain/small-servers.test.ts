import { describe, expect, test } from 'vitest';
import { checkPlain, planDocument } from '../../testing/plain/check-plain.ts';
import { libraryDefects } from '../../testing/plain/library-defects.ts';
import { libraryContract, libraryKey, serveLibrary } from '../../testing/plain/library-server.ts';
import { museumDefects } from '../../testing/plain/museum-defects.ts';
import { museumContract, museumToken, serveMuseum } from '../../testing/plain/museum-server.ts';

/**
 * Two servers that were written from their documents only, and some of the defects that they can have. The proof `any-contract`
 * tries all defects.
 */
const servers = [
  {
    name: 'library',
    ...{ contract: libraryContract, token: libraryKey },
    serve: (defect?: string) => serveLibrary(libraryDefects.find(({ id }) => id === defect)),
    some: [
      ...['add-forgets-isbn-pattern', 'add-forgets-required-isbn', 'query-unchecked', 'any-key-taken', 'deleted-stays'],
      ...['read-title-changed', 'list-total-no-number', 'lend-returns-202', 'history-refused', 'unknown-is-500'],
      'unknown-book-is-another',
    ],
  },
  {
    name: 'museum',
    ...{ contract: museumContract, token: museumToken },
    serve: (defect?: string) => serveMuseum(museumDefects.find(({ id }) => id === defect)),
    some: [
      ...[
        'forgets-EventChange-minProperties',
        'forgets-EventFields-price-multipleOf',
        'any-password-taken',
        'change-is-not-kept',
        'price-nearly-a-multiple',
      ],
      ...['ticket-of-another-event', 'plan-without-location', 'null-website-fails'],
    ],
  },
];

describe.each(servers)('$name', ({ contract, token, serve, some }) => {
  const planned = planDocument(contract);

  test('a right server has no finding, and every case tells something', async () => {
    const served = await serve();
    try {
      const results = await checkPlain(planned, served, token);
      expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
      expect(results.length).toBeGreaterThan(250);
    } finally {
      await served.close();
    }
  });

  test.each(some)('%s is found', async (defect) => {
    const served = await serve(defect);
    try {
      const results = await checkPlain(planned, served, token);
      expect(results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
      expect(results.flatMap(({ findings }) => findings.map(({ requirement }) => requirement))).not.toEqual([]);
    } finally {
      await served.close();
    }
  });
});
