import { applyReceipt } from '../../servers/full/lifecycle.ts';
import { actionOf } from '../../servers/full/message.ts';
import { Problem } from '../../servers/full/problem.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { full } from '../../servers/full/steps.ts';
import type { FaultTable } from '../fault.ts';

/** Refuses a submit with this problem, and counts its receipt: a return is missing behind the refusal. */
const goOnAfter = (code: string): FullChanges => ({
  reply({ body }, message, memory) {
    if (actionOf(message) !== 'submit' || (body as { code?: unknown }).code !== code) return;
    const textOf = (field: string): string => new RegExp(`"${field}":"([^"]*)"`).exec(message.text ?? '')?.[1] ?? '';
    const invoice = memory.invoices.get(textOf('invoiceId'));
    try {
      if (invoice) applyReceipt(full.lifecycle, invoice, textOf('webReceipt'), memory);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  },
});

/** Servers that refuse a submit, and count its receipt all the same. */
export const lifecycleRefusedAndCounted: FaultTable = {
  'unknown-token-and-counted': {
    title: 'A submit with an unknown token is refused with 401, and its receipt is counted',
    breaks: 'submit-requires-token',
    fullSteps: goOnAfter('invalid_token'),
  },
  'other-method-and-counted': {
    title: 'A submit with another method is refused with 405, and its receipt is counted',
    breaks: 'submit-is-post',
    fullSteps: goOnAfter('method_not_allowed'),
  },
  'malformed-and-counted': {
    title: 'A submit whose body is no JSON is refused with 400, and its receipt is counted',
    breaks: 'submit-refuses-malformed-json',
    fullSteps: goOnAfter('malformed_json'),
  },
  'unknown-field-and-counted': {
    title: 'A submit with an unknown field is refused with 422, and its receipt is counted',
    breaks: 'submit-refuses-unknown-members',
    fullSteps: goOnAfter('validation_failed'),
  },
  'media-type-and-counted': {
    title: 'A submit of another media type is refused with 415, and its receipt is counted',
    breaks: 'other-media-type-is-415',
    fullSteps: goOnAfter('unsupported_media_type'),
  },
  'scope-and-counted': {
    title: 'A submit without the scope is refused with 403, and its receipt is counted',
    breaks: 'submit-needs-scope',
    fullSteps: goOnAfter('insufficient_scope'),
  },
};
