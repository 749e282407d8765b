import { factContract } from '../fact-contract.ts';
import { wrong } from '../make-mistake.ts';
import type { Document, RuleTest } from '../test-rules.ts';

/** The small document, with one relation in a response and one in a request. */
const base = structuredClone(factContract);
const { Invoice, Cancel, Status } = base.components.schemas;
Invoice.properties.paidAmount = {
  type: ['number', 'null'],
  'x-relations': [{ is: 'unset', when: { status: ['OPEN'] }, requirement: 'limited' }],
};
Cancel.properties.back = {
  type: 'number',
  'x-relations': [
    { is: 'at-most', field: 'amount', of: '#/components/schemas/Invoice', problem: 'too_much', requirement: 'limited' },
  ],
};
Status['x-lifecycle'].transitions[0].changes = ['paidAmount'];
base.paths['/cancel'].post.responses['409'] = {
  content: { 'application/problem+json': { examples: { one: { value: { code: 'too_much' } } } } },
};
const shown = '#/components/schemas/Invoice/properties/paidAmount/x-relations/0';
const sent = '#/components/schemas/Cancel/properties/back/x-relations/0';
const paid = (d: Document) => d.components.schemas.Invoice.properties.paidAmount['x-relations'];

export const relationForm: RuleTest = {
  base,
  passes: {
    'a refusal as of any body': (d) => {
      delete d.components.schemas.Cancel.properties.back['x-relations'][0].problem;
    },
    'a sum of fields, and of those of a list': (d) => {
      d.components.schemas.Create.properties.lines = { type: 'array', items: { properties: { price: { type: 'number' } } } };
      d.components.schemas.Create.properties.amount['x-relations'] = [
        { is: 'sum', fields: ['lines/price'], requirement: 'limited' },
      ];
    },
  },
  finds: {
    'no requirement': wrong(`${shown}/requirement`, 'other', "rests on 'other', which is no requirement"),
    'a field that the stored object does not have': [
      (d) => {
        d.components.schemas.Cancel.properties.back['x-relations'][0].field = 'total';
      },
      sent,
      'compares with total, which is no field of the same object',
    ],
    'a field to add that is only in the stored object': [
      (d) => {
        d.components.schemas.Cancel.properties.back['x-relations'][0].plus = 'amount';
      },
      `${sent}/plus`,
      'adds amount, which is no field beside it',
    ],
    'no stored object': wrong(`${sent}/of`, '#/components/schemas/Thing', 'there is no object at #/components/schemas/Thing'),
    'a problem of another operation': wrong(`${sent}/problem`, 'too_little', "cancelPayment does not refuse with 'too_little'"),
    'a condition on no field': [
      (d) => {
        paid(d)[0].when = { state: ['OPEN'] };
      },
      `${shown}/when/state`,
      'asks for state, which is no field beside it',
    ],
    'a response that is compared with another object': [
      (d) => {
        paid(d)[0] = { is: 'at-most', field: 'amount', of: '#/components/schemas/Invoice', requirement: 'limited' };
      },
      `${shown}/of`,
      'so that its response is compared with its own fields',
    ],
    'null where a way there sets it': [
      (d) => {
        paid(d)[0].when = { status: ['PAID'] };
      },
      shown,
      'it is null in PAID, and a way there sets it',
    ],
    'set where no way there does so': [
      (d) => {
        paid(d)[0] = { is: 'set', when: { status: ['OPEN'] }, requirement: 'limited' };
      },
      shown,
      'it is set in OPEN, and a way there does not set it',
    ],
  },
};
