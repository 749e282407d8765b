import { factContract as base } from '../fact-contract.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const create = (d: Document) => d.paths['/create'].post;
const createAt = '#/paths/~1create/post';
const limit = (d: Document) => create(d)['x-rate-limits'][0];
const limitAt = `${createAt}/x-rate-limits/0`;
const event = (d: Document) => create(d).callbacks.changed['{$request.body#/callbackUrl}'].post;
const eventAt = `${createAt}/callbacks/changed/{$request.body#~1callbackUrl}/post`;
const properties = (d: Document) => d.components.schemas.Invoice.properties;
const amountAt = '#/components/schemas/Invoice/properties/amount';

export const factForm: RuleTest = {
  base,
  passes: {
    'an example that has a name like a fact': (d) => {
      create(d).requestBody.content['application/json'].examples = { 'x-odd': { value: { 'x-odd': 1 } } };
    },
    'a property whose name begins like a fact': (d) => {
      properties(d)['x-odd'] = { type: 'string' };
    },
  },
  finds: {
    'a misspelt fact': [
      (d) => {
        properties(d).amount['x-echos'] = properties(d).amount['x-echoes'];
      },
      `${amountAt}/x-echos`,
      'x-echos is no fact that programs know',
    ],
    'a fact where nobody looks for it': [
      (d) => {
        d.components.schemas.Invoice['x-body-limit'] = 5;
      },
      '#/components/schemas/Invoice/x-body-limit',
      'x-body-limit stands on schema where nobody looks for it. Put it on: document',
    ],
    'a fact on a path': [
      (d) => {
        d.paths['/create']['x-feature'] = 'callbacks';
      },
      '#/paths/~1create/x-feature',
      'x-feature stands on a part where nobody looks for it',
    ],
    'an unknown key': [
      (d) => {
        limit(d).minutes = 1;
      },
      `${limitAt}/minutes`,
      "has an unknown field 'minutes'. Known are name, per",
    ],
    'a key left out': [
      (d) => {
        delete limit(d).seconds;
      },
      limitAt,
      "has no 'seconds'",
    ],
    'a number that is a text': [
      (d) => {
        d['x-body-limit'] = '32 KiB';
      },
      '#/x-body-limit',
      'x-body-limit is "32 KiB". Write a whole number above 0',
    ],
    'a word that is not known': [
      (d) => {
        limit(d).per = 'token';
      },
      `${limitAt}/per`,
      'is "token". Write account, invoice, address',
    ],
    'a list without entries': [
      (d) => {
        event(d)['x-delivery'].delays = [];
      },
      `${eventAt}/x-delivery/delays`,
      'is no list of different entries',
    ],
    'a way to compare that no program knows': [
      (d) => {
        properties(d).amount['x-echoes'].ignoring = ['space'];
      },
      `${amountAt}/x-echoes/ignoring/0`,
      'is "space". Write leading-dollar, case',
    ],
    'a fact that is no object': [
      (d) => {
        properties(d).amount['x-echoes'] = 'amount';
      },
      `${amountAt}/x-echoes`,
      'x-echoes is no object',
    ],
    'scopes without one': [
      (d) => {
        d.components.securitySchemes.bearer['x-scopes'] = {};
      },
      '#/components/securitySchemes/bearer/x-scopes',
      'x-scopes is no object with entries in it',
    ],
    'a port that is none': [
      (d) => {
        d.components.schemas.Create.properties.callbackUrl['x-url'].ports = ['https'];
      },
      '#/components/schemas/Create/properties/callbackUrl/x-url/ports/0',
      'Write a whole number above 0',
    ],
    'a fact that says no': [
      (d) => {
        properties(d).id['x-open-enum'] = false;
      },
      '#/components/schemas/Invoice/properties/id/x-open-enum',
      'is false. Write true, or leave it out',
    ],
  },
};
