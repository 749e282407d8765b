import { addList } from './add-list.ts';
import type { ChangeContract } from './change-contract.ts';

/** Adds a list whose pages hold the invoices of one status that were created in a span of time. */
export const filterList: ChangeContract = (document) => {
  addList(document);
  const { components, paths } = document;
  const { get } = paths['/api/v1/payments'];
  const entry = (id: string, text: string, more = {}) => ({ id, level: 'MUST', source: 'D-22', text, ...more });
  const { items } = components.schemas.InvoiceList.properties.invoices;
  items.required.push('createdAt');
  items.properties.createdAt = { type: 'string', format: 'date-time' };
  get['x-pages'].filters = {
    status: { field: 'status', is: 'equal' },
    createdFrom: { field: 'createdAt', is: 'at-least' },
    createdBefore: { field: 'createdAt', is: 'below' },
  };
  const query = { in: 'query', required: false, description: 'Which invoices are listed.' };
  const time = { type: 'string', format: 'date-time', examples: ['2026-11-21T10:00:00.000Z'] };
  get.parameters.push(
    {
      ...{ ...query, name: 'status', schema: { $ref: '#/components/schemas/InvoiceStatus' } },
      'x-requirements': [entry('list-of-status', 'With `status` only invoices of that status are listed.')],
    },
    {
      ...{ ...query, name: 'createdFrom', schema: time },
      'x-requirements': [entry('list-created-from', 'With `createdFrom` only invoices made then or later are listed.')],
    },
    {
      ...{ ...query, name: 'createdBefore', schema: time },
      'x-requirements': [entry('list-created-before', 'With `createdBefore` only invoices made before it are listed.')],
    },
  );
};
