import { randomBytes, randomUUID } from 'node:crypto';
import { tell } from './callbacks.ts';
import type { OperationFacts, TransitionFacts } from './facts.ts';
import type { Accepted } from './judge-request.ts';
import { applyReceipt } from './lifecycle.ts';
import type { Invoice, Memory } from './memory.ts';
import { headerOf, type Message } from './message.ts';
import { Problem } from './problem.ts';
import type { FullSteps } from './steps.ts';

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Carries out an accepted request. Returns the object to show, and headers. @throws Problem if it is refused */
export function carryOut(
  steps: FullSteps,
  accepted: Accepted,
  message: Message,
  memory: Memory,
): { shown: unknown; headers?: Record<string, string> } {
  const { operation, account, body } = accepted;
  const act = (): unknown => actOn(steps, accepted, memory);
  if (!operation.takesKey) return { shown: act() };
  const given = headerOf(message, 'idempotency-key');
  if (given !== undefined && !memory.facts.key.test(given)) throw new Problem('idempotency_key_invalid');
  const ofOperation = operation.id === 'createPayment' ? '' : `${operation.id} `;
  const key = given === undefined ? undefined : ofOperation + steps.keyOf(account, given);
  const text = steps.fingerprint(body, message);
  const stored = key === undefined ? undefined : memory.keys.get(key);
  if (stored && stored.until > memory.now()) {
    if (stored.body !== text) throw new Problem('idempotency_key_reused');
    return { shown: stored.response, headers: { 'Idempotent-Replayed': 'true' } };
  }
  const response = act();
  if (key !== undefined) memory.keys.set(key, { body: text, response, until: memory.now() + memory.facts.keptSeconds * 1000 });
  return { shown: response };
}

/** Carries out an operation, ignoring its idempotency key. Returns the object to show. @throws Problem if it is refused */
function actOn(steps: FullSteps, accepted: Accepted, memory: Memory): unknown {
  const { operation, account, body } = accepted;
  if (operation.id === 'createPayment') {
    steps.examine(operation.id, body, undefined, { account, memory });
    const invoice = make(steps, account, body, memory);
    memory.invoices.set(invoice.shown.id, invoice);
    return { ...invoice.shown };
  }
  // This server has no code for the operation, and knows it only from the contract.
  if (operation.identifies === undefined || !operation.namesInvoice) return showOther(accepted, memory);
  const invoice = findNamed(steps, accepted, memory);
  if (steps.lifecycle.expire(invoice, memory.now())) tell(steps.callbacks, invoice, memory);
  if (operation.id === 'submitReceipt') {
    if (applyReceipt(steps.lifecycle, invoice, String(body.webReceipt), memory)) tell(steps.callbacks, invoice, memory);
  } else if (operation.id !== 'fetchPayment') applyEvent(steps, accepted, invoice, memory);
  if (operation.sample === undefined) return undefined;
  return operation.showsInvoice ? { ...invoice.shown } : showOther(accepted, memory);
}

/** Applies the lifecycle event that an operation causes. @throws Problem if the lifecycle refuses the event */
function applyEvent(steps: FullSteps, accepted: Accepted, invoice: Invoice, memory: Memory): void {
  const { account, body } = accepted;
  const operation = accepted.operation.id;
  const { events, transitions } = memory.facts;
  const caused = ({ event, from }: TransitionFacts): boolean =>
    events[event]?.operation === operation && from.includes(invoice.shown.status);
  const transition = transitions.find(caused);
  if (transition?.problem !== undefined) throw new Problem(transition.problem);
  steps.examine(operation, body, invoice, { account, memory });
  if (transition && steps.lifecycle.follow(invoice, transition)) tell(steps.callbacks, invoice, memory);
}

function make(steps: FullSteps, account: Invoice['account'], body: Record<string, unknown>, memory: Memory): Invoice {
  const now = memory.now();
  const letters = [...randomBytes(26)].map((byte) => digits[byte % 32]).join('');
  const id = steps.idOf(letters);
  const lifetime = steps.lifetime ?? memory.facts.lifetimeSeconds * 1000;
  const { properties = {}, parameters = [] } = memory.facts.operations.find((one) => one.id === 'createPayment') ?? {};
  const defaultOf = (sent: string) => (properties[sent] ?? parameters.find(({ name }) => name === sent))?.default;
  const echoes = [...memory.facts.echoes].map(([shown, sent]) => [shown, body[sent] ?? defaultOf(sent) ?? null]);
  return {
    shown: {
      id,
      paymentUrl: `${memory.baseUrl}/pay/${encodeURIComponent(id)}`,
      note: `${letters.slice(0, 5)}-${letters.slice(5, 10)}`,
      receiptId: null,
      paidAmount: null,
      status: memory.facts.initial,
      expiresAt: new Date(now + lifetime).toISOString(),
      createdAt: new Date(now).toISOString(),
      ...memory.facts.added.invoice,
      ...Object.fromEntries(echoes),
    },
    account,
    facts: memory.facts,
    cents: Math.round(Number(body.amount) * 100),
    paidCents: 0,
    endsAt: now + lifetime,
    counted: new Set(),
    callbackUrl: body.callbackUrl as string | undefined,
    events: 0,
    gone: false,
  };
}

/** Finds the invoice whose id, or whose other identifying field, the request contains. @throws Problem if there is none */
function findNamed(steps: FullSteps, { operation, account, body }: Accepted, memory: Memory): Invoice {
  const named = String(body[operation.identifies ?? '']);
  const { property = 'id' } = operation.identified ?? {};
  const invoices = property === 'id' ? [] : [...memory.invoices.values()];
  const id = property === 'id' ? named : (invoices.find(({ shown }) => shown[property] === named)?.shown.id ?? '');
  const invoice = steps.find(id, account, memory);
  if (invoice === undefined) throw new Problem(operation.unknown);
  return invoice;
}

/**
 * Creates or finds the object for an operation that does not respond with an invoice. A new object is an example from the
 * contract with the request's values filled in.
 * @throws Problem if there is no such object
 */
function showOther({ operation, account, body }: Accepted, memory: Memory): unknown {
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

/** Returns the response fields that repeat the request, with the default or null for a value that was not sent. */
function repeatedBy({ repeats, properties }: OperationFacts, body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(repeats.map(([shown, sent]) => [shown, body[sent] ?? properties[sent]?.default ?? null]));
}
