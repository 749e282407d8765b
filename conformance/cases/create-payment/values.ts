import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, isSuccess } from '../../src/http/exchange.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { broken, makeFinding } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { judgeRefusedValue, refusedValueCovers } from '../derive/judge-refused-value.ts';
import { deriveRefusedUrls } from '../derive/refused-urls.ts';

/** Sends a create in whose body one field is written as this text. */
function createWith(subject: Subject, field: string, json: string): Promise<Exchange> {
  const body = { ...subject.createBody, [field]: '@' };
  const request = jsonRequest(subject.pathOf('createPayment'), body);
  return subject.send({ ...request, body: JSON.stringify(body).replace('"@"', () => json) });
}

interface Sample {
  id: string;
  /** As written in the body. */
  json: string;
  requirement: string;
  /** The field as the response must have it; the same text unless given. */
  echoed?: string;
  /** Code of the item that names the field in a refusal. */
  code?: string;
}

const acceptedAmounts: Sample[] = [
  { id: 'least', json: '0.01', requirement: 'create-amount-bounds' },
  { id: 'greatest', json: '999999.99', requirement: 'create-amount-bounds' },
  { id: 'a-tenth', json: '0.1', requirement: 'invoice-amount-exact' },
  { id: 'a-price', json: '19.99', requirement: 'invoice-amount-exact' },
  // 1.15 * 100 is 114.99999999999999 in binary, and 8.2 % 0.01 is not 0: tests by a quotient fail here.
  { id: 'binary-trap', json: '1.15', requirement: 'invoice-amount-exact' },
  { id: 'large-with-cents', json: '131072.07', requirement: 'invoice-amount-exact' },
  { id: 'seven-cents', json: '0.07', requirement: 'invoice-amount-exact' },
  { id: 'twenty-nine-cents', json: '0.29', requirement: 'invoice-amount-exact' },
  { id: 'four-thirty-five', json: '4.35', requirement: 'invoice-amount-exact' },
  { id: 'sixty-four-ten', json: '64.1', requirement: 'invoice-amount-exact' },
  { id: 'half-a-million-and-a-cent', json: '500000.01', requirement: 'invoice-amount-exact' },
  { id: 'exponent-of-a-whole', json: '1e2', requirement: 'create-amount-any-spelling', echoed: '100' },
  { id: 'exponent-with-plus', json: '15E+1', requirement: 'create-amount-any-spelling', echoed: '150' },
  { id: 'trailing-zeros', json: '15.00', requirement: 'create-amount-any-spelling', echoed: '15' },
  { id: 'more-zeros-than-cents', json: '15.0000', requirement: 'create-amount-any-spelling', echoed: '15' },
  { id: 'exponent', json: '1.5e1', requirement: 'create-amount-any-spelling', echoed: '15' },
];

const refusedAmounts: Sample[] = [
  { id: 'three-decimals', json: '1.005', requirement: 'create-amount-precision' },
  { id: 'one-thousandth-over', json: '10.001', requirement: 'create-amount-precision' },
  { id: 'decimals-in-exponent', json: '1005e-3', requirement: 'create-amount-precision' },
  { id: 'beyond-binary', json: '10.000000000000000001', requirement: 'create-amount-precision' },
];

const outOfRange: Sample[] = [
  // Beyond 64 bits, beyond the range of binary numbers, and smaller than they can tell from zero.
  { id: 'beyond-integers', json: '1e30', requirement: 'create-amount-bounds', code: 'amount_out_of_range' },
  { id: 'beyond-all', json: '1e400', requirement: 'create-amount-bounds' },
  { id: 'next-to-nothing', json: '1e-30', requirement: 'create-amount-bounds' },
];

const acceptedTags = ['$a', 'a', '$Coffee2Go', '123a', '$1234567890123456789z', 'abcdefghijklmnopqrst'];

const refusedTags = [
  'a\u0663',
  '\uff41bc',
  '$',
  '$$a',
  '123',
  '$1',
  'a b',
  'a-b',
  'a_b',
  'a$',
  'é',
  'abcdefghijklmnopqrstu',
  '$abcdefghijklmnopqrstu',
  'coffee\n',
  ' coffee',
  'coffee ',
  'coffee\u0663',
  'ca\u212Ae',
  // A digit or letter of another script alone, in each place where a pattern may let it in.
  'a\u0661',
  '$a\u06f1\u06f2',
  '\uff41\uff11',
  'a\u00b2',
  'a\u09e7',
  'caf\u00e9',
  'e\u0301a',
  'co\u017fee',
  'a\u200b',
  'a.b',
  '\u20aca',
  'A1\u2028',
];

