import type { Contract } from '../contract/contract.ts';
import { findCallback } from '../contract/find-callback.ts';

/** Parts of the contract that cases written by hand read by their names: without one they would judge nothing, or blame for it. */
const readByName = {
  field: 'id paymentUrl cashTag note amount receiptId paidAmount status expiresAt createdAt'.split(' '),
  feature: 'problem-details lifecycle limits invoice-format amount-bounds amount-precision strict-requests callbacks'.split(' '),
  parameter: ['Idempotency-Key'],
  header: 'X-Request-Id Cache-Control RateLimit RateLimit-Policy Idempotent-Replayed WWW-Authenticate Retry-After'.split(' '),
  'header where no operation is': ['Allow'],
  'header of callbacks': ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
};

/** Lists the parts that cases read, and that this contract does not have. */
export function listUnread(contract: Contract): string[] {
  const { document, features, operations } = contract;
  const { properties = {} } = operations.find(({ id }) => id === 'createPayment')?.response ?? {};
  const unrouted = Object.values((document['x-unrouted-answers'] ?? {}) as Record<string, { headers?: object }>);
  const stated: Record<keyof typeof readByName, string[]> = {
    field: Object.keys(properties),
    feature: [...features.keys()],
    parameter: operations.flatMap(({ parameters }) => parameters.map(({ name }) => name)),
    header: operations.flatMap(({ headers, refusals }) =>
      [headers, ...refusals.map((one) => one.headers)].flat().map(({ name }) => name),
    ),
    'header where no operation is': unrouted.flatMap(({ headers = {} }) => Object.keys(headers)),
    'header of callbacks': findCallback(contract)?.headers ?? [],
  };
  return Object.entries(readByName).flatMap(([kind, names]) => {
    const has = stated[kind as keyof typeof readByName];
    return names
      .filter((name) => !has.includes(name))
      .map(
        (name) =>
          `The ${kind === 'field' ? 'invoice' : 'contract'} has no ${kind === 'field' ? '' : `${kind} `}${name}, which cases read by that name: rename it in them, or take them out; grep -rniw -- ${name} conformance/cases conformance/src finds them. (conformance/cases/index.ts)`,
      );
  });
}
