import { exampleCreate } from '@payment-invoice/generated/examples';
import type { Subject } from '../servers/subject.ts';

/** A measured operation. Each create has its own idempotency key, as for a client that must not create twice. */
export type Operation = 'fetch' | 'create';

export const pathOf = (operation: Operation) => `/api/v1/payments/${operation}`;

export const createBody = JSON.stringify(exampleCreate);

export const fetchBody = (invoiceId: string) => JSON.stringify({ invoiceId });

/** Creates an invoice and returns its id. @throws Error when the response is not a success */
export async function createOne({ name, addresses, token }: Subject): Promise<string> {
  const response = await fetch(addresses[0] + pathOf('create'), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: createBody,
  });
  if (!response.ok) throw new Error(`${name} returned create with ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

/** The number of invoices that are fetched in rotation. */
const fetched = 20;

/** Prepares the bodies of an operation's requests; for a fetch, creates the invoices first. */
export async function prepareBodies(subject: Subject, operation: Operation): Promise<string[]> {
  if (operation === 'create') return [createBody];
  const bodies: string[] = [];
  while (bodies.length < fetched) bodies.push(fetchBody(await createOne(subject)));
  return bodies;
}