/** Amounts and tags that must be accepted and come back as they were sent, and those that must be refused. */
export function valuesCases(contract: Contract): Case[] {
  return [
    ...acceptedAmounts.map((sample) => accepted(contract, 'amount', sample)),
    ...refusedAmounts.map((sample) => refused('amount', { ...sample, code: 'amount_precision' })),
    ...outOfRange.map((sample) => refused('amount', sample)),
    ...acceptedTags.map((tag) => accepted(contract, 'cashTag', tagSample(tag))),
    ...refusedTags.map((tag) => refused('cashTag', tagSample(tag))),
    ...coerced.map(({ member: field, value }) =>
      refused(field, {
        id: `coerced/${typeof value}-${encodeURIComponent(String(value).trim()) || 'empty'}${String(value).startsWith(' ') ? '-with-spaces' : ''}`,
        json: JSON.stringify(value),
        requirement: 'create-never-coerces',
        code: 'type',
      }),
    ),
    {
      ...accepted(contract, 'returnUrl', {
        id: 'as-spelled',
        json: JSON.stringify('https://Shop.Example.com?order=1042&from=%7ea#paid'),
        requirement: 'invoice-return-url',
      }),
      features: ['limits'],
    },
    accepted(contract, 'returnUrl', {
      id: 'longest',
      json: JSON.stringify('https://example.com/'.padEnd(2048, 'a')),
      requirement: 'create-return-url-length',
    }),
    accepted(contract, 'callbackUrl', {
      id: 'longest',
      json: JSON.stringify('https://example.com/'.padEnd(2048, 'a')),
      requirement: 'create-callback-url-length',
    }),
    ...deriveRefusedUrls(contract),
  ];
}

/** Values that a coercing server would accept. */
const coerced: { member: string; value: unknown }[] = [
  { member: 'amount', value: '12.34' },
  { member: 'amount', value: ' 12.34 ' },
  { member: 'amount', value: true },
  { member: 'isWhiteLabel', value: 1 },
  { member: 'isWhiteLabel', value: 'true' },
  { member: 'isWhiteLabel', value: '' },
  { member: 'cashTag', value: 7 },
];

function tagSample(tag: string): Sample {
  return { id: encodeURIComponent(tag), json: JSON.stringify(tag), requirement: 'create-cash-tag-grammar' };
}

function accepted(contract: Contract, field: string, { id, json, requirement, echoed = json }: Sample): Case {
  return {
    id: `create-payment/values/${field}/${id}`,
    title: `create-payment takes ${field}: ${shorten(json)}${field === 'callbackUrl' ? '' : ' and answers with it'}`,
    requirement,
    ...(field === 'cashTag' && { covers: ['invoice-cash-tag-echoed'] }),
    operations: ['create-payment'],
    async run({ subject }): Promise<Finding[]> {
      const exchange = await createWith(subject, field, json);
      const response = exchange.answer;
      const about = { member: field, difference: `${field}: ${shorten(json)}`, exchanges: [exchange] };
      if (!response || !isSuccess(response)) {
        return broken(contract, requirement, {
          ...about,
          expected: 'a success',
          received: `${response?.status} ${showValue(response?.text)}`,
        });
      }
      const value = invoiceOf(exchange)[field];
      if (field === 'callbackUrl' || JSON.stringify(value) === echoed || (field === 'amount' && value === Number(echoed)))
        return [];
      return [
        // A tag that was accepted and changed breaks the requirement of the response, not that of the grammar.
        makeFinding(contract, field === 'cashTag' ? 'invoice-cash-tag-echoed' : requirement, {
          ...about,
          expected: `${field}: ${echoed}`,
          received: `${field}: ${showValue(value)}`,
        }),
      ];
    },
  };
}

function refused(field: string, { id, json, requirement, code }: Sample): Case {
  return {
    id: `create-payment/values/${field}/${id}`,
    title: `create-payment refuses ${field}: ${shorten(json)}`,
    requirement,
    covers: refusedValueCovers,
    operations: ['create-payment'],
    async run({ contract, subject, features }): Promise<Finding[]> {
      const exchange = await createWith(subject, field, json);
      const difference = `${field}: ${showValue(subject.createBody[field])} → ${shorten(json)}`;
      return judgeRefusedValue(contract, features, { requirement, member: field, difference, ...(code && { code }) }, exchange);
    },
  };
}

function shorten(json: string): string {
  return json.length > 60 ? `${json.slice(0, 40)}… (${json.length} characters)` : json;
}
