import type { CaseFolder } from '../../src/case/case.ts';
import { eventsCases } from './events.ts';
import { invoicesCases } from './invoices.ts';
import { responsesCases } from './responses.ts';
import { secretsCases } from './secrets.ts';

/** Cases that judge every exchange of the run, after all others. */
export const record: CaseFolder = {
  invoices: invoicesCases,
  responses: responsesCases,
  events: eventsCases,
  secrets: secretsCases,
};
