import { findTelling } from '../../src/checks/find-telling.ts';
import { type Contract, type Operation, requirementAbout } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, type HttpResponse, responseHeader, responseObject } from '../../src/http/exchange.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { imitateId } from '../play/imitate-id.ts';

/** Judges that another account's invoice gets the response of one that does not exist. */
export async function judgeForeign(
  contract: Contract,
  operation: Operation,
  id: unknown,
  ask: (id: unknown) => Promise<Exchange>,
): Promise<Finding[]> {
  const { identifies = '' } = operation;
  const requirement = requirementAbout(operation, 'ownership').id;
  // One before and one after: a time that is the same in both is the same in between.
  const [one, other] = [imitateId(String(id)), imitateId(String(id))];
  const missing = await ask(one);
  const foreign = await ask(id);
  const later = await ask(other);
  const [told, wanted] = [withoutIds(foreign, id), withoutIds(missing, one)];
  const telling = findTelling(told, wanted, withoutIds(later, other));
  const header = tellingHeader(foreign, [missing, later]);
  if (foreign.answer?.status === missing.answer?.status && telling === undefined && header === undefined) return [];
  if (telling === undefined && header !== undefined) {
    return broken(contract, requirement, {
      member: identifies,
      expected: `the headers of a response for an unknown invoice, which ${has(missing, header) ? 'has' : 'has no'} ${header}`,
      received: has(foreign, header) ? `${header}: ${responseHeader(foreign.answer as HttpResponse, header)}` : `no ${header}`,
      exchanges: [missing, foreign],
    });
  }
  const from = telling ?? 0;
  return broken(contract, requirement, {
    member: identifies,
    expected: `as for an unknown invoice: ${missing.answer?.status} ${excerpt(wanted, from)}`,
    received: `${foreign.answer?.status} ${excerpt(told, from)}`,
    exchanges: [missing, foreign],
  });
}

/** Finds a header that only the response for the foreign invoice has, or only that response lacks. */
function tellingHeader(foreign: Exchange, unknown: Exchange[]): string | undefined {
  const names = [foreign, ...unknown].flatMap(({ answer: response }) => response?.headers.map(([name]) => name) ?? []);
  // Headers that a connection or a gateway adds now and then say nothing about an invoice.
  return names.find((name) => !ofConnection.includes(name) && unknown.every((one) => has(one, name) !== has(foreign, name)));
}

const ofConnection = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'set-cookie', 'age', 'date'];

const has = ({ answer: response }: Exchange, name: string): boolean =>
  response !== undefined && responseHeader(response, name) !== undefined;

/** Returns the body as it was written, without the two ids that differ between any two requests. */
function withoutIds({ answer: response }: Exchange, id: unknown): string {
  const requestIds = response ? [responseHeader(response, 'x-request-id'), responseObject(response)?.requestId] : [];
  // An id in the path comes back as it is written there.
  const written = typeof id === 'string' ? [id, encodeURIComponent(id)] : [];
  return [...written, ...requestIds]
    .filter((id): id is string => typeof id === 'string' && id !== '')
    .reduce((text, id) => text.replaceAll(id, ''), response?.text ?? '');
}

/** Returns the text around a place in it. */
function excerpt(text: string, at: number): string {
  const from = Math.max(0, at - 40);
  return `${from > 0 ? '…' : ''}${showValue(text.slice(from))}`;
}
