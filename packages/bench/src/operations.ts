import type { Subject } from './subject.ts';

/** The operations that are measured, by the last part of their paths. */
export const operations = ['fetch', 'create'] as const;
export type Operation = (typeof operations)[number];

/** A body that creates an invoice. */
export const create = JSON.stringify({ cashTag: '$coffeeshop', amount: 12.5 });

/** Makes the body of a fetch. */
export const fetchBody = (invoiceId: string) => JSON.stringify({ invoiceId });

/** Sends one request. @throws Error when the response is no success */
export async function ask(subject: Subject, operation: Operation, body: string): Promise<{ id: string }> {
  const response = await fetch(`${subject.baseUrl}/api/v1/payments/${operation}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${subject.token}`, 'content-type': 'application/json' },
    body,
  });
  if (!response.ok) throw new Error(`${subject.name} returned ${operation} with ${response.status}: ${await response.text()}`);
  return (await response.json()) as { id: string };
}

/** Makes bodies for the operation; a fetch is of one of 50 invoices, which are created here. */
export async function prepareBodies(subject: Subject, operation: Operation): Promise<string[]> {
  if (operation === 'create') return [create];
  const bodies: string[] = [];
  for (let i = 0; i < 50; i++) bodies.push(fetchBody((await ask(subject, 'create', create)).id));
  return bodies;
}
