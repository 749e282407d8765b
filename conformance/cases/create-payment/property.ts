import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { DeclareCases } from '../../src/case/case.ts';
import { checkField } from '../../src/checks/compare-field.ts';
import { isClaimedProperty } from '../../src/contract/claimed-schema.ts';
import {
  type Contract,
  type Echo,
  echoOf,
  fieldRequirement,
  type Operation,
  operationById,
  requirementsOf,
  type Schema,
} from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { echoedValue } from '../../src/contract/echoed-value.ts';
import { pointed } from '../../src/contract/follow-reference.ts';
import { mendBody } from '../../src/contract/mend-body.ts';
import { type Exchange, hasSucceeded } from '../../src/http/exchange.ts';
import { broken, type Finding, insteadIn } from '../../src/outcome/finding.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { asSent } from '../../src/subject/unique-values.ts';
import { knownReturnUrl, sentValue } from '../derive/requests/sent-values.ts';
import { checkProperty, deriveWrongValues } from '../derive/requests/wrong-values.ts';

/** The fields of a valid create, and how to write them as JSON. */
interface Spelled {
  sent: Record<string, unknown>;
  backwards: boolean;
  space: string;
  escaped: 'nothing' | 'everything' | 'slashes';
}

/** An optional field of create that the response repeats. */
interface Repeated {
  echo: Echo;
  schema: Schema;
  requirement: string;
}

const word = fc.string({
  unit: fc.constantFrom('a', 'Z', '7', '-', '_', '.', '%20', '%C3%A9', '%2F', '%26'),
  minLength: 1,
  maxLength: 6,
});

const url = fc.tuple(fc.array(word, { maxLength: 3 }), fc.array(fc.tuple(word, word), { maxLength: 3 })).map(([path, query]) => {
  // Replaces a segment that consists of dots, because some servers resolve `.` and `..`, which would change the URL.
  const safe = (text: string): string => text.replace(/^\.+$/, 'dots');
  const pairs = query.map(([name, value]) => `${name}=${value}`).join('&');
  return `https://example.com/${['thanks', ...path.map(safe)].join('/')}${pairs === '' ? '' : `?${pairs}`}`;
});

const spelledWith = (repeated: Repeated[]): fc.Arbitrary<Spelled> =>
  fc.record({
    sent: fc.record(Object.fromEntries(repeated.map(({ echo, schema }) => [echo.sent, valuesOf(schema)])), { requiredKeys: [] }),
    backwards: fc.boolean(),
    space: fc.constantFrom('', ' ', '\n', '\t', '\r\n  '),
    escaped: fc.constantFrom('nothing', 'everything', 'slashes'),
  });

function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if ([schema.type].flat().includes('boolean') && schema.const === undefined) return fc.boolean();
  return schema.format === 'uri' ? url : fc.constant(sentValue(schema, ''));
}

function repeatedFields(contract: Contract, create: Operation, features: ReadonlySet<string>): Repeated[] {
  const { request, response, responsePointer } = create;
  return Object.entries(response.properties ?? {}).flatMap(([name, shown]) => {
    const echo = echoOf(name, shown);
    const schema = echo?.operation === create.id ? request.properties?.[echo.sent] : undefined;
    if (!echo || !schema || request.required?.includes(echo.sent)) return [];
    if (![schema, shown].every((one) => isClaimedProperty(contract, one, features))) return [];
    return [
      { echo, schema, requirement: fieldRequirement(contract, shown, `${responsePointer}/properties/${pointed(name)}`).id },
    ];
  });
}

/** Checks whether a refusal is allowed: core does not say how long a string may be, so a long one may be refused. */
function mayRefuse({ answer: response }: Exchange, { sent }: Spelled): boolean {
  const status = response?.status ?? 0;
  const isLong = Object.values(sent).some((value) => String(value).length > knownReturnUrl.length);
  return isLong && status >= 400 && status < 500;
}

