import { randomUUID } from 'node:crypto';
import type { OperationFacts } from './facts.ts';
import type { Accepted } from './judge-request.ts';
import type { Invoice, Memory } from './memory.ts';
import { Problem } from './problem.ts';
import type { FullSteps } from './steps.ts';

/** Finds the invoice that a request names, by the field of it that the contract says. @throws Problem */
export function findNamed(steps: FullSteps, { operation, account, body }: Accepted, memory: Memory): Invoice {
  const named = String(body[operation.identifies ?? '']);
  const { property = 'id' } = operation.identified ?? {};
  const invoices = property === 'id' ? [] : [...memory.invoices.values()];
  const id = property === 'id' ? named : (invoices.find(({ shown }) => shown[property] === named)?.shown.id ?? '');
  const invoice = steps.find(id, account, memory);
  if (invoice === undefined) throw new Problem(operation.unknown);
  return invoice;
}

/** Makes or finds the object that an operation returns which is no invoice: an example of it, with what the request says. @throws Problem */
export function showOther({ operation, account, body }: Accepted, memory: Memory): unknown {
  if (operation.identified !== undefined && !operation.namesInvoice) {
    const made = memory.made.get(String(body[operation.identifies ?? '']));
    if (made?.account !== account) throw new Problem(operation.unknown);
    return made.shown;
  }
  if (typeof operation.sample !== 'object' || operation.sample === null || Array.isArray(operation.sample))
    return operation.sample;
  const shown: Record<string, unknown> = { ...operation.sample, ...repeatedBy(operation, body) };
  if (operation.method !== 'POST' || typeof shown.id !== 'string') return shown;
  shown.id = `${shown.id.slice(0, 4)}${randomUUID()}`;
  memory.made.set(String(shown.id), { account, shown });
  return shown;
}

/** Returns the fields that repeat what the request says, where it says it. */
function repeatedBy({ repeats, properties }: OperationFacts, body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(repeats.map(([shown, sent]) => [shown, body[sent] ?? properties[sent]?.default ?? null]));
}
