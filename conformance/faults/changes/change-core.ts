import { type CoreSteps, core } from '../../servers/core/steps.ts';
import type { Operation, StoredInvoice } from '../../servers/core/store.ts';

/** Replaces one step of the core server. */
export function inCore<Name extends keyof CoreSteps>(name: Name, step: CoreSteps[Name]): Partial<CoreSteps> {
  return { [name]: step };
}

/** Changes fields of the invoice in each successful response, or only in the responses of one operation. */
export function changeRendered(change: (invoice: StoredInvoice) => object, operation?: Operation): Partial<CoreSteps> {
  return {
    renderInvoice(call, invoice) {
      const rendered = core.renderInvoice(call, invoice);
      return operation === undefined || call.operation === operation ? { ...rendered, ...change(invoice) } : rendered;
    },
  };
}

/** Adds default values for the fields that are missing from the request bodies of one operation. */
export function addDefaults(
  operation: Operation,
  defaults: (...call: Parameters<CoreSteps['checkBody']>) => object,
): Partial<CoreSteps> {
  return {
    parseBody(call) {
      const body = core.parseBody(call);
      return call.operation === operation ? { ...defaults(call, body), ...body } : body;
    },
  };
}
