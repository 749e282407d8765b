import { factContract as base } from '../fact-contract.ts';
import { missing, wrong } from '../make-mistake.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const create = (d: Document) => d.paths['/create'].post;
const createAt = '#/paths/~1create/post';
const limitAt = `${createAt}/x-rate-limits/0`;
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
    'a fact where nobody looks for it': wrong(
      '#/components/schemas/Invoice/x-body-limit',
      5,
      'x-body-limit stands on schema where nobody looks for it. Put it on: document',
    ),
    'a fact on a path': wrong('#/paths/~1create/x-feature', 'callbacks', 'x-feature stands on a part where nobody looks for it'),
    'an unknown key': wrong(`${limitAt}/minutes`, 1, "has an unknown field 'minutes'. Known are name, per"),
    'a key left out': missing(limitAt, 'seconds', "has no 'seconds'"),
    'a number that is a text': wrong('#/x-body-limit', '32 KiB', 'x-body-limit is "32 KiB". Write a whole number above 0'),
    'a word that is not known': wrong(`${limitAt}/per`, 'token', 'is "token". Write account, invoice, address'),
    'a list without entries': wrong(`${eventAt}/x-delivery/delays`, [], 'is no list of different entries'),
    'a way to compare that no program knows': [
      (d) => {
        properties(d).amount['x-echoes'].ignoring = ['space'];
      },
      `${amountAt}/x-echoes/ignoring/0`,
      'is "space". Write leading-dollar, case',
    ],
    'a fact that is no object': wrong(`${amountAt}/x-echoes`, 'amount', 'x-echoes is no object'),
    'a lifetime that is longer than the longest': wrong(
      '#/components/schemas/Invoice/properties/cancelledAt/x-lifetime/default',
      601,
      "'default' of x-lifetime is more than its 'longest'. Make it 600 or less.",
    ),
    'scopes without one': wrong('#/components/securitySchemes/bearer/x-scopes', {}, 'x-scopes is no object with entries in it'),
    'a port that is none': wrong(
      '#/components/schemas/Create/properties/callbackUrl/x-url/ports/0',
      'https',
      'Write a whole number above 0',
    ),
    'a fact that says no': wrong(
      '#/components/schemas/Invoice/properties/id/x-open-enum',
      false,
      'is false. Write true, or leave it out',
    ),
  },
};
