import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { sharedFetch } from '../../src/subject/shared-exchanges.ts';
import { withoutHeader } from '../derive/refusals/send-violation.ts';
import { firstWrong } from '../play/first-wrong.ts';

/** Media types that frameworks read as JSON, and media types of other formats. */
const types = [
  ...['application/hal+json', 'application/problem+json', 'application/json5', 'application/x-ndjson', 'application/javascript'],
  ...['xapplication/json', 'application/jsonx'],
  ...[
    'application/xml',
    'application/octet-stream',
    'multipart/form-data; boundary=x',
    '*/*',
    'application/*',
    'application/json, text/plain',
  ],
];
const charsets = [
  'charset=utf-16',
  'charset=windows-1252',
  'charset=utf-7',
  'charset=latin1',
  'Charset=latin1',
  'CHARSET="utf-16"',
].map((parameter) => `application/json; ${parameter}`);
const encodings = ['deflate', 'br', 'zstd', 'compress', 'identity, gzip'];

const tries: { requirement: string; name: string; values: string[] }[] = [
  { requirement: 'other-media-type-is-415', name: 'Content-Type', values: types },
  { requirement: 'other-charset-is-415', name: 'Content-Type', values: charsets },
  { requirement: 'content-encoding-is-415', name: 'Content-Encoding', values: encodings },
];

/** Cases for a JSON body that its headers declare as something else. */
export const otherTypesCases: DeclareCases = (contract) =>
  tries.map(({ requirement, name, values }) => ({
    id: `answers/other-types/${requirement.replace('-is-415', '')}`,
    title: `A body is refused with ${values.length} other values of ${name}`,
    requirement,
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject }) {
      const { request } = await sharedFetch(subject);
      const spec = withoutHeader(name, request);
      return firstWrong(values, async (value) => {
        const exchange = await subject.send({ ...spec, headers: [...spec.headers, [name, value]] });
        if (!exchange.answer || !(isSuccess(exchange.answer) || exchange.answer.status >= 500)) return [];
        return broken(contract, requirement, {
          member: name,
          difference: `${name}: ${value}`,
          expected: '415',
          received: `${exchange.answer.status} ${showValue(exchange.answer.text)}`,
          exchanges: [exchange],
        });
      });
    },
  }));