function judge(contract: Contract, exchange: Exchange, value: Spelled, repeated: Repeated[]): Finding[] {
  if (!hasSucceeded(exchange)) {
    if (mayRefuse(exchange, value)) return [];
    const received = `${exchange.answer?.status} with ${showValue(exchange.answer?.text)}`;
    return broken(contract, 'create-answers-invoice', { expected: 'a 2xx status', received, exchanges: [exchange] });
  }
  const invoice = invoiceOf(exchange);
  return repeated.flatMap(({ echo, requirement }) => {
    const field = echo.property;
    const sent = echoedValue(operationById(contract, 'createPayment'), echo, value.sent);
    if (sent === undefined || isDeepStrictEqual(invoice[field], sent)) return [];
    return broken(contract, requirement, insteadIn(field, showValue(sent), invoice[field], [exchange]));
  });
}

function write(smallest: Record<string, unknown>, { sent, backwards, space, escaped }: Spelled): string {
  const fields = Object.entries({ ...smallest, ...sent });
  if (backwards) fields.reverse();
  const text = (value: unknown): string => {
    const json = JSON.stringify(value);
    if (typeof value !== 'string' || escaped === 'nothing') return json;
    if (escaped === 'slashes') return json.replaceAll('/', '\\/');
    return `"${[...value].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
  };
  const all = fields.map(([name, value]) => `${text(name)}${space}:${space}${text(value)}`).join(`${space},${space}`);
  return `${space}{${space}${all}${space}}${space}`;
}

/** Cases for the values of a create's properties: those of the wrong type or size, and right ones in any spelling. */
export const propertyCases: DeclareCases = (contract) => {
  const create = operationById(contract, 'createPayment');
  const { response, responsePointer } = create;
  return [
    ...deriveWrongValues(contract, create),
    {
      id: 'create-payment/property/any-spelling',
      title: 'create-payment accepts any order, white space, escapes and optional fields, and returns what was sent',
      requirement: 'create-answers-invoice',
      coversForm: true,
      covers: Object.entries(response.properties ?? {}).flatMap(([field, schema]) => [
        fieldRequirement(contract, schema, `${responsePointer}/properties/${pointed(field)}`).id,
        ...requirementsOf(contract, schema).flatMap(({ id, keywords }) => (keywords ? [id] : [])),
      ]),
      operations: ['create-payment'],
      run({ subject, features }) {
        const repeated = repeatedFields(contract, create, features);
        // Escapes slashes as `\/`, as PHP does by default, in a URL that every server accepts.
        const url = repeated.find(({ schema }) => schema.format === 'uri')?.echo.sent;
        const examples: Spelled[] =
          url === undefined ? [] : [{ sent: { [url]: knownReturnUrl }, backwards: false, space: '\n', escaped: 'slashes' }];
        const tryOne = async (drawn: Spelled): Promise<Finding[]> => {
          // Some fields require or exclude others, so the body is adjusted to the schema. Skips a body that cannot be adjusted.
          const body = { ...subject.createBody, ...drawn.sent };
          const sent = mendBody({ request: create.request, body, keep: Object.keys(body) });
          if (sent === undefined) return [];
          const text = write(subject.createBody, { ...drawn, sent });
          const exchange = await subject.send({ ...subject.requestOf('createPayment', {}), body: text });
          const value = { ...drawn, sent: asSent(create, exchange, sent) };
          const about = { difference: `body: ${JSON.stringify(subject.createBody)} → ${exchange.request.body}` };
          // Checks all fields of each response: a mistake such as a wrong final zero may occur in only one of ten responses.
          const fields = hasSucceeded(exchange) ? Object.keys(response.properties ?? {}) : [];
          return [
            ...judge(contract, exchange, value, repeated),
            ...fields.flatMap((field) => checkField(contract, create, field, exchange, features)),
          ].map((finding) => ({ ...about, ...finding }));
        };
        return checkProperty(subject.settings.seed, spelledWith(repeated), tryOne, examples);
      },
    },
  ];
};
