import { requirementById } from '../../src/contract/contract.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import type { DeriveViolations, Violation } from './violation.ts';

const mediaTypes: { id: string; title: string; type: string | undefined; encoding?: string; requirement: string }[] = [
  { id: 'absent', title: 'without a Content-Type', type: undefined, requirement: 'other-media-type-is-415' },
  { id: 'text', title: 'as text/plain', type: 'text/plain', requirement: 'other-media-type-is-415' },
  { id: 'form', title: 'as a form', type: 'application/x-www-form-urlencoded', requirement: 'other-media-type-is-415' },
  {
    id: 'other-json',
    title: 'as another kind of JSON',
    type: 'application/vnd.api+json',
    requirement: 'other-media-type-is-415',
  },
  { id: 'latin-1', title: 'in ISO 8859-1', type: 'application/json; charset=iso-8859-1', requirement: 'other-charset-is-415' },
  {
    id: 'other-charset',
    title: 'in another charset',
    type: 'application/json; charset=utf-16',
    requirement: 'other-charset-is-415',
  },
  {
    id: 'other-charset-behind',
    title: 'in another charset, named behind another parameter',
    type: 'application/json; profile=invoice; charset=utf-16',
    requirement: 'other-charset-is-415',
  },
  { id: 'other-text', title: 'as text/json', type: 'text/json', requirement: 'other-media-type-is-415' },
  {
    id: 'longer-json',
    title: 'as a type that begins with JSON',
    type: 'application/json-seq',
    requirement: 'other-media-type-is-415',
  },
  {
    id: 'utf8',
    title: 'in utf8 without its hyphen',
    type: 'application/json; charset=utf8',
    requirement: 'other-charset-is-415',
  },
  { id: 'ascii', title: 'in ASCII', type: 'application/json; charset=us-ascii', requirement: 'other-charset-is-415' },
  {
    id: 'identity',
    title: 'with Content-Encoding: identity',
    type: 'application/json',
    encoding: 'identity',
    requirement: 'content-encoding-is-415',
  },
  {
    id: 'encoded',
    title: 'with a Content-Encoding',
    type: 'application/json',
    encoding: 'gzip',
    requirement: 'content-encoding-is-415',
  },
];

/** Derives bodies whose headers do not declare JSON in UTF-8. */
export const mediaTypeViolations: DeriveViolations = (contract, operation) => [
  ...mediaTypes.map(({ id, title, type, encoding, requirement }): Violation => {
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
        const difference = encoding
          ? `Content-Encoding: absent → ${encoding}`
          : `Content-Type: application/json → ${type ?? 'absent'}`;
        return { spec, difference };
      },
      problem: { requirement: broken, code: 'unsupported_media_type' },
    };
  }),
];
