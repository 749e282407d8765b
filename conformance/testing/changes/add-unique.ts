import { addOrderId } from './add-limits.ts';
import type { ChangeContract } from './change-contract.ts';
import { addToBoth } from './relate-fields.ts';
import { closedBody, invoiceInPath, must, refusalsOf, stateOperation } from './state-operation.ts';

/** Adds an order id and a shop. No two invoices of an account may have the same order id and the same shop. */
export const addShopOrder: ChangeContract = (document) => {
  addOrderId(document);
  const shop = { type: 'string', minLength: 1, maxLength: 20, pattern: '^[A-Za-z0-9]+$', examples: ['Berlin2'] };
  const [unique] = document.components.schemas.CreatePaymentRequest.properties.orderId['x-relations'];
  unique.together = ['shop'];
  addToBoth(document, 'orders', 'shop', shop, [must('create-shop', 'Letters and digits are taken.')]);
};

/** Adds an operation that changes the order id of an invoice. It refuses an id that another invoice of the account has. */
export const addOrderUpdate: ChangeContract = (document) => {
  addOrderId(document);
  const { components, paths } = document;
  const { schemas } = components;
  const { orderId } = schemas.CreatePaymentRequest.properties;
  schemas.PaymentInvoice.properties.orderId['x-echoes'].changedBy = 'updateOrder';
  schemas.UpdateOrderRequest = closedBody('update-order', 'What to change.', {
    orderId: {
      ...orderId,
      'x-relations': [{ ...orderId['x-relations'][0], requirement: 'update-order-once' }],
      'x-requirements': [
        must('update-order', 'Letters, digits and hyphens are taken.'),
        must('update-order-once', 'An `orderId` that another invoice of the account has is refused with `order_taken`.'),
      ],
    },
  });
  paths['/api/v1/payments/{invoiceId}'] = {
    patch: stateOperation('orders', {
      ...{ operationId: 'updateOrder', named: 'update-order', scope: 'invoices:write', parameters: [invoiceInPath] },
      ...{ takes: ['UpdateOrderRequest', { orderId: 'Order-1043' }], shows: 'PaymentInvoice' },
      requirements: [must('update-order-foreign', 'Another account finds no invoice.', { about: 'ownership' })],
      refusals: { ...refusalsOf(document), 409: { ...components.responses.CreateInProgress } },
    }),
  };
};
