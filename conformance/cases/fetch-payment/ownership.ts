import type { DeclareCases } from '../../src/case/case.ts';
import { deriveForeignInvoice } from '../derive/access/foreign-invoice.ts';

export const ownershipCases: DeclareCases = (contract) => deriveForeignInvoice(contract, 'fetchPayment');
