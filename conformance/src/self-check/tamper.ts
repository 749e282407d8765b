import type { Contract, Operation, Schema } from '../contract/contract.ts';
import { type Answer, answerObject, type Exchange } from '../http/exchange.ts';

/** An answer that was made to break the contract. */
export interface Tampering {
  /** What was done to it, in words. */
  title: string;
  answer: Answer;
}

/** Every way that the contract gives to spoil a success: each member missing, of a wrong type, out of its values. */
export function tamperSuccess(operation: Operation, { request, answer }: Exchange): Tampering[] {
  const invoice = answer && answerObject(answer);
  if (!answer || !invoice) return [];
  const withMember = (name: string, value: unknown, title: string): Tampering => ({
    title,
    answer: { ...answer, text: JSON.stringify({ ...invoice, [name]: value }) },
  });
  const tamperings: Tampering[] = [
    { title: 'the body is cut off', answer: { ...answer, text: answer.text.slice(0, -1) } },
    { title: 'the media type is text/plain', answer: withHeader(answer, 'content-type', 'text/plain') },
  ];
  for (const [name, schema] of Object.entries(operation.answer.properties ?? {})) {
    if (!Object.hasOwn(invoice, name)) continue;
    const { [name]: _gone, ...rest } = invoice;
    if (operation.answer.required?.includes(name))
      tamperings.push({ title: `${name} is missing`, answer: { ...answer, text: JSON.stringify(rest) } });
    tamperings.push(withMember(name, { of: 'another type' }, `${name} is an object`));
    if (!typesOf(schema).includes('null')) tamperings.push(withMember(name, null, `${name} is null`));
    if (schema.enum) tamperings.push(withMember(name, 'NO_SUCH_VALUE', `${name} is a value that is not listed`));
    if (schema.format === 'date-time') tamperings.push(withMember(name, 'yesterday', `${name} is no date-time`));
    if (schema.format === 'uri') tamperings.push(withMember(name, 'no url', `${name} is no URL`));
  }
  // What was sent and comes back comes back as it was.
  const sent = JSON.parse(request.body ?? '{}') as Record<string, unknown>;
  if (typeof sent.amount === 'number') tamperings.push(withMember('amount', sent.amount + 1, 'amount is another than was sent'));
  if (typeof sent.cashTag === 'string')
    tamperings.push(withMember('cashTag', `${sent.cashTag}x`, 'cashTag is another than was sent'));
  if (typeof sent.invoiceId === 'string')
    tamperings.push(withMember('id', `${sent.invoiceId}x`, 'id is another than was asked for'));
  return tamperings;
}

/** A refusal turned into a success with the invoice that a lawful request got. */
export function tamperRefusal(
  contract: Contract,
  invoice: Exchange,
  { answer }: Exchange,
  claimed: ReadonlySet<string>,
): Tampering[] {
  if (!answer || answer.status < 400 || answer.status >= 500 || answer.status === 429 || !invoice.answer) return [];
  const tamperings: Tampering[] = [{ title: `${answer.status} becomes a success with an invoice`, answer: invoice.answer }];
  const problem = answerObject(answer);
  if (claimed.has('problem-details') && problem && contract.problems.has(String(problem.code))) {
    const text = JSON.stringify({ ...problem, code: 'no_such_code' });
    tamperings.push({ title: 'the code of the problem is another', answer: { ...answer, text } });
  }
  return tamperings;
}

function typesOf({ type }: Schema): string[] {
  return type === undefined ? [] : [type].flat();
}

function withHeader(answer: Answer, name: string, value: string): Answer {
  const rest = answer.headers.filter(([candidate]) => candidate !== name);
  return { ...answer, headers: [...rest, [name, value]] };
}
