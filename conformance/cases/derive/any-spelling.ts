import fc from 'fast-check';
import type { Case } from '../../src/case/case.ts';
import { checkField } from '../../src/checks/check-field.ts';
import { type Contract, fieldRequirement, type Operation, operationById, requirementsOf } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, isSuccess } from '../../src/http/exchange.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { knownReturnUrl } from '../play/create-with.ts';
import { checkProperty } from './check-property.ts';

/** A lawful create, and the way it is written. */
interface Spelled {
  isWhiteLabel: boolean | undefined;
  returnUrl: string | undefined;
  /** Order of the fields, white space between them, and escapes in texts. */
  backwards: boolean;
  space: string;
  escaped: boolean;
}

const word = fc.string({
  unit: fc.constantFrom('a', 'Z', '7', '-', '_', '.', '%20', '%C3%A9', '%2F', '%26'),
  minLength: 1,
  maxLength: 6,
});

const spelled: fc.Arbitrary<Spelled> = fc.record({
  isWhiteLabel: fc.option(fc.boolean(), { nil: undefined }),
  returnUrl: fc.option(
    fc.tuple(fc.array(word, { maxLength: 3 }), fc.array(fc.tuple(word, word), { maxLength: 3 })).map(([path, query]) => {
      // Two dots would lead to the parent folder, which some servers resolve.
      const safe = (text: string): string => text.replace(/^\.+$/, 'dots');
      const pairs = query.map(([name, value]) => `${name}=${value}`).join('&');
      return `https://example.com/${['thanks', ...path.map(safe)].join('/')}${pairs === '' ? '' : `?${pairs}`}`;
    }),
    { nil: undefined },
  ),
  backwards: fc.boolean(),
  space: fc.constantFrom('', ' ', '\n', '\t', '\r\n  '),
  escaped: fc.boolean(),
});

/** Declares the case that create accepts a request however it is written, and returns what was sent. */
export function anySpelling(contract: Contract): Case[] {
  const create = operationById(contract, 'createPayment');
  return [
    {
      id: 'create-payment/property/any-spelling',
      title: 'create-payment takes any order, white space, escapes and optional fields, and returns what was sent',
      requirement: 'create-answers-invoice',
      covers: promisedOf(contract, create),
      operations: ['create-payment'],
      run: ({ subject, features }) =>
        checkProperty(subject.settings.seed, spelled, async (value) => {
          const exchange = await send(subject, value);
          const about = { difference: `body: ${JSON.stringify(subject.createBody)} → ${exchange.request.body}` };
          return [
            ...judge(contract, exchange, value),
            // One response seldom shows a mistake of every tenth, such as a fraction that ends in zero.
            ...Object.keys(create.response.properties ?? {}).flatMap((field) =>
              isInvoice(exchange) ? checkField(contract, create, field, exchange, features) : [],
            ),
          ].map((finding) => ({ ...about, ...finding }));
        }),
    },
  ];
}

/** Returns the requirements of each field of the response. */
function promisedOf(contract: Contract, { response, responsePointer }: Operation): string[] {
  return Object.entries(response.properties ?? {}).flatMap(([field, schema]) => [
    fieldRequirement(contract, schema, `${responsePointer}/properties/${field}`).id,
    ...requirementsOf(contract, schema).flatMap(({ id, keywords }) => (keywords ? [id] : [])),
  ]);
}

function send(subject: Subject, value: Spelled): Promise<Exchange> {
  return subject.send({ ...jsonRequest(subject.pathOf('createPayment'), {}), body: write(subject.createBody, value) });
}

const isInvoice = ({ answer: response }: Exchange): boolean => response !== undefined && isSuccess(response);

/** Tells if a create may be refused: core states no limits on sizes, so only a short returnUrl must be accepted. */
function mayRefuse({ answer: response }: Exchange, { returnUrl = '' }: Spelled): boolean {
  const status = response?.status ?? 0;
  return returnUrl.length > knownReturnUrl.length && status >= 400 && status < 500;
}

function judge(contract: Contract, exchange: Exchange, value: Spelled): Finding[] {
  const about = { exchanges: [exchange] };
  if (!isInvoice(exchange)) {
    if (mayRefuse(exchange, value)) return [];
    const received = `${exchange.answer?.status} with ${showValue(exchange.answer?.text)}`;
    return broken(contract, 'create-answers-invoice', { ...about, expected: 'a 2xx status', received });
  }
  const invoice = invoiceOf(exchange);
  const sent = { isWhiteLabel: value.isWhiteLabel ?? false, returnUrl: value.returnUrl ?? null };
  const requirements = { isWhiteLabel: 'invoice-is-white-label', returnUrl: 'invoice-return-url' } as const;
  return (['isWhiteLabel', 'returnUrl'] as const).flatMap((field) => {
    if (invoice[field] === sent[field]) return [];
    const [expected, received] = [sent[field], invoice[field]].map((one) => `${field}: ${showValue(one)}`) as [string, string];
    return broken(contract, requirements[field], { ...about, member: field, expected, received });
  });
}

function write(smallest: Record<string, unknown>, { isWhiteLabel, returnUrl, backwards, space, escaped }: Spelled): string {
  const fields = Object.entries({ ...smallest, isWhiteLabel, returnUrl }).filter(([, value]) => value !== undefined);
  if (backwards) fields.reverse();
  const text = (value: unknown): string => {
    const json = JSON.stringify(value);
    if (!escaped || typeof value !== 'string') return json;
    return `"${[...value].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
  };
  return `{${space}${fields.map(([name, value]) => `${text(name)}${space}:${space}${text(value)}`).join(`${space},${space}`)}${space}}`;
}
