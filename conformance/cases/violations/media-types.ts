import { requirementById } from '../../src/contract/contract.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import type { DeriveViolations, Violation } from './violation.ts';

/** Media types for a body, grouped by the requirement that forbids them. With undefined, the header is left out. */
const mediaTypes: Record<string, [id: string, title: string, type: string | undefined, encoding?: string][]> = {
  'other-media-type-is-415': [
    ['absent', 'without a Content-Type', undefined],
    ['text', 'as text/plain', 'text/plain'],
    ['form', 'as a form', 'application/x-www-form-urlencoded'],
    ['other-json', 'as another kind of JSON', 'application/vnd.api+json'],
    ['other-text', 'as text/json', 'text/json'],
    ['longer-json', 'as a type that begins with JSON', 'application/json-seq'],
  ],
  'other-charset-is-415': [
    ['latin-1', 'in ISO 8859-1', 'application/json; charset=iso-8859-1'],
    ['other-charset', 'in another charset', 'application/json; charset=utf-16'],
    ['other-charset-behind', 'in another charset after another parameter', 'application/json; profile=invoice; charset=utf-16'],
    ['utf8', 'in utf8 without its hyphen', 'application/json; charset=utf8'],
    ['ascii', 'in ASCII', 'application/json; charset=us-ascii'],
  ],
  'content-encoding-is-415': [
    ['identity', 'with Content-Encoding: identity', 'application/json', 'identity'],
    ['encoded', 'with a Content-Encoding', 'application/json', 'gzip'],
  ],
};

/** Derives bodies whose headers do not declare JSON in UTF-8. */
export const mediaTypeViolations: DeriveViolations = (contract, operation) =>
  Object.entries(mediaTypes).flatMap(([requirement, group]) =>
    group.map(([id, title, type, encoding]): Violation => {
      const broken = requirementById(contract, requirement);
      return {
        id: `media-type/${id}`,
        title: `A ${operation.slug} body ${title} is refused`,
        requirement: broken,
        pointer: operation.requestPointer,
        member: encoding ? 'Content-Encoding' : 'Content-Type',
        kind: 'input',
        request(body) {
          const spec = requestFor(operation, body);
          spec.headers = spec.headers.filter(([name]) => name !== 'Content-Type');
          if (type !== undefined) spec.headers.push(['Content-Type', type]);
          if (encoding) spec.headers.push(['Content-Encoding', encoding]);
          const of = encoding ? `Content-Encoding: absent → ${encoding}` : `Content-Type: application/json → ${type ?? 'absent'}`;
          return { spec, difference: of };
        },
        problem: { requirement: broken, code: 'unsupported_media_type' },
      };
    }),
  );
