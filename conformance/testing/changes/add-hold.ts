import { addCancel } from './add-cancel.ts';
import type { ChangeContract } from './change-contract.ts';

/** Adds two successive states besides CANCELLED, each entered by an operation of its own: HELD, then REVIEWED. */
export const addHold: ChangeContract = (document) => {
  addCancel(document);
  const { paths, components } = document;
  const status = components.schemas.InvoiceStatus;
  const lifecycle = status['x-lifecycle'];
  const states = { HELD: { id: 'hold', from: 'PENDING' }, REVIEWED: { id: 'review', from: 'HELD' } };
  for (const [state, { id, from }] of Object.entries(states)) {
    const copy = JSON.parse(
      JSON.stringify(paths['/api/v1/cancellations'])
        .replaceAll('cancel-', `${id}-`)
        .replaceAll('cancelPayment', `${id}Payment`)
        .replaceAll('CancelPaymentRequest', `${id}Request`)
        .replaceAll('CancelRefused', `${id}Refused`),
    );
    copy.post['x-rate-limits'][0].name = id;
    paths[`/api/v1/desk/${id}`] = copy;
    const renamed = (part: unknown) => JSON.parse(JSON.stringify(part).replaceAll('cancel-', `${id}-`));
    components.schemas[`${id}Request`] = renamed(components.schemas.CancelPaymentRequest);
    components.responses[`${id}Refused`] = renamed(components.responses.CancelRefused);
    status.enum.push(state);
    lifecycle.states[state] = { 'x-feature': 'cancellation' };
    status['x-requirements'].push({
      ...{
        id: `lifecycle-${id}`,
        level: 'MUST',
        support: 'extended',
        feature: 'lifecycle',
        source: 'D-03',
        text: `An invoice becomes ${state}.`,
      },
    });
    lifecycle.events[id] = { cause: 'operation', operation: `${id}Payment`, description: `The invoice becomes ${state}.` };
    lifecycle.transitions.push({
      event: id,
      from: [from],
      to: state,
      status: 200,
      callback: `invoice.${state.toLowerCase()}`,
      requirement: `lifecycle-${id}`,
    });
    components.schemas.InvoiceEvent.properties.type.enum.push(`invoice.${state.toLowerCase()}`);
  }
  // No other event has an effect on a held invoice, and no invoice in another state can be held.
  const all: string[] = status.enum;
  for (const event of Object.keys(lifecycle.events)) {
    const told = lifecycle.transitions.flatMap((one: { event: string; from: string[] }) => (one.event === event ? one.from : []));
    const from = all.filter((state) => !told.includes(state));
    const reads = event === 'fetched' ? { status: 200 } : event === 'expiry-due' ? {} : { problem: 'invoice_cancelled' };
    // No receipt can have been counted on the way to this state, so none can be repeated.
    if (event === 'receipt-repeated') lifecycle.transitions.push({ event, from, impossible: 'No receipt was counted before.' });
    else if (from.length > 0)
      lifecycle.transitions.push({ event, from, to: 'same', ...reads, requirement: 'lifecycle-cancelled-is-final' });
  }
};
