import { applyReceipt } from '../../servers/full/lifecycle.ts';
import { actionOf } from '../../servers/full/message.ts';
import { Problem } from '../../servers/full/problem.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { full } from '../../servers/full/steps.ts';

/** Counts the receipt of a submit that it refuses with this problem, as if a return were missing after the refusal. */
export const goOnAfter = (code: string): FullChanges => ({
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
