import { factContract } from '../base-contracts.ts';
import { type Document, missing, put, type RuleTest, wrong } from '../make-mistake.ts';

const requirement = {
  id: 'limited',
  level: 'MUST',
  support: 'extended',
  feature: 'callbacks',
  source: 'D-01',
  text: 'It is so.',
};
const factFormBase = structuredClone(factContract);
factFormBase['x-requirements'] = [requirement];
factFormBase.paths['/cancel'].post['x-requirements'] = [{ ...requirement, id: 'cancel-says-so' }];
factFormBase['x-problems'] = { not_found: { status: 404, title: 'No such path', cause: 'The path.', cure: 'Another.' } };
factFormBase.components.schemas.Status['x-lifecycle'].events = { paid: { description: 'It is paid.', cause: 'clock' } };

const createAt = '#/paths/~1create/post';
const limitAt = `${createAt}/x-rate-limits/0`;
const eventAt = `${createAt}/callbacks/changed/{$request.body#~1callbackUrl}/post`;
const properties = (d: Document) => d.components.schemas.Invoice.properties;
const amountAt = '#/components/schemas/Invoice/properties/amount';
const lifecycleAt = '#/components/schemas/Status/x-lifecycle';
const lifetimeAt = '#/components/schemas/Invoice/properties/cancelledAt/x-lifetime';

/** One mistake of each kind that facts.schema.json finds. facts.test.ts checks every field of every fact. */
const factForm: RuleTest = {
  base: factFormBase,
  passes: {
    'an example that has a name like a fact': put(`${createAt}/requestBody/content/application~1json/examples`, {
      'x-odd': { value: { 'x-odd': 1 } },
    }),
    'a property whose name begins like a fact': put('#/components/schemas/Invoice/properties/x-odd', { type: 'string' }),
    'what cannot happen, with its reason': put(`${lifecycleAt}/transitions/1`, {
      event: 'paid',
      from: ['PAID'],
      impossible: 'It is paid.',
    }),
  },
  finds: {
    'a misspelt fact': [
      (d) => {
        properties(d).amount['x-echos'] = properties(d).amount['x-echoes'];
      },
      `${amountAt}/x-echos`,
      'x-echos is not a known fact',
    ],
    'a fact like no other': wrong('#/info/x-logo', 'logo.png', 'x-logo is not a known fact'),
    'a fact where nobody looks for it': wrong(
      '#/components/schemas/Invoice/x-body-limit',
      5,
      'x-body-limit has no effect on a schema',
    ),
    'a fact on a path': wrong('#/paths/~1create/x-kept-seconds', 5, 'x-kept-seconds has no effect on a path'),
    'a fact in a schema of a list': [
      put(`${amountAt}/items`, { oneOf: [{ 'x-lasting': true }] }),
      `${amountAt}/items/oneOf/0/x-lasting`,
      'x-lasting has no effect on a schema',
    ],
    'a misspelt field': wrong('#/x-requirements/0/suport', 'core', "x-requirements[0] has an unknown field 'suport'"),
    'a field left out': missing(
      limitAt,
      'seconds',
      "x-rate-limits[0] has no 'seconds'. Add it: The length of the window in seconds.",
    ),
    'a number that is a text': wrong(
      '#/x-body-limit',
      '32 KiB',
      'x-body-limit is "32 KiB". Write bytes, a whole number above 0.',
    ),
    'a word that is not known': wrong(
      `${limitAt}/per`,
      'token',
      'x-rate-limits[0].per is "token". Write account, invoice or address.',
    ),
    'a text that is empty': wrong('#/x-features/callbacks', ' ', 'x-features.callbacks is " ". Write a text.'),
    'a sentence without its end': wrong('#/x-requirements/0/text', 'It is', 'Write a sentence that ends with a full stop.'),
    'a name in another case': wrong(
      '#/x-features/rateLimits',
      'Rates.',
      "'rateLimits' is not a valid name for an entry of x-features",
    ),
    'a list without entries': wrong(`${eventAt}/x-delivery/delays`, [], 'x-delivery.delays is empty'),
    'a list that says a thing twice': wrong(`${eventAt}/x-delivery/delays/1`, 5, 'x-delivery.delays lists 5 twice'),
    'an object without entries': wrong('#/components/securitySchemes/bearer/x-scopes', {}, 'x-scopes is empty'),
    'a fact that is no object': wrong(
      `${amountAt}/x-echoes`,
      'amount',
      'x-echoes is "amount". Write an object with operation and property.',
    ),
    'a fact that says no': wrong(
      '#/components/schemas/Invoice/properties/id/x-open-enum',
      false,
      'x-open-enum is false. Write true, or leave it out.',
    ),
    'a port that is none': wrong(
      '#/components/schemas/Create/properties/callbackUrl/x-url/ports/0',
      'https',
      'x-url.ports[0] is "https". Write a port, from 1 to 65535.',
    ),
    'ports in no list': wrong(
      '#/components/schemas/Create/properties/callbackUrl/x-url/ports',
      443,
      'x-url.ports is 443. Write any, or a list of ports.',
    ),
    'core with a feature': [
      put('#/x-requirements/0/support', 'core'),
      '#/x-requirements/0',
      'x-requirements[0]: A core statement belongs to no feature. Remove `feature`, or make the statement extended.',
    ],
    'a limit of requests and failures': [
      put(`${limitAt}/failures`, 5),
      limitAt,
      'x-rate-limits[0]: The limit counts both requests and failures. Keep one of them.',
    ],
    'a limit of nothing': missing(limitAt, 'requests', "x-rate-limits[0] has no 'requests'."),
    'a clock with an operation': [
      put(`${lifecycleAt}/events/paid/operation`, 'createPayment'),
      `${lifecycleAt}/events/paid`,
      'has no operation. Remove `operation` and `until`.',
    ],
    'what cannot happen, and then does': [
      put(`${lifecycleAt}/transitions/0/impossible`, 'Why.'),
      `${lifecycleAt}/transitions/0`,
      'Remove the rest, or remove `impossible`.',
    ],
    'a lifetime that is longer than the longest': wrong(
      `${lifetimeAt}/default`,
      601,
      'x-lifetime.default is longer than the longest lifetime',
    ),
  },
};

export const factMistakes: Readonly<Record<string, RuleTest>> = { 'fact-form': factForm };
