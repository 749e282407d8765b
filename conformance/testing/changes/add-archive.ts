import { addEndpoints } from './add-endpoints.ts';
import type { ChangeContract } from './change-contract.ts';
import { addToBoth } from './relate-fields.ts';
import { must } from './state-operation.ts';

/** Adds a voucher code to the create request and to invoices. A request may use lower case; the invoice shows capitals. */
export const addVoucher: ChangeContract = (document) => {
  document['x-features'].vouchers = 'An invoice names a voucher.';
  const voucher = { type: 'string', pattern: '^[A-Za-z0-9]{4,12}$', examples: ['Spring26'] };
  addToBoth(document, 'vouchers', 'voucher', voucher, [
    must('create-voucher', 'Four to twelve letters and digits, in any case.', { keywords: ['pattern'] }),
  ]);
  const shown = document.components.schemas.PaymentInvoice.properties.voucher;
  Object.assign(shown, { pattern: '^[A-Z0-9]{4,12}$', examples: ['SPRING26'] });
  shown['x-echoes'].ignoring = ['case'];
  shown['x-requirements'] = [
    must('invoice-voucher', '`voucher` is what create was sent, or null.'),
    must('invoice-voucher-capitals', '`voucher` is in capitals.', { keywords: ['pattern'] }),
  ];
};

/** Adds endpoints that are archived rather than deleted: a read still shows them, with the time at which they were archived. */
export const addArchive: ChangeContract = (document) => {
  addEndpoints(document);
  const { components, paths } = document;
  const { schemas } = components;
  delete schemas.AddedEndpoint;
  const added = paths['/api/v1/endpoints'].post;
  delete added['x-most-at-once'];
  added['x-requirements'] = added['x-requirements'].filter(({ id }: { id: string }) => id !== 'add-endpoint-most');
  delete added.responses['409'];
  delete document['x-problems'].too_many_endpoints;
  schemas.ProblemCode.enum.pop();
  delete components.examples.too_many_endpoints;
  added.responses['201'].content['application/json'].schema.$ref = '#/components/schemas/Endpoint';
  const { Endpoint } = schemas;
  Endpoint.required.push('archivedAt');
  Endpoint.properties.archivedAt = {
    ...{ type: ['string', 'null'], format: 'date-time', description: 'When it was archived.', examples: [null] },
    'x-lasting': 'once-set',
    'x-set-by': { operation: 'deleteEndpoint', requirement: 'endpoint-archived' },
    'x-relations': [{ is: 'past', requirement: 'endpoint-archived-past' }],
    'x-requirements': [
      must('endpoint-archived', '`archivedAt` is null until `deleteEndpoint` succeeds, and from then on the time of that.'),
      must('endpoint-archived-past', '`archivedAt` is not in the future.'),
    ],
  };
  const { get, delete: archive } = paths['/api/v1/endpoints/{endpointId}'];
  for (const { 'x-requirements': all } of [get, archive])
    for (const one of all) if (one.about === 'unknown-id') one.text = 'An id that was never given is unknown.';
};
