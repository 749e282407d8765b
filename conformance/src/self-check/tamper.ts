import { type Contract, echoOf, type Operation, requirementById } from '../contract/contract.ts';
import { ruleOf } from '../contract/domain.ts';
import { type Exchange, type HttpResponse, responseObject } from '../http/exchange.ts';
import { withHeader } from '../http/json-request.ts';

export interface Tampering {
  /** Description of the change. */
  title: string;
  answer: HttpResponse;
}

/** Changes a successful response in every way that cases can notice: fields are removed, or get a wrong type or value. */
export function tamperSuccess(operation: Operation, { request, answer: response }: Exchange): Tampering[] {
  const invoice = response && responseObject(response);
  if (!response || !invoice) return [];
  const withField = (name: string, value: unknown, title: string): Tampering => ({
    title,
    answer: { ...response, text: JSON.stringify({ ...invoice, [name]: value }) },
  });
  const tamperings: Tampering[] = [
    { title: 'the body is cut off', answer: { ...response, text: response.text.slice(0, -1) } },
    { title: 'the media type is text/plain', answer: withHeader(response, 'content-type', 'text/plain') },
  ];
  for (const [name, schema] of Object.entries(operation.response.properties ?? {})) {
    if (!Object.hasOwn(invoice, name)) continue;
    const { [name]: _gone, ...rest } = invoice;
    if (operation.response.required?.includes(name))
      tamperings.push({ title: `${name} is missing`, answer: { ...response, text: JSON.stringify(rest) } });
    tamperings.push(withField(name, { of: 'another type' }, `${name} is an object`));
    if (![schema.type].flat().includes('null')) tamperings.push(withField(name, null, `${name} is null`));
    if (schema.enum) tamperings.push(withField(name, 'NO_SUCH_VALUE', `${name} has a value that is not listed`));
    if (schema.format === 'date-time') tamperings.push(withField(name, 'yesterday', `${name} is no date-time`));
    if (schema.format === 'uri') tamperings.push(withField(name, 'no url', `${name} is no URL`));
  }
  // Changes fields in which the response must repeat the value of the request.
  const sent = JSON.parse(request.body ?? '{}') as Record<string, unknown>;
  for (const [name, schema] of Object.entries(operation.response.properties ?? {})) {
    const echo = echoOf(name, schema);
    const value = echo?.operation === operation.id ? sent[echo.sent] : undefined;
    const title = `${name} differs from the one sent`;
    if (typeof value === 'number') tamperings.push(withField(name, value + 1, title));
    if (typeof value === 'string') tamperings.push(withField(name, `${value}x`, title));
  }
  const { identifies = '', identified, responsePointer } = operation;
  const asked = identified?.object === responsePointer ? sent[identifies] : undefined;
  if (identified && typeof asked === 'string')
    tamperings.push(withField(identified.property, `${asked}x`, `${identified.property} is other than was asked for`));
  return tamperings;
}

/** Replaces a refusal with a successful response that contains the baseline's invoice. */
export function tamperRefusal(
  contract: Contract,
  invoice: Exchange,
  { answer: response }: Exchange,
  claimed: ReadonlySet<string>,
): Tampering[] {
  if (!response || response.status < 400 || response.status >= 500 || response.status === 429 || !invoice.answer) return [];
  const tamperings: Tampering[] = [{ title: `${response.status} becomes a success with an invoice`, answer: invoice.answer }];
  const problem = responseObject(response);
  const { feature } = contract.domain ? requirementById(contract, ruleOf(contract, 'problem')) : {};
  if (feature !== undefined && claimed.has(feature) && problem && contract.problems.has(String(problem.code))) {
    const text = JSON.stringify({ ...problem, code: 'no_such_code' });
    tamperings.push({ title: 'the problem has another code', answer: { ...response, text } });
  }
  return tamperings;
}
