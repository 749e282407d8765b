import { everyFeature } from '../servers/full/every-feature.ts';
import type { VariantTable } from './variant.ts';

/** Lawful servers whose libraries do something before, or in place of, their own code. */
export const libraryVariants: VariantTable = {
  'targets-refused-by-its-library': {
    title:
      'Every feature; a target that is no part of a URL, has an empty part, or escapes a slash or no text, gets the 400 of the HTTP library',
    why: 'What is no HTTP request reaches no code of the server (RFC 9112, section 3): Go and Java refuse it so, and more that is ambiguous.',
    features: everyFeature,
    fullSteps: {
      idOf: (letters) => `shop/${letters}`,
      reply(reply, { path, query }) {
        if (!/\/\/|%25|%2f|%00|%ff/i.test(path) && !/%(?![\da-f]{2})|[[\]]/i.test(path + query)) return;
        const headers = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' };
        Object.assign(reply, { status: 400, headers, body: '400 Bad Request' });
      },
    },
  },
};
