import { factContract } from '../fact-contract.ts';
import { makeChoice, wrong } from '../make-mistake.ts';
import type { RuleTest } from '../test-rules.ts';

const base = structuredClone(factContract);
base.components.links = { Cancel: { operationId: 'cancelPayment', requestBody: { invoiceId: '$response.body#/id' } } };
base.paths['/create'].post.responses['200'].links = { cancel: { $ref: '#/components/links/Cancel' } };
const at = '#/components/links/Cancel/requestBody';

export const linkValues: RuleTest = {
  base,
  passes: {
    'a field of a body that is a choice': makeChoice('Cancel'),
    'a value of its own': (d) => {
      d.components.links.Cancel.requestBody.invoiceId = 'inv_1';
    },
    'a parameter': (d) => {
      d.paths['/cancel'].post.parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
      d.components.links.Cancel.parameters = { id: '$response.body#/id', 'path.id': '$response.body#/id' };
    },
    'a link to no operation, which another rule finds': (d) => {
      d.components.links.Cancel.operationId = 'nothing';
    },
  },
  finds: {
    'a field that the response does not have': wrong(
      `${at}/invoiceId`,
      '$response.body#/invoiceId',
      'The link cancel takes invoiceId from invoiceId, which is no field of the response',
    ),
    'a field that the operation does not take': [
      (d) => {
        d.components.links.Cancel.requestBody = { id: '$response.body#/id' };
      },
      `${at}/id`,
      'The link cancel hands on id, which cancelPayment does not take',
    ],
    'a parameter that the operation does not take': [
      (d) => {
        d.components.links.Cancel.parameters = { id: '$response.body#/id' };
      },
      '#/components/links/Cancel/parameters/id',
      'hands on id, which cancelPayment does not take',
    ],
  },
};
